import { openMemoryStore, type Store } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { verifyObject } from '../src/verify.ts';
import { findingsOf } from './found.ts';
import { exported, must, sealAll } from './running.ts';

type Json = Readonly<Record<string, unknown>>;

/** A document of a format: its messages by number, and what stands before and behind them. */
interface Form {
  readonly message: (number: number) => Json;
  readonly before: Json | null;
}

const role = (number: number): string => (number % 2 === 0 ? 'user' : 'assistant');

const forms: Readonly<Record<string, Form>> = {
  gemini: {
    message: (number) => ({ id: `m${number}`, type: number % 2 === 0 ? 'user' : 'gemini', content: `said ${number}` }),
    before: { sessionId: 's', projectHash: 'p' },
  },
  opencode: {
    message: (number) => ({
      info: { id: `msg_${number}`, role: role(number), sessionID: 'ses_1', time: { created: number } },
      parts: [{ type: 'text', text: `said ${number}` }],
    }),
    before: { info: { id: 'ses_1', slug: 'a-b', directory: '/d' } },
  },
  'openai-messages': { message: (number) => ({ role: role(number), content: `said ${number}` }), before: null },
  'anthropic-messages': {
    message: (number) => ({ role: role(number), content: [{ type: 'text', text: `said ${number}` }] }),
    before: { sessionId: 's' },
  },
};

const layouts: Readonly<Record<string, (value: unknown) => string>> = {
  pretty: (value) => JSON.stringify(value, null, 2),
  'on one line': (value) => JSON.stringify(value),
  'with CRLF and a last new line': (value) => `${JSON.stringify(value, null, 1)}\n`.replaceAll('\n', '\r\n'),
};

const documentOf = ({ message, before }: Form, count: number, head: Json = {}, behind: Json = {}): unknown => {
  const messages = Array.from({ length: count }, (_, number) => message(number));
  return before === null ? messages : { ...before, ...head, messages, ...behind };
};

const sealOne = async (store: Store, text: string) => {
  const [session] = await sealAll(store, text, 97);
  if (session === undefined) throw new Error('nothing was sealed');
  return session;
};

/** Everything that must hold of a sealed file whatever was sealed before it. */
const holds = async (store: Store, head: Parameters<typeof exported>[1], text: string): Promise<void> => {
  expect(must(await verifyObject(store, head)).verdict).toMatchObject({ verified: true, failures: [] });
  expect(Buffer.from(await exported(store, head)).toString()).toBe(text);
  const alone = openMemoryStore();
  const { head: fresh } = await sealOne(alone, text);
  expect(await findingsOf(store, head)).toEqual(await findingsOf(alone, fresh));
};

const branches = async (store: Store): Promise<number> => {
  let count = 0;
  for await (const _ of store.branches()) count += 1;
  return count;
};

describe.each(Object.entries(forms))('%s', (_format, form) => {
  test.each(Object.entries(layouts))(
    'a document %s that grows by a message a seal continues one branch',
    async (_name, write) => {
      const store = openMemoryStore();
      const heads = new Map<string, Parameters<typeof exported>[1]>();
      for (let count = 1; count <= 5; count += 1) {
        const text = write(documentOf(form, count));
        const { status, head, findings } = await sealOne(store, text);
        expect([status, findings]).toEqual([count === 1 ? 'new' : 'continued', []]);
        expect(await branches(store)).toBe(1);
        await holds(store, head, text);
        expect(await sealOne(store, text)).toMatchObject({ status: 'unchanged', head });
        heads.set(text, head);
      }
      for (const [text, head] of heads) await holds(store, head, text);
      for (const text of heads.keys()) expect((await sealOne(store, text)).status).toMatch(/^(?:shorter|unchanged)$/);
      expect(await branches(store)).toBe(1);
    },
  );

  test('one that grew by several, or not at all, and one of which something was sealed between', async () => {
    const store = openMemoryStore();
    const write = (count: number): string => JSON.stringify(documentOf(form, count), null, 1);
    await sealOne(store, write(2));
    expect(await sealOne(store, write(6))).toMatchObject({ status: 'continued' });
    expect(await sealOne(store, write(4))).toMatchObject({ status: 'shorter', findings: [] });
    expect(await sealOne(store, write(6))).toMatchObject({ status: 'unchanged' });
    const other = write(4).replace('said 3', 'told 3');
    const { status, head, findings } = await sealOne(store, other);
    expect(status).toBe('diverged');
    expect(findings).toHaveLength(1);
    await holds(store, head, other);
  });

  test('one that is cut off in a message goes on when the rest is there', async () => {
    const store = openMemoryStore();
    const text = JSON.stringify(documentOf(form, 3), null, 1);
    const cut = text.slice(0, text.indexOf('said 2'));
    await holds(store, (await sealOne(store, cut)).head, cut);
    const { status, head } = await sealOne(store, text);
    expect(status).toBe('continued');
    await holds(store, head, text);
  });
});

const around = Object.entries(forms).filter(([, { before }]) => before !== null);

describe.each(around)('%s, with members around the messages', (_format, form) => {
  test('what stands behind them may change, with more messages and without', async () => {
    const store = openMemoryStore();
    for (const [count, at] of [
      [1, 'aa'],
      [2, 'bb'],
      [2, 'cc'],
      [2, 'a'],
      [3, ''],
    ] as const) {
      const text = JSON.stringify(documentOf(form, count, {}, { updated: at, count }), null, 2);
      const { head, status } = await sealOne(store, text);
      expect(status).toBe(at === 'aa' ? 'new' : 'continued');
      await holds(store, head, text);
      expect(await sealOne(store, text)).toMatchObject({ status: 'unchanged', head });
    }
    expect(await branches(store)).toBe(1);
  });

  test('what stands before them was written anew: a branch that says so', async () => {
    const store = openMemoryStore();
    for (const count of [1, 2, 3]) {
      const text = JSON.stringify(documentOf(form, count, { lastUpdated: `t${count}` }), null, 2);
      const { head, status, findings } = await sealOne(store, text);
      expect(status).toBe(count === 1 ? 'new' : 'diverged');
      expect(findings.map(({ code, record }) => [code, record])).toEqual(count === 1 ? [] : [['record-rewritten', 0]]);
      await holds(store, head, text);
    }
    expect(await branches(store)).toBe(3);
  });
});

test('output that was pruned leaves where the document ends; grown, it is a branch from there on', async () => {
  const store = openMemoryStore();
  const opencode = forms['opencode'];
  if (opencode === undefined) throw new Error('no such form');
  const tool = {
    info: { id: 'msg_1', role: 'assistant', sessionID: 'ses_1', time: { created: 1 } },
    parts: [
      {
        type: 'tool',
        tool: 'bash',
        callID: 'c',
        state: { status: 'completed', input: {}, output: 'long', time: { compacted: 9 } },
      },
    ],
  };
  const write = (...later: Json[]): string =>
    JSON.stringify({ ...opencode.before, messages: [opencode.message(0), tool, ...later] });
  const first = await sealOne(store, write());
  await holds(store, first.head, write());
  const later = write({ ...opencode.message(2), info: { id: 'msg_2', role: 'user', time: { created: 10 } } });
  const second = await sealOne(store, later);
  expect(second).toMatchObject({ status: 'diverged', findings: [{ code: 'run-diverged', record: 3 }] });
  await holds(store, second.head, later);
});

test('a bracket ends nothing where records stand line by line: there a tail must be what the file goes on with', async () => {
  const store = openMemoryStore();
  const line = (text: string): string => `${JSON.stringify({ session: 's', role: 'operator', text })}\n`;
  await sealOne(store, `${line('a')}]`);
  expect(await sealOne(store, line('a') + line('b'))).toMatchObject({ status: 'diverged' });
});

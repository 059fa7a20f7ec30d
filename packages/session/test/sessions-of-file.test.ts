import { openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { summarise } from '../src/summary.ts';
import { verifyObject } from '../src/verify.ts';
import { Session, worked } from './claude.ts';
import { exported, must, otherwise, sealAll } from './running.ts';

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A session in which two sub-agents work in turns, and the lines of each. */
const withTwoAgents = () => {
  const session = new Session().prompt('Ask two of them.');
  const lines = new Map<string, string[]>([
    ['a1', []],
    ['b2', []],
  ]);
  const tips = new Map<string, string | null>();
  for (const [agent, role, text] of [
    ['a1', 'user', 'Count the entries.'],
    ['b2', 'user', 'Read the rules.'],
    ['a1', 'assistant', 'There are 47.'],
    ['b2', 'assistant', 'They say 47.'],
  ] as const) {
    tips.set(agent, session.aside(agent, tips.get(agent) ?? null, role, text));
    lines.get(agent)?.push(session.lines.at(-1) ?? '');
  }
  return { text: session.reply('Both say 47.').text(), lines };
};

describe('side-chains in a file', () => {
  test('are runs of their own behind that of the file, where their records are beside', async () => {
    const { text, lines } = withTwoAgents();
    const store = openMemoryStore();
    const sealed = await sealAll(store, text);
    expect(sealed.map(({ chain, status }) => [chain, status])).toEqual([
      [null, 'new'],
      ['a1', 'new'],
      ['b2', 'new'],
    ]);
    const [main, ...sides] = sealed;
    if (main === undefined) throw new Error('nothing was sealed');
    expect(must(await summarise(store, main.head))).toMatchObject({ records: 6, context: 2, beside: 4 });
    for (const { head, chain } of sides) {
      expect(must(await summarise(store, head))).toMatchObject({ records: 2, context: 2, beside: 0 });
      expect(must(await verifyObject(store, head)).verdict.verified).toBe(true);
      expect(Buffer.from(await exported(store, head)).toString()).toBe(lines.get(chain ?? '')?.join('\n'));
    }
    expect(Buffer.from(await exported(store, main.head)).toString()).toBe(text);
  });

  test('in pieces of any length give the same heads, and sealed again add nothing', async () => {
    const { text } = withTwoAgents();
    const store = openMemoryStore();
    const heads = (await sealAll(store, text)).map(({ head }) => head);
    for (const piece of [1, 7, 64]) {
      const again = await sealAll(store, text, piece);
      expect(again.map(({ head }) => head)).toEqual(heads);
      expect(again.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    }
  });

  test('a sub-agent’s own file with the same records is the same run, and not a second one', async () => {
    const { text, lines } = withTwoAgents();
    const store = openMemoryStore();
    const [, side] = await sealAll(store, text);
    const own = await sealAll(store, textOf(lines.get('a1') ?? []));
    expect(own).toMatchObject([{ chain: null, branch: side?.branch }]);
  });

  test('go on with the file, and are told of a file that is only a beginning too', async () => {
    const { text } = withTwoAgents();
    const store = openMemoryStore();
    const lines = text.split('\n');
    const early = `${lines.slice(0, 3).join('\n')}\n`;
    expect((await sealAll(store, early)).map(({ status }) => status)).toEqual(['new', 'new', 'new']);
    expect((await sealAll(store, text)).map(({ status }) => status)).toEqual(['continued', 'continued', 'continued']);
    expect((await sealAll(store, early)).map(({ status }) => status)).toEqual(['shorter', 'shorter', 'shorter']);
  });
});

describe('a slice', () => {
  test('that follows the tip of a sealed run continues it, and sealed again adds nothing', async () => {
    const store = openMemoryStore();
    const session = worked();
    const slice = session.after().prompt('And the next day?').reply('Still 47.');
    const [first] = await sealAll(store, session.text());
    const [second] = await sealAll(store, slice.text());
    expect(second).toMatchObject({ status: 'continued', branch: first?.branch });
    expect(Buffer.from(await exported(store, second?.head ?? (first?.head as never))).toString()).toBe(
      session.text() + slice.text(),
    );
    expect(await sealAll(store, slice.text())).toMatchObject([{ status: 'unchanged', head: second?.head }]);
    const grown = slice.prompt('Go on.').text();
    expect(await sealAll(store, grown)).toMatchObject([{ status: 'continued', branch: first?.branch }]);
    const summary = must(await summarise(store, first?.head as never));
    expect(summary.records).toBe(session.lines.length);
  });

  test('that follows nothing known is a run of its own and says that it starts in the middle; control: a whole session does not', async () => {
    const store = openMemoryStore();
    const session = worked();
    const slice = session.after().prompt('And the next day?').reply('Still 47.');
    const [alone] = await sealAll(store, slice.text());
    const [whole] = await sealAll(store, session.text());
    expect(alone).toMatchObject({ status: 'new' });
    expect(alone?.branch).not.toBe(whole?.branch);
    const codes = async (head: unknown) => must(await summarise(store, head as never)).findings.map(({ code }) => code);
    expect(await codes(alone?.head)).toContain('starts-mid-session');
    expect(await codes(whole?.head)).not.toContain('starts-mid-session');
  });

  test('of which the run went on otherwise since is a branch of that run', async () => {
    const store = openMemoryStore();
    const session = worked();
    const one = session.after().prompt('One way.').reply('Yes.');
    const other = session.after().prompt('Another way.').reply('No.');
    await sealAll(store, session.text());
    const [first] = await sealAll(store, one.text());
    const [second] = await sealAll(store, other.text());
    expect(second).toMatchObject({ status: 'diverged' });
    expect(second?.branch.split('#')[0]).toBe(first?.branch.split('#')[0]);
    expect(second?.findings).toMatchObject([{ code: 'run-diverged', record: session.lines.length }]);
  });
});

/** Lines by hand: a record of a main session, or with an agent of a side-chain. */
const line = (uuid: string, parentUuid: string | null, agentId?: string): string =>
  JSON.stringify({
    type: 'user',
    uuid,
    parentUuid,
    sessionId: 's',
    message: { content: `says ${uuid}` },
    ...(agentId === undefined ? {} : { isSidechain: true, agentId }),
  });

const codesOf = async (store: ReturnType<typeof openMemoryStore>, head: unknown): Promise<string[]> =>
  must(await summarise(store, head as never)).findings.map(({ code }) => code);

describe('what continues a run, and what does not', () => {
  const run = [line('A', null), line('B', 'A')];
  const slice = [line('D', 'B'), line('E', 'D')];

  test('a run without a final new line is continued on a line of its own, as one file of both would be', async () => {
    const store = openMemoryStore();
    await sealAll(store, run.join('\n'));
    const [second] = await sealAll(store, textOf(slice));
    expect(second).toMatchObject({ status: 'continued' });
    expect(await codesOf(store, second?.head)).toEqual([]);
    expect(await sealAll(store, textOf([...run, ...slice]))).toMatchObject([
      { status: 'unchanged', head: second?.head },
    ]);
  });

  test('nothing is put behind a torn record, so that none is lost in it', async () => {
    const store = openMemoryStore();
    await sealAll(store, `${textOf(run)}{"type":"user","uuid":"C","mess`);
    const [second] = await sealAll(store, textOf(slice));
    expect(second).toMatchObject({ status: 'new' });
    expect(must(await summarise(store, second?.head as never)).context).toBe(2);
  });

  test('a file is never continued by itself, though its first record names its last', async () => {
    for (const lines of [[line('A', 'A')], [line('A', 'B'), line('B', 'A')]]) {
      const store = openMemoryStore();
      await sealAll(store, textOf(lines));
      expect(await sealAll(store, textOf(lines))).toMatchObject([{ status: 'unchanged' }]);
    }
  });

  test('a slice that was sealed before its run stays the run it is', async () => {
    const store = openMemoryStore();
    await sealAll(store, textOf(slice));
    await sealAll(store, textOf(run));
    expect(await sealAll(store, textOf(slice))).toMatchObject([{ status: 'unchanged', branch: 'claude-code:D#1' }]);
  });

  test('a sub-agent that was called behind the tip of a session is no part of it, in the file or in its own', async () => {
    const agent = [line('S', 'B', 'ag'), line('T', 'S', 'ag')];
    const store = openMemoryStore();
    await sealAll(store, textOf(run));
    expect(await sealAll(store, textOf(agent))).toMatchObject([{ status: 'new', branch: 'claude-code:S/ag#1' }]);
    const grown = await sealAll(store, textOf([...run, line('F', 'B'), ...agent]));
    expect(grown.map(({ status, chain }) => [status, chain])).toEqual([
      ['continued', null],
      ['shorter', 'ag'],
    ]);
  });

  test('a side-chain that goes on in a slice is one run with what stands before it', async () => {
    const first = [...run, line('S', null, 'ag')];
    const second = [...slice, line('T', 'S', 'ag')];
    const store = openMemoryStore();
    await sealAll(store, textOf(first));
    const sealed = await sealAll(store, textOf(second));
    expect(sealed.map(({ status, branch }) => [status, branch])).toEqual([
      ['continued', 'claude-code:A#1'],
      ['continued', 'claude-code:S/ag#1'],
    ]);
    const whole = await sealAll(store, textOf([...first, ...second]));
    expect(whole.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
  });

  test('the tip of a session is not the record of a side-chain that stands behind it', async () => {
    const store = openMemoryStore();
    await sealAll(store, textOf([...run, line('S', null, 'ag')]));
    expect((await sealAll(store, textOf(slice)))[0]).toMatchObject({ status: 'continued' });
  });

  test('the ends of known runs are read once for all side-chains of a file, not once for each', async () => {
    const readsOf = async (chains: number): Promise<number> => {
      const store = openMemoryStore();
      let reads = 0;
      const counting = otherwise(store, {
        get: (id) => {
          reads += 1;
          return store.get(id);
        },
      });
      const agents = Array.from({ length: chains }, (_, at) => line(`S${at}`, `gone${at}`, `agent${at}`));
      await sealAll(counting, textOf([...run, ...agents]));
      return reads;
    };
    expect((await readsOf(80)) / (await readsOf(20))).toBeLessThan(6);
  });
});

test('a branch whose last node was lost is whole again after its file is sealed again, and no second one is made', async () => {
  const store = openMemoryStore();
  const text = worked().text();
  const [first] = await sealAll(store, text);
  const lost = otherwise(store, { get: async (id) => (id === first?.head ? undefined : store.get(id)) });
  expect(await sealAll(lost, text)).toMatchObject([{ status: 'unchanged', branch: first?.branch, head: first?.head }]);
});

describe('a file of a known run with other bytes', () => {
  const lines = worked().lines;

  test('in which one record was rewritten keeps both, on another branch, and names the record', async () => {
    const store = openMemoryStore();
    const rewritten = lines.map((line, at) => (at === 4 ? line.replace('47', '74') : line));
    const [first] = await sealAll(store, textOf(lines));
    const [second] = await sealAll(store, textOf(rewritten));
    expect(second?.branch).not.toBe(first?.branch);
    expect(second?.findings).toMatchObject([{ code: 'record-rewritten', record: 4, facts: { count: 1 } }]);
    const start = Buffer.byteLength(textOf(rewritten.slice(0, 4)));
    expect(second?.findings[0]?.span).toEqual({ start, end: start + Buffer.byteLength(rewritten[4] ?? '') });
    for (const one of [first, second])
      expect(must(await verifyObject(store, one?.head as never)).verdict.verified).toBe(true);
    // The same is said when nothing was added; control: of the first branch it is not.
    expect(await sealAll(store, textOf(rewritten))).toMatchObject([
      { status: 'unchanged', findings: [{ code: 'record-rewritten' }] },
    ]);
    expect(await sealAll(store, textOf(lines))).toMatchObject([{ status: 'unchanged', findings: [] }]);
  });

  test('that only calls the session otherwise is a branch of the same run, told by one finding for all its records', async () => {
    const store = openMemoryStore();
    await sealAll(store, textOf(lines));
    const copy = lines.map((line) => line.replace(/"sessionId":"[^"]*"/, '"sessionId":"copied"'));
    const [second] = await sealAll(store, textOf(copy));
    expect(second?.findings).toMatchObject([{ code: 'record-rewritten', record: 0, facts: { count: lines.length } }]);
  });

  test('that went another way says where; control: one that only grew does not', async () => {
    const store = openMemoryStore();
    const session = worked();
    const other = session.after().prompt('Another way.');
    const base = session.text();
    await sealAll(store, session.prompt('One way.').text());
    const [second] = await sealAll(store, base + other.text());
    expect(second).toMatchObject({ status: 'diverged', findings: [{ code: 'run-diverged', record: 11 }] });
    const [grown] = await sealAll(store, session.reply('Good.').text());
    expect(grown).toMatchObject({ status: 'continued', findings: [] });
  });
});

test('a document that only grew continues its run without a finding; control: one that was changed says where', async () => {
  const message = (text: string): object => ({ role: 'user', content: text });
  const array = (...texts: string[]): string => JSON.stringify(texts.map(message), null, 1);
  const store = openMemoryStore();
  await sealAll(store, array('one', 'two'));
  expect(await sealAll(store, array('one', 'two', 'three'))).toMatchObject([{ status: 'continued', findings: [] }]);
  expect(await sealAll(store, array('one', 'another'))).toMatchObject([
    { status: 'diverged', findings: [{ code: 'run-diverged', record: 2 }] },
  ]);
});

describe('a file that differs only behind its last record', () => {
  const text = worked().text();

  test('without its final new line is a beginning of what was sealed; control: with it nothing is added', async () => {
    const store = openMemoryStore();
    const [first] = await sealAll(store, text);
    expect(await sealAll(store, text.slice(0, -1))).toMatchObject([{ status: 'shorter', head: first?.head }]);
    expect(await sealAll(store, text)).toMatchObject([{ status: 'unchanged', head: first?.head }]);
  });

  test('with another tail than was sealed is no continuation of it, and both verify', async () => {
    const store = openMemoryStore();
    const [first] = await sealAll(store, `${text}{"type":"user","uuid":"torn","mess`);
    for (const other of [
      `${text}{"type":"user","uuid":"whole"}\n`,
      `${text}{"other`,
      `${text}{"type":"xser","uuid":"torn","mess`,
    ]) {
      const [second] = await sealAll(store, other);
      expect(second?.branch, other.slice(-30)).not.toBe(first?.branch);
      expect(Buffer.from(await exported(store, second?.head as never)).toString()).toBe(other);
      expect(must(await verifyObject(store, second?.head as never)).verdict.verified).toBe(true);
    }
    const grown = `${text}{"type":"user","uuid":"torn","message":{"content":"on"}}\n`;
    expect(await sealAll(store, grown)).toMatchObject([{ status: 'continued', branch: first?.branch }]);
  });
});

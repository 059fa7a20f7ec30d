import { rawContentId } from '@ken/address';
import { deliveryRun, type Reads, readsOf } from '@ken/session';
import { describe, expect, test } from 'vitest';
import { must, sealed } from '../running.ts';

const text = Array.from({ length: 8 }, (_, at) => `rule ${at + 1}: a statement is broken after entry ${at}.`)
  .join('\n')
  .concat('\n');
const path = '/project/rules.md';
const lines = text.split('\n');
const shown = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n');
const id = rawContentId(new TextEncoder().encode(text));

/** A read of the whole text by Claude Code, of which each part can be another. */
interface Read {
  readonly tool?: string;
  readonly input?: object;
  /** Fields of the block that answers. */
  readonly answer?: object;
  /** Fields of the record that holds it. */
  readonly record?: object;
  readonly account?: object;
  /** What the model says behind it, as the content of its message. */
  readonly says?: unknown;
  /** Fields of that record. */
  readonly model?: object;
}

const uuid = (at: number): string => `00000000-0000-4000-8000-00000000000${at}`;

const session = ({ tool = 'Read', input, answer, record, account, says, model }: Read): string => {
  const file = { filePath: path, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length };
  const common = { isSidechain: false, sessionId: 's', version: '2.1.20', timestamp: '2026-02-03T04:05:06.000Z' };
  const block = { type: 'tool_result', tool_use_id: 'toolu_1', content: shown, ...answer };
  const call = { type: 'tool_use', id: 'toolu_1', name: tool, input: input ?? { file_path: path } };
  const records = [
    { type: 'user', message: { role: 'user', content: 'Read the rules.' } },
    { type: 'assistant', message: { id: 'msg_1', role: 'assistant', content: [call] } },
    {
      type: 'user',
      message: { role: 'user', content: [block] },
      toolUseResult: { type: 'text', file: { ...file, ...account } },
      ...record,
    },
    { type: 'assistant', message: { id: 'msg_2', role: 'assistant', content: says ?? 'Read.' }, ...model },
  ];
  return records
    .map((one, at) => JSON.stringify({ parentUuid: at === 0 ? null : uuid(at - 1), uuid: uuid(at), ...common, ...one }))
    .concat('')
    .join('\n');
};

const readsIn = async (read: Read): Promise<Reads> => {
  const { store, head } = await sealed(session(read));
  const bytes = new TextEncoder().encode(text);
  return readsOf(must(await deliveryRun(store, head)).run, [{ path, bytes, anywhere: true }]);
};

const asModel = {
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: shown }],
};

test('control: the read that every case below changes in one part is a delivery that was answered', async () => {
  expect((await readsIn({})).reads).toMatchObject([
    { path, revision: id, exact: true, whole: true, deliveries: [{ used: true, answered: true }] },
  ]);
});

describe('of Claude Code is no delivery', () => {
  test.each<[string, Read]>([
    ['what Bash prints, with an account of a file', { tool: 'Bash' }],
    ['what a tool of another server gives, with an account', { tool: 'mcp__files__read_file' }],
    ['what a write answers', { tool: 'Write', input: { file_path: path, content: text } }],
    ['what an edit answers', { tool: 'Edit' }],
    ['a tool that is called nearly so', { tool: 'read' }],
    [
      'the text as it is, out of Bash',
      { tool: 'Bash', answer: { content: text }, account: { filePath: '/elsewhere' } },
    ],
    ['the text as it is, out of Read', { answer: { content: text }, account: { filePath: '/elsewhere' } }],
    ['a result in a record of the model', { record: { type: 'assistant', message: asModel } }],
    ['a result in a record of the system', { record: { type: 'system', subtype: 'note' } }],
    ['a result without its call', { answer: { tool_use_id: 'toolu_2' } }],
    ['a result that names no call', { answer: { tool_use_id: undefined } }],
    ['an account of another file than the call asked for', { account: { filePath: '/project/other.md' } }],
    ['an account of no file', { account: { filePath: undefined } }],
    ['a call that asks for no file', { input: {} }],
    ['a call that asks for another file', { input: { file_path: '/project/other.md' } }],
    ['a failure', { answer: { is_error: true } }],
    ['a failure that is told as text', { answer: { is_error: 'true' } }],
    ['a failure that is told as a number', { answer: { is_error: 1 } }],
    ['what the account does not render to', { answer: { content: shown.replace('entry 3', 'entry 4') } }],
    ['an account of more lines than it has', { account: { numLines: 99 } }],
    ['what stands in a side-chain, where the session has more', { record: { isSidechain: true, agentId: 'a' } }],
    ['nothing, with an account of everything', { answer: { content: '' } }],
  ])('%s', async (_, read) => {
    const { reads } = await readsIn(read);
    expect(reads).toEqual([]);
  });
});

describe('of Claude Code is no answer', () => {
  test.each<[string, Read]>([
    ['an empty message', { says: '' }],
    ['a message without a block', { says: [] }],
    ['white space', { says: ' \n' }],
    ['what another agent said', { model: { isSidechain: true, agentId: 'a' } }],
    ['an answer that follows what is not in the file', { model: { parentUuid: uuid(8) } }],
    ['an answer that follows the call, and no result of it', { model: { parentUuid: uuid(1) } }],
    ['what the model said in the breath of the call', { model: { message: { id: 'msg_1', content: 'Read.' } } }],
    ['a block without a text', { says: [{ type: 'text', text: '' }] }],
    ['a thought that is not told', { says: [{ type: 'thinking', thinking: '', signature: 'x' }] }],
    [
      'what the harness says in its place',
      { model: { message: { id: 'msg_2', model: '<synthetic>', content: 'Read.' } } },
    ],
    ['a message that belongs to no answer', { model: { message: { role: 'assistant', content: 'Read.' } } }],
    ['what the harness put there', { model: { type: 'user', message: { role: 'user', content: 'Read.' } } }],
  ])('%s; the end of the file, all the same, leaves it to be used', async (_, read) => {
    expect((await readsIn(read)).reads).toMatchObject([{ whole: true, deliveries: [{ used: true, answered: false }] }]);
  });
});

const compaction = (at: number, session: string): string =>
  [
    {
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      content: 'x',
      compactMetadata: { trigger: 'auto' },
    },
    { type: 'user', parentUuid: uuid(at), isCompactSummary: true, message: { role: 'user', content: 'A summary.' } },
    { type: 'assistant', parentUuid: uuid(at + 1), message: { id: 'msg_9', role: 'assistant', content: 'Going on.' } },
  ]
    .map((one, index) => JSON.stringify({ isSidechain: false, sessionId: 's', uuid: uuid(at + index), ...one }))
    .concat('')
    .reduce((text, line) => `${text}${line}\n`, session)
    .replace(/\n+$/, '\n');

test('what the harness says between a read and a compaction is no use of it; control: the model', async () => {
  const used = async (read: Read) => {
    const { store, head } = await sealed(compaction(4, session(read)));
    const { run } = must(await deliveryRun(store, head));
    return run.seen.map((one) => [one.used, one.left !== null]);
  };
  expect(await used({})).toEqual([[true, true]]);
  const model = { message: { id: 'msg_2', model: '<synthetic>', content: 'No response requested.' } };
  expect(await used({ model })).toEqual([[false, true]]);
});

test('the reads of a side-chain that a file begins with are the session’s only where it has nothing else', async () => {
  const lines = session({}).trimEnd().split('\n');
  const aside = lines.map((line) => JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: 'a' }));
  const main = { parentUuid: null, isSidechain: false, sessionId: 's', uuid: uuid(9) };
  const own = JSON.stringify({ ...main, type: 'user', message: { role: 'user', content: 'Go on.' } });
  const reads = async (all: readonly string[]) => {
    const { store, head } = await sealed(`${all.join('\n')}\n`);
    return must(await deliveryRun(store, head)).run.seen.length;
  };
  expect([await reads(aside), await reads([...aside, own])]).toEqual([1, 0]);
});

test('numbers and a reminder do not make a short text one that tells', async () => {
  const short = '1.4.0\n';
  const reminder = `\n\n<system-reminder>\n${'Whenever you read a file, consider it well. '.repeat(3)}\n</system-reminder>\n`;
  const found = async (there: string) => {
    const account = { filePath: '/elsewhere/VERSION', content: short, numLines: 2, totalLines: 2 };
    const answer = { content: `     1→1.4.0\n     2→${reminder}` };
    const { store, head } = await sealed(session({ input: { file_path: '/elsewhere/VERSION' }, account, answer }));
    const bytes = new TextEncoder().encode(short);
    const { reads } = readsOf(must(await deliveryRun(store, head)).run, [{ path: there, bytes, anywhere: true }]);
    return reads.map((read) => read.path);
  };
  expect(await found('/project/VERSION')).toEqual(['/elsewhere/VERSION']);
  expect(await found('/elsewhere/VERSION')).toEqual(['/elsewhere/VERSION']);
});

test('a file that the call and the account name in two ways is one file', async () => {
  for (const [asked, named, cwd] of [
    ['rules.md', path, '/project'],
    ['/project/./docs/../rules.md', path, '/'],
    ['C:/project/rules.md', 'C:\\project\\rules.md', 'C:\\project'],
  ]) {
    const { store, head } = await sealed(
      session({ input: { file_path: asked }, account: { filePath: named }, record: { cwd } }),
    );
    const [read] = readsOf(must(await deliveryRun(store, head)).run, []).reads;
    expect(read, asked).toMatchObject({ path: named, whole: true });
  }
});

test('of calls that were made together the answer has every result, whichever it follows', async () => {
  const common = { isSidechain: false, sessionId: 's', timestamp: '2026-02-03T04:05:06.000Z' };
  const at = (index: number, parent: number | null, fields: object) =>
    JSON.stringify({ uuid: uuid(index), parentUuid: parent === null ? null : uuid(parent), ...common, ...fields });
  const call = (id: string) => {
    const content = [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
    return { type: 'assistant', message: { id: 'msg_1', role: 'assistant', content } };
  };
  const file = { filePath: path, content: text, numLines: lines.length, startLine: 1, totalLines: lines.length };
  const result = (id: string) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: shown }] },
    toolUseResult: { file },
  });
  const answered = async (parent: number) => {
    const records = [
      at(0, null, { type: 'user', message: { role: 'user', content: 'Read.' } }),
      at(1, 0, call('a')),
      at(2, 1, call('b')),
      at(3, 1, result('a')),
      at(4, 2, result('b')),
      at(5, parent, { type: 'assistant', message: { id: 'msg_2', role: 'assistant', content: 'Read.' } }),
    ];
    const { store, head } = await sealed(`${records.join('\n')}\n`);
    return must(await deliveryRun(store, head)).run.seen.map((one) => one.answered);
  };
  expect(await answered(4)).toEqual([true, true]);
  expect(await answered(3)).toEqual([true, true]);
  expect(await answered(1)).toEqual([false, false]);
});

test('a path goes out from the folder of the call, and not from that of its result', async () => {
  const input = { file_path: 'rules.md' };
  for (const [from, there, count] of [
    ['/project', '/elsewhere', 1],
    ['/elsewhere', '/project', 0],
  ] as const) {
    const records = session({ input, account: { filePath: path }, record: { cwd: there } }).split('\n');
    const placed = records.with(1, JSON.stringify({ ...JSON.parse(records[1] ?? ''), cwd: from }));
    const { store, head } = await sealed(placed.join('\n'));
    expect(readsOf(must(await deliveryRun(store, head)).run, []).reads).toHaveLength(count);
  }
});

test('what stood there before a record that cannot be read may be gone: it was not used; control: behind it', async () => {
  const [prompt = '', call = '', result = '', answer = ''] = session({}).trimEnd().split('\n');
  const boundary = '"type":"system","subtype":"compact_boundary","isSidechain":false,"sessionId":"s"';
  for (const odd of [`{"uuid":"${uuid(7)}","uuid":"${uuid(7)}",${boundary}}`, `{"uuid":"${uuid(7)}",${boundary}`]) {
    const used = async (...all: string[]) => {
      const { store, head } = await sealed(`${all.join('\n')}\n`);
      return must(await deliveryRun(store, head)).run.seen.map((one) => one.used);
    };
    expect(await used(prompt, call, result, odd, answer)).toEqual([false]);
    expect(await used(prompt, odd, call, result, answer)).toEqual([true]);
  }
});

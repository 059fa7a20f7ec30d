import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { departuresIn, inShort, type Told, tell } from '../claude-code/transcripts.ts';
import { holds, kept, tellAnyhow } from '../documents.ts';

const METADATA = { sessionId: 's-1', projectHash: 'p', startTime: 't', lastUpdated: 't' };

type Line = Readonly<Record<string, unknown>>;

const user = (id: string, content: unknown): Line => ({ id, timestamp: 't', type: 'user', content });
const gemini = (id: string, content: unknown, more: Line = {}): Line => ({
  id,
  timestamp: 't',
  type: 'gemini',
  content,
  ...more,
});
const call = (id: string, result?: unknown): Line => ({
  id,
  name: 'read_file',
  args: {},
  ...(result ? { result } : {}),
});
const answer = [{ functionResponse: { response: { output: 'x' } } }];

const read = (...lines: readonly Line[]): Told =>
  tellAnyhow(Buffer.from([METADATA, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')));

const left = (told: Told): unknown[] => [...kept(told.records).values()].map((text) => JSON.parse(text) as unknown);

describe('Gemini CLI, record by record', () => {
  test('metadata, notices and settings are beside', () => {
    const told = read(
      user('u', 'hi'),
      { id: 'i', type: 'info', content: 'n' },
      { $set: { lastUpdated: 'u' } },
      gemini('g', 'ho'),
    );
    expect(told.records.map(({ reason, place, producer }) => [reason, place, producer])).toEqual([
      ['metadata', 'beside', null],
      ['user', 'context', 'operator'],
      ['info', 'beside', 'harness'],
      ['set', 'beside', null],
      ['gemini', 'context', 'model'],
    ]);
    expect(told.reading.identity()).toEqual({ key: 'gemini:s-1', label: 's-1', follows: null });
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
  });

  test('the last of an id wins: the one before leaves when it comes, and its calls with it', () => {
    const told = read(
      user('u', 'hi'),
      gemini('g', '', { toolCalls: [call('c')] }),
      gemini('g', '', { toolCalls: [call('c', answer)] }),
      user('v', 'on'),
    );
    expect(departuresIn(told)).toEqual([[3, 'branch', 'harness', [JSON.stringify([call('c')])]]]);
    expect(left(told)).toEqual(['hi', [call('c', answer)], 'on']);
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
  });

  test('a rewind takes back the message that it names and all behind it, in the order of the conversation', () => {
    const told = read(
      user('a', '1'),
      gemini('b', '2'),
      user('c', '3'),
      gemini('b', '2, once more'),
      { $rewindTo: 'c' },
      user('d', '4'),
    );
    expect(left(told)).toEqual(['1', '2, once more', '4']);
    expect(departuresIn(told)).toEqual([
      [4, 'branch', 'harness', ['"2"']],
      [5, 'rewind', 'user', ['"3"']],
    ]);
    expect(told.findings.map(inShort)).toContainEqual(['branch-abandoned', 5, { records: 1, cause: 'rewind' }]);
  });

  test('a rewind to a message that is not there takes back everything, as the program does', () => {
    const told = read(user('a', '1'), gemini('b', '2'), { $rewindTo: 'x' }, user('c', '3'));
    expect(left(told)).toEqual(['3']);
    expect(departuresIn(told)).toEqual([[3, 'clearing', 'user', ['"1"', '"2"']]]);
    expect(told.findings.map(inShort)).toContainEqual(['context-cleared', 3, { records: 2 }]);
    expect(departuresIn(read({ $rewindTo: 'x' }))).toEqual([]);
  });

  test('a list of messages that is set takes the place of all before; going back into it cuts it there', () => {
    const listed = [user('x', 'one'), gemini('y', 'two'), user('z', 'three')];
    const told = read(
      user('a', '1'),
      { $set: { messages: listed } },
      user('b', '2'),
      { $rewindTo: 'y' },
      user('c', '3'),
    );
    expect(told.records[2]).toMatchObject({
      reason: 'set/messages',
      place: 'context',
      context: { path: '$set.messages' },
    });
    expect(departuresIn(told)).toEqual([
      [2, 'branch', 'harness', ['"1"']],
      [4, 'rewind', 'user', [`${JSON.stringify(listed[1])},${JSON.stringify(listed[2])}`, '"2"']],
    ]);
    expect(read(user('a', '1'), { $set: { messages: [] } }).records[2]?.place).toBe('beside');
  });

  test('what the model saw: content, tool calls, or where it saw both the message', () => {
    const both = gemini('b', 'text', { toolCalls: [call('d', answer)] });
    const told = read(
      gemini('a', '', { toolCalls: [call('c', answer)] }),
      both,
      gemini('e', [{ text: 'x' }]),
      gemini('f', ''),
    );
    expect(told.records.slice(1).map(({ context }) => context?.path)).toEqual(['toolCalls', '$', 'content', 'content']);
    expect(read(gemini('a', null)).records[1]).toMatchObject({ place: 'beside', reason: 'no-content' });
  });

  test('a call without a result, and one under a name that was used before', () => {
    const told = read(
      gemini('a', '', { toolCalls: [call('c', answer)] }),
      gemini('b', '', { toolCalls: [call('c'), { ...call('d', answer), name: 'web_fetch' }] }),
    );
    expect(told.findings.map(inShort).slice(1)).toEqual([
      ['call-id-repeated', 2, { first: 1 }],
      ['call-without-result', 2, { near: 'end' }],
    ]);
    expect(told.records.map(({ generated }) => generated)).toEqual([null, null, 'web_fetch']);
  });

  test('a context that shrank without a record of it, but not where a rewind is the reason', () => {
    const sized = (id: string, input: number): Line => gemini(id, 'x', { tokens: { input } });
    expect(read(sized('a', 9000), sized('b', 5000)).findings.map(inShort)).toContainEqual([
      'context-shrank-unrecorded',
      2,
      { from: 9000, to: 5000, tokens: 4000 },
    ]);
    const told = read(sized('a', 4000), sized('b', 9000), { $rewindTo: 'b' }, sized('c', 5000));
    expect(told.findings.map(({ code }) => code)).not.toContain('context-shrank-unrecorded');
  });

  test('a type that is not known is beside and found; a name that is none is not repeated', () => {
    const told = read({ id: 'a', type: 'new' }, { id: 'b', type: 'a b' }, { x: 1 });
    expect(told.findings.map(inShort).slice(1)).toEqual([
      ['unknown-record-type', 1, { key: 'type', type: 'new' }],
      ['unknown-record-type', 2, { key: 'type', type: null }],
      ['unknown-record-type', 3, { key: 'type', type: null }],
    ]);
  });

  test('without its first line it is known by its first message', () => {
    const file = Buffer.from([user('u', 'a'), gemini('g', 'b')].map((line) => JSON.stringify(line)).join('\n'));
    expect(tell(file).reading.identity()).toEqual({ key: 'gemini:message/u', label: null, follows: null });
    const torn = Buffer.concat([Buffer.from('{"sessionId":"s\n'), file]);
    const told = tell(torn);
    holds(torn, told);
    expect(told.records.map(({ reason }) => reason)).toEqual(['torn', 'user', 'gemini']);
  });
});

/** The conversation as the program itself would load it. */
function loaded(lines: readonly Line[]): unknown[] {
  const messages = new Map<string, Line>();
  for (const line of lines) {
    const target = line['$rewindTo'];
    if (typeof target === 'string') {
      const ids = [...messages.keys()];
      const from = ids.indexOf(target);
      for (const id of from < 0 ? ids : ids.slice(from)) {
        messages.delete(id);
      }
    } else if (typeof line['id'] === 'string') {
      messages.set(line['id'], line);
    }
  }
  return [...messages.values()].filter(({ type }) => type !== 'info').map(({ content }) => content);
}

test('generated sessions: what is left is what the program would load', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(id, fc.uuid()).map(([one, text]): Line => user(one, text)) },
    { weight: 4, arbitrary: fc.tuple(id, fc.uuid()).map(([one, text]): Line => gemini(one, text)) },
    { weight: 1, arbitrary: id.map((one): Line => ({ id: one, type: 'info', content: 'n' })) },
    { weight: 2, arbitrary: id.map((one): Line => ({ $rewindTo: one })) },
    { weight: 1, arbitrary: fc.constant<Line>({ $set: { lastUpdated: 't' } }) },
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
      const told = read(...lines);
      expect(left(told).sort()).toEqual(loaded(lines).sort());
    }),
    { seed: 4, numRuns: 300 },
  );
});

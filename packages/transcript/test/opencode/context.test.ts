import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { departuresIn, inShort, type Told, tell } from '../claude-code/transcripts.ts';
import { holds, kept, tellAnyhow } from '../documents.ts';

type Part = Readonly<Record<string, unknown>>;
interface Message {
  readonly info: Readonly<Record<string, unknown>>;
  readonly parts: readonly Part[];
}

let clock = 1000;
const made = (role: string, parts: readonly Part[], info: Part = {}): Message => {
  clock += 10;
  return { info: { id: `msg_${clock}`, role, sessionID: 'ses', time: { created: clock }, ...info }, parts };
};
const text = (words: string, more: Part = {}): Part => ({ type: 'text', text: words, ...more });
const user = (words: string): Message => made('user', [text(words)]);
const model = (words: string, info: Part = {}): Message => made('assistant', [text(words)], info);
const tool = (id: string, output: unknown, compacted?: unknown): Message =>
  made('assistant', [
    {
      type: 'tool',
      tool: 'read',
      callID: id,
      state: { status: 'completed', input: {}, output, time: { start: 1, end: 2, compacted } },
    },
  ]);
const asking = (more: Part = {}): Message => made('user', [{ type: 'compaction', auto: true, ...more }]);
const summary = (of: Message, info: Part = {}): Message =>
  model('in short', { summary: true, parentID: of.info['id'], ...info });

const written = (messages: readonly Message[]): Buffer =>
  Buffer.from(JSON.stringify({ info: { id: 'ses', slug: 'a' }, messages }, null, 1));
const read = (...messages: readonly Message[]): Told => tellAnyhow(written(messages));
const leaving = (told: Told): unknown[] =>
  told.records.flatMap(({ index, departures }) =>
    departures.map(({ cause, by, parts }) => [index, cause, by, parts.map(({ record }) => record)]),
  );
const codes = (told: Told): unknown[] => told.findings.map(inShort);

describe('a compaction of OpenCode', () => {
  test('is a message that asks for it and the summary that answers it', () => {
    const ask = asking();
    const told = read(user('a'), model('b'), ask, summary(ask), user('c'));
    expect(leaving(told)).toEqual([[4, 'compaction', 'harness', [1, 2]]]);
    expect(told.records.map(({ reason, producer }) => [reason, producer]).slice(3, 5)).toEqual([
      ['user/compaction', 'harness'],
      ['assistant/compact-summary', 'model'],
    ]);
    expect([...kept(told.records).keys()]).toEqual([3, 4, 5]);
    expect(codes(told)).toEqual([]);
  });

  test('was asked for by a person when it is not automatic', () => {
    const ask = asking({ auto: false });
    expect(leaving(read(user('a'), ask, summary(ask)))).toEqual([[3, 'compaction', 'user', [1]]]);
  });

  test('that was asked for twice is that which its summary names, and the last one where it names none', () => {
    const [first, second] = [asking(), asking()];
    const begun = [user('a'), first, model('b'), second];
    expect(leaving(read(...begun, summary(first)))).toEqual([[5, 'compaction', 'harness', [1]]]);
    expect(leaving(read(...begun, summary(second)))).toEqual([[5, 'compaction', 'harness', [1, 2, 3]]]);
    expect(leaving(read(...begun, summary(second, { parentID: undefined })))).toEqual([
      [5, 'compaction', 'harness', [1, 2, 3]],
    ]);
    // What was asked for before it left with everything else.
    expect(leaving(read(...begun, summary(second), summary(first)))).toEqual([[5, 'compaction', 'harness', [1, 2, 3]]]);
    expect(leaving(read(...begun, summary(first), summary(second)))).toEqual([
      [5, 'compaction', 'harness', [1]],
      [6, 'compaction', 'harness', [2, 3]],
    ]);
  });

  test('is none without its summary, nor with one that failed, nor with one that answers something else', () => {
    const ask = asking();
    expect(leaving(read(user('a'), ask, model('b')))).toEqual([]);
    expect(leaving(read(user('a'), ask, summary(ask, { error: { name: 'APIError' } })))).toEqual([]);
    expect(leaving(read(user('a'), ask, summary(user('other'))))).toEqual([]);
    expect(leaving(read(user('a'), model('b', { summary: true })))).toEqual([]);
    expect(leaving(read(user('a'), ask, summary(ask)))).toHaveLength(1);
  });

  test('keeps the messages from one on that it names', () => {
    const tail = user('b');
    const ask = asking({ tail_start_id: tail.info['id'] });
    expect(leaving(read(user('a'), tail, model('c'), ask, summary(ask)))).toEqual([[5, 'compaction', 'harness', [1]]]);
    const lost = asking({ tail_start_id: 'gone' });
    const told = read(user('a'), tail, lost, summary(lost));
    expect(leaving(told)).toEqual([[4, 'compaction', 'harness', [1, 2]]]);
    expect(codes(told)).toEqual([['compaction-unverifiable', 4, { key: 'tail_start_id' }]]);
  });

  test('of a summary is generated from generated', () => {
    const [one, two] = [asking(), asking()];
    const told = read(user('a'), one, summary(one), two, summary(two));
    expect(codes(told)).toEqual([['generated-from-generated', 5, { depth: 2, chain: '3' }]]);
  });
});

describe('an output that was pruned', () => {
  test('leaves at the first record behind it that was made at that time or later', () => {
    const first = tool('c', 'long output', clock + 25);
    const told = read(first, model('b'), model('c'), user('d'));
    expect(departuresIn(told)).toEqual([[3, 'micro-compaction', 'harness', ['"long output"']]]);
    expect(kept(told.records).get(1)).not.toContain('long output');
    expect(codes(told)).toEqual([]);
  });

  test('leaves at a record that was made at that very time', () => {
    const told = read(tool('c', 'out', clock + 20), model('b'), model('c'));
    expect(departuresIn(told)).toEqual([[2, 'micro-compaction', 'harness', ['"out"']]]);
  });

  test('leaves where the document ends, when no record is later', () => {
    const told = read(tool('c', 'out', 9e15), user('b'));
    expect(departuresIn(told)).toEqual([[3, 'micro-compaction', 'harness', ['"out"']]]);
    expect(told.records[3]?.reason).toBe('document-end');
  });

  test('leaves before a record that does not say when it was made; control: one that was made before it', () => {
    for (const time of [{}, { created: '3000' }, undefined])
      expect(departuresIn(read(user('a'), tool('c', 'out', 9e9), model('b', { time })))).toEqual([
        [3, 'micro-compaction', 'harness', ['"out"']],
      ]);
    const waited = departuresIn(read(user('a'), tool('c', 'out', 9e9), model('b'), model('c')));
    expect(JSON.stringify(waited)).not.toContain('[3,');
  });

  test('leaves no second time at a compaction: what is left of its record does', () => {
    const pruned = tool('c', 'out', clock + 15);
    const ask = asking();
    const told = read(pruned, user('b'), ask, summary(ask));
    const [micro, whole] = told.records.flatMap(({ departures }) => departures);
    expect([micro?.cause, whole?.cause]).toEqual(['micro-compaction', 'compaction']);
    expect(whole?.parts[0]?.spans).toHaveLength(2);
    expect([...kept(told.records).keys()]).toEqual([3, 4]);
  });

  test('is found where the file is cut before it left, or where it is no text', () => {
    const file = written([tool('c', 'out', 9e15), user('b')]);
    const told = tell(file.subarray(0, file.length - 3));
    expect(codes(told)).toEqual([['compaction-unverifiable', 2, { key: 'state.time.compacted', count: 1 }]]);
    expect(codes(read(tool('c', null, 5), user('b')))).toEqual([
      ['compaction-unverifiable', 1, { key: 'state.time.compacted', count: 1 }],
    ]);
  });
});

describe('messages of OpenCode', () => {
  test('calls are answered in their part, or not yet', () => {
    const part = { type: 'tool', tool: 'bash', callID: 'x', state: { status: 'running', input: {} } };
    const told = read(tool('c', 'out'), made('assistant', [part]));
    expect(codes(told)).toEqual([['call-without-result', 2, { near: 'end' }]]);
  });

  test('an answer that failed is beside, one that was broken off is not, nor one without a fault', () => {
    const told = read(
      model('a', { error: { name: 'APIError' } }),
      model('b', { error: { name: 'MessageAbortedError' } }),
      model('c'),
      made('assistant', []),
    );
    expect(told.records.slice(1).map(({ reason, place }) => [reason, place])).toEqual([
      ['error', 'beside'],
      ['assistant', 'context'],
      ['assistant', 'context'],
      ['no-content', 'beside'],
    ]);
  });

  test("what the program wrote in the operator's place is the program's; another agent's answer is generated", () => {
    const task = tool('t', 'answer');
    const told = read(user('a'), made('user', [text('go on', { synthetic: true })]), {
      ...task,
      parts: task.parts.map((part) => ({ ...part, tool: 'task' })),
    });
    expect(told.records.slice(1).map(({ producer, generated }) => [producer, generated])).toEqual([
      ['operator', null],
      ['harness', null],
      ['model', 'task'],
    ]);
  });

  test('without a beginning the session is the one that the messages name', () => {
    const file = Buffer.from(`{"messages":[${JSON.stringify(user('a'))}]}`);
    expect(tell(file).reading.identity()?.key).toBe('opencode:ses');
  });
});

test('generated sessions: what is left is what stands behind the last compaction, less what was pruned', () => {
  const step = fc.constantFrom('user', 'model', 'tool', 'pruned', 'compaction');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const messages: Message[] = [];
      let from = 0;
      for (const [at, one] of steps.entries()) {
        if (one === 'compaction') {
          const ask = asking();
          from = messages.length;
          messages.push(ask, summary(ask));
        } else if (one === 'tool' || one === 'pruned') {
          messages.push(tool(`call-${at}`, `out-${at}`, one === 'pruned' ? clock + 15 : undefined));
        } else {
          messages.push(one === 'user' ? user(`text-${at}`) : model(`text-${at}`));
        }
      }
      if (messages.length === 0) {
        return;
      }
      const file = written(messages);
      const told = tell(file);
      holds(file, told);
      const left = kept(told.records);
      expect([...left.keys()]).toEqual(messages.flatMap((_, at) => (at >= from ? [at + 1] : [])));
      for (const [record, shown] of left) {
        expect(shown.includes('"output": "out-')).toBe(
          messages[record - 1]?.parts.some((part) => {
            const state = part['state'] as { readonly time: { readonly compacted?: number } } | undefined;
            return state !== undefined && state.time.compacted === undefined;
          }),
        );
      }
    }),
    { seed: 8, numRuns: 200 },
  );
});

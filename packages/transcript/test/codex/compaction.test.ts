import { describe, expect, test } from 'vitest';
import { departuresIn, inShort, messagesOf, shown, type Told, tellLines } from './told.ts';
import { call, compacted, event, item, line, message, meta, output, prompt, sealed, size } from './transcripts.ts';

const a = prompt('a', { id: 'msg_a' });
const b = message('assistant', 'b', { id: 'msg_b' });
const summary = prompt('what was done', { id: 'msg_s' });
const text = (value: unknown): string => JSON.stringify(value);

/** A file of these items, with a compaction behind them. */
const after = (items: readonly unknown[], history: unknown, fields = {}): Told =>
  tellLines(meta(), ...items.map(item), compacted(history, fields));

/** What the model saw of the last record, and where. */
function lastOf({ records }: Told): unknown {
  const record = records.at(-1);
  return record === undefined || record.context === null ? null : [record.context.path, shown(record)];
}

describe('a compaction', () => {
  test('keeps an earlier item that stands equal in the new history, and elides every other', () => {
    const told = after([a, b], [a, summary]);
    expect(departuresIn(told)).toEqual([[3, 'compaction', 'harness', [text(b)]]]);
    expect(told.records[3]).toMatchObject({ place: 'context', reason: 'compacted', producer: 'harness', id: null });
  });

  test('compares what is parsed: another way of writing is the same item', () => {
    const rewritten = compacted('HERE').replace(
      '"HERE"',
      `[ {"content":[{"text":"\\u0061", "type":"input_text"}],"role":"user","id":"msg_a","type":"message"} ]`,
    );
    expect(departuresIn(tellLines(meta(), item(a), item(b), rewritten))).toEqual([
      [3, 'compaction', 'harness', [text(b)]],
    ]);
  });

  test.each([
    ['another id', { ...a, id: 'msg_z' }],
    ['no id', prompt('a')],
    ['another text', prompt('A', { id: 'msg_a' })],
    ['a further key', { ...a, phase: 'x' }],
  ])('keeps no item under %s', (_name, other) => {
    expect(departuresIn(after([a], [other]))).toEqual([[2, 'compaction', 'harness', [text(a)]]]);
    expect(departuresIn(after([a], [a]))).toEqual([]);
  });

  test('matches equal items one for one, the first first', () => {
    const same = prompt('again');
    const told = after([same, b, same], [same, summary]);
    expect(departuresIn(told)).toEqual([[4, 'compaction', 'harness', [text(b), text(same)]]]);
    expect(departuresIn(after([same, b, same], [same, same]))).toEqual([[4, 'compaction', 'harness', [text(b)]]]);
    expect(lastOf(after([same], [same, same]))).toEqual(['payload.replacement_history.1', text(same)]);
  });

  test("is a person's where the line says so", () => {
    expect(departuresIn(after([a], [summary], { trigger: 'manual' }))).toEqual([[2, 'compaction', 'user', [text(a)]]]);
    expect(departuresIn(after([a], [summary], { trigger: 'auto' }))).toEqual([[2, 'compaction', 'harness', [text(a)]]]);
  });

  test('to nothing empties the context', () => {
    const told = after([a, b], []);
    expect(departuresIn(told)).toEqual([[3, 'compaction', 'harness', [text(a), text(b)]]]);
    expect(told.records[3]).toMatchObject({ place: 'beside', reason: 'compacted', producer: null });
  });

  test('of which the payload has a key twice is not interpreted', () => {
    const twice = compacted([summary]).replace('"message":""', '"message":"","message":""');
    const told = tellLines(meta(), item(a), twice);
    expect([departuresIn(told), told.findings.map(inShort)]).toEqual([
      [],
      [['duplicate-key', 2, { object: 'payload' }]],
    ]);
  });
});

describe('what the model saw of the line', () => {
  test('is nothing when nothing is new', () => {
    expect(lastOf(after([a, b], [b]))).toBe(null);
  });

  test('is the one item that is new', () => {
    expect(lastOf(after([a, b], [a, summary]))).toEqual(['payload.replacement_history.1', text(summary)]);
  });

  test('is the whole history when several are', () => {
    const more = message('developer', 'rules');
    const history = [more, a, summary];
    expect(lastOf(after([a, b], history))).toEqual(['payload.replacement_history', text(history)]);
  });

  test('is the summary of a line without a history, where what left is not known', () => {
    const told = tellLines(meta(), item(a), line('compacted', { message: 'what was done' }));
    expect(lastOf(told)).toEqual(['payload.message', '"what was done"']);
    expect([departuresIn(told), told.findings.map(inShort)]).toEqual([
      [],
      [['compaction-unverifiable', 2, { key: 'payload.replacement_history', count: null }]],
    ]);
    const nothing = tellLines(meta(), item(a), line('compacted', { message: '', replacement_history: null }));
    expect(lastOf(nothing)).toBe(null);
    expect(nothing.findings).toHaveLength(1);
  });
});

describe('an item that stands in the line alone', () => {
  const more = message('developer', 'rules');
  const first = [more, a, summary];

  test('stays or leaves at the next compaction like any other; copies leave', () => {
    const told = tellLines(meta(), item(a), item(b), compacted(first), compacted([more, a, prompt('new')]));
    expect(departuresIn(told).at(-1)).toEqual([4, 'compaction', 'harness', [`${text(a)}|${text(summary)}`]]);
    expect(lastOf(told)).toEqual(['payload.replacement_history.2', text(prompt('new'))]);
  });

  test('takes with it all that is left of the line when it is the last', () => {
    const told = tellLines(meta(), item(a), compacted(first), compacted([more]), compacted([]));
    expect(departuresIn(told)).toEqual([
      [3, 'compaction', 'harness', [text(a), `${text(a)}|${text(summary)}`]],
      [4, 'compaction', 'harness', [`[${text(more)},|,|]`]],
    ]);
  });
});

describe('what is encrypted', () => {
  test('as a new item is unverifiable: nothing leaves', () => {
    const told = after([a, b], [a, sealed()]);
    expect(departuresIn(told)).toEqual([]);
    expect(told.findings.map(inShort)).toEqual([
      ['compaction-unverifiable', 3, { key: 'payload.replacement_history', encrypted: 1 }],
    ]);
    expect(messagesOf(told)[0]).toContain('encrypted in one item');
    expect(lastOf(told)).toEqual(['payload.replacement_history.1', text(sealed())]);
  });

  test('as the summary is too', () => {
    const told = after([a], [summary], { encrypted_content: 'gAAA' });
    expect([departuresIn(told), told.findings.length]).toEqual([[], 1]);
  });

  test('as an item that was there before is none of this', () => {
    const thought = { type: 'reasoning', summary: [], encrypted_content: 'gAAA' };
    const told = after([a, thought, b], [a, thought, summary]);
    expect([departuresIn(told), told.findings]).toEqual([[[4, 'compaction', 'harness', [text(b)]]], []]);
  });

  test('leaves at the next compaction that can be read, with all that it stood for', () => {
    const told = tellLines(meta(), item(a), item(b), compacted([a, sealed()]), compacted([a, summary]));
    expect(departuresIn(told)).toEqual([[4, 'compaction', 'harness', [text(b), text(sealed())]]]);
  });
});

describe('a summary of a summary', () => {
  const of = (...lines: readonly string[]): unknown[] =>
    tellLines(...lines)
      .findings.filter(({ code }) => code === 'generated-from-generated')
      .map(inShort);
  const says = (one: string): string => compacted([a, prompt(one)], { message: one });

  test('is found, with how many stand behind it', () => {
    expect(of(meta(), item(a), item(b), says('one'))).toEqual([]);
    expect(of(meta(), item(a), item(b), says('one'), says('two'), says('three'))).toEqual([
      ['generated-from-generated', 4, { depth: 2, chain: '3' }],
      ['generated-from-generated', 5, { depth: 3, chain: '3, 4' }],
    ]);
  });

  test('is none where the summary stays and only what came behind it leaves', () => {
    expect(of(meta(), item(a), says('one'), item(b), says('one'))).toEqual([]);
  });

  test('is none where what leaves of the line is not its summary', () => {
    const more = message('developer', 'rules');
    const told = [meta(), item(a), compacted([more, prompt('one')], { message: 'one' }), compacted([prompt('one')])];
    expect(of(...told)).toEqual([]);
    expect(departuresIn(tellLines(...told)).at(-1)).toEqual([3, 'compaction', 'harness', [text(more)]]);
  });

  test('counts one that is encrypted', () => {
    expect(of(meta(), item(a), says('one'), compacted([a, sealed()]), compacted([summary]))).toEqual([
      ['generated-from-generated', 4, { depth: 3, chain: '2, 3' }],
    ]);
  });

  test('has an unknown depth where the beginning of the session is missing', () => {
    expect(of(item(a), says('one'), says('two'))).toEqual([
      ['generated-from-generated', 2, { depth: 'unknown', chain: '1' }],
    ]);
  });
});

describe('turns that were taken back', () => {
  const back = (turns: unknown): string => event('thread_rolled_back', { num_turns: turns });
  const session = [meta(), item(message('developer', 'd')), item(a), item(b), item(prompt('c')), item(call('t'))];

  test('leave from the prompt on, as a rewind of the user', () => {
    const told = tellLines(...session, item(output('t')), back(1));
    expect(departuresIn(told)).toEqual([
      [7, 'rewind', 'user', [text(prompt('c')), text(call('t')), text(output('t'))]],
    ]);
    expect(told.findings.map(inShort)).toEqual([['branch-abandoned', 7, { records: 3, cause: 'rewind' }]]);
    expect(told.records[7]).toMatchObject({ place: 'beside', reason: 'event_msg/thread_rolled_back' });
  });

  test('are as many as the line says; what stands before the first stays', () => {
    const parts = (turns: number): unknown => (departuresIn(tellLines(...session, back(turns)))[0] as unknown[])[3];
    expect(parts(2)).toEqual([text(a), text(b), text(prompt('c')), text(call('t'))]);
    expect(parts(9)).toEqual(parts(2));
    expect(departuresIn(tellLines(...session, back(0)))).toEqual([]);
    expect(departuresIn(tellLines(meta(), item(b), back(1)))).toEqual([]);
  });

  test('count from what the harness injects no turn', () => {
    const told = tellLines(meta(), item(a), item(prompt('<environment_context>x')), back(1));
    expect(departuresIn(told)).toEqual([[3, 'rewind', 'user', [text(a), text(prompt('<environment_context>x'))]]]);
  });

  test('whose number cannot be read are a finding', () => {
    const told = tellLines(...session.slice(0, 3), back('one'));
    expect(departuresIn(told)).toEqual([]);
    expect(told.findings.map(inShort)).toEqual([
      ['compaction-unverifiable', 3, { key: 'payload.num_turns', count: null }],
    ]);
    expect(messagesOf(told)[0]).toContain('Turns were taken back');
  });

  test('count in the order of the new history behind a compaction, and take the copies of what leaves', () => {
    const more = message('developer', 'rules');
    const history = [more, a, summary];
    const told = tellLines(meta(), item(a), compacted(history), item(prompt('c')), back(2), size(1, 1));
    expect(departuresIn(told)).toEqual([[4, 'rewind', 'user', [text(summary), text(prompt('c'))]]]);
    const all = tellLines(meta(), item(a), compacted(history), item(prompt('c')), back(3));
    expect(departuresIn(all)).toEqual([
      [4, 'rewind', 'user', [text(a), `${text(a)}|${text(summary)}`, text(prompt('c'))]],
    ]);
  });
});

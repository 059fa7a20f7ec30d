import { describe, expect, test } from 'vitest';
import { boundary, call, departuresIn, inShort, line, result, summary, tellLines, user } from './transcripts.ts';

const typed = { permissionMode: 'default' };
const start = user('a', { uuid: 'a', parentUuid: null });
const next = user('b', { uuid: 'b', parentUuid: 'a' });
const resumed = line({ type: 'progress', data: { hookName: 'SessionStart:resume' } });
const codes = (...lines: readonly string[]) => tellLines(...lines).findings.map(inShort);

describe('a later root', () => {
  test('clears the context, by the hand of who made it', () => {
    for (const [fields, by] of [
      [typed, 'user'],
      [{ planContent: 'p' }, 'harness'],
    ] as const) {
      const told = tellLines(start, next, user('c', { parentUuid: null, ...fields }), user('d'));
      expect(departuresIn(told)).toEqual([[2, 'clearing', by, ['"a"', '"b"']]]);
      expect(told.findings.map(inShort)).toEqual([['context-cleared', 2, { records: 2 }]]);
    }
  });

  test('may be beside; and is none when it has no uuid, or nothing is active', () => {
    const root = line({ type: 'progress', parentUuid: null });
    expect(departuresIn(tellLines(start, root))).toEqual([[1, 'clearing', 'harness', ['"a"']]]);
    expect(departuresIn(tellLines(root, start))).toEqual([]);
    expect(departuresIn(tellLines(start, line({ type: 'progress', uuid: undefined, parentUuid: null })))).toEqual([]);
  });
});

describe('a record whose parent is not the last', () => {
  const again = user('c', { parentUuid: 'a', ...typed });

  test('abandons what came after it: a rewind when an operator went back', () => {
    const told = tellLines(start, next, again);
    expect(departuresIn(told)).toEqual([[2, 'rewind', 'user', ['"b"']]]);
    expect(told.findings.map(inShort)).toEqual([['branch-abandoned', 2, { records: 1, cause: 'rewind' }]]);
  });

  test.each([
    ['nobody typed it', [start, next, user('c', { parentUuid: 'a' })]],
    ['the session was resumed between', [start, next, resumed, again]],
    [
      'the harness spoke for the model between',
      [start, next, line({ type: 'assistant', isApiErrorMessage: true, message: {} }), again],
    ],
    [
      'another version went on',
      [user('a', { uuid: 'a', version: '1' }), next, user('c', { parentUuid: 'a', version: '2', ...typed })],
    ],
  ])('abandons it, but is no rewind when %s', (_name, lines) => {
    expect(departuresIn(tellLines(...lines)).map((one) => (one as unknown[]).slice(1, 3))).toEqual([
      ['branch', 'harness'],
    ]);
  });

  test('finds its ancestor through records that are beside', () => {
    const beside = line({ type: 'progress', uuid: 'p', parentUuid: 'a' });
    const more = line({ type: 'progress', uuid: 'q', parentUuid: 'p' });
    expect(departuresIn(tellLines(start, beside, more, user('c', { parentUuid: 'q' })))).toEqual([]);
    expect(departuresIn(tellLines(start, beside, next, more, user('c', { parentUuid: 'q' })))).toHaveLength(1);
  });

  test('is appended when what is between is of one answer and its results', () => {
    const answer = [
      start,
      call('t1', 'm', { uuid: 'c1', parentUuid: 'a' }),
      call('t2', 'm', { uuid: 'c2', parentUuid: 'c1' }),
      result('t1', 'x', { uuid: 'r1', parentUuid: 'c1' }),
      result('t2', 'y', { uuid: 'r2', parentUuid: 'c2' }),
    ];
    expect(departuresIn(tellLines(...answer, user('z', { parentUuid: 'r1' })))).toEqual([]);
    expect(departuresIn(tellLines(...answer, user('z', { parentUuid: 'a' })))).toHaveLength(1);
    expect(
      departuresIn(
        tellLines(...answer, user('z', { uuid: 'z', parentUuid: 'r2' }), result('t1', 'w', { parentUuid: 'c1' })),
      ),
    ).toHaveLength(1);
  });

  test('is appended, and found, when its parent is not in the file', () => {
    expect(codes(start, next, user('c', { parentUuid: 'gone' }))).toEqual([['parent-absent', 2, {}]]);
    expect(departuresIn(tellLines(start, next, user('c', { parentUuid: 'gone' })))).toEqual([]);
  });

  test('is appended when its ancestors left at a compaction', () => {
    const late = user('late', { parentUuid: 'b' });
    expect(departuresIn(tellLines(start, next, boundary(), summary('s', { uuid: 's' }), late))).toHaveLength(1);
  });

  test('goes on behind the summary when its parent was kept', () => {
    const kept = boundary({ preservedMessages: { uuids: ['b'] } });
    const told = tellLines(start, next, kept, summary('s', { uuid: 's' }), user('c', { parentUuid: 'b', uuid: 'c' }));
    expect(departuresIn(told)).toHaveLength(1);
    expect(
      departuresIn(
        tellLines(
          start,
          next,
          kept,
          summary('s'),
          user('c', { parentUuid: 'b', uuid: 'c' }),
          user('d', { parentUuid: 'b' }),
        ),
      ),
    ).toEqual([
      [2, 'compaction', 'harness', ['"a"']],
      [5, 'branch', 'harness', ['"c"']],
    ]);
  });
});

test('a resumption after parallel calls says that results beside the chain may be lost', () => {
  const lines = [
    start,
    call('t1', 'm', { uuid: 'c1', parentUuid: 'a' }),
    call('t2', 'm', { uuid: 'c2', parentUuid: 'c1' }),
    result('t1', 'x', { uuid: 'r1', parentUuid: 'c1' }),
    result('t2', 'y', { uuid: 'r2', parentUuid: 'c2' }),
    resumed,
  ];
  expect(codes(...lines)).toEqual([
    ['context-shrank-unrecorded', 5, { from: null, to: null, tokens: null, results: 1 }],
  ]);
  expect(codes(...lines.slice(0, 2), lines[3] ?? '', resumed)).toEqual([]);
});

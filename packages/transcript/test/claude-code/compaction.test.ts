import { describe, expect, test } from 'vitest';
import {
  assistant,
  boundary,
  departuresIn,
  inShort,
  line,
  shown,
  summary,
  system,
  type Told,
  tellLines,
  user,
} from './transcripts.ts';

const depths = ({ findings }: Told): unknown[] =>
  findings
    .filter(({ code }) => code === 'generated-from-generated')
    .map(({ record, facts }) => [record, facts['depth']]);

describe('a compaction', () => {
  test('takes every active record out of the context, in file order, and nothing that is beside', () => {
    const told = tellLines(
      user('a'),
      line({ type: 'progress' }),
      assistant(['b']),
      boundary(),
      summary('s'),
      user('c'),
    );
    expect(departuresIn(told)).toEqual([[3, 'compaction', 'harness', ['"a"', '["b"]']]]);
    expect(told.records.map(({ place }) => place)).toEqual([
      'context',
      'beside',
      'context',
      'beside',
      'context',
      'context',
    ]);
    expect(told.records.map(shown)).toEqual(['"a"', null, '["b"]', null, '"s"', '"c"']);
  });

  test("is the user's when it was manual and the harness's otherwise", () => {
    for (const [metadata, by] of [
      [{ trigger: 'manual' }, 'user'],
      [{ trigger: 'auto' }, 'harness'],
      [{}, 'harness'],
      [{ trigger: true }, 'harness'],
    ] as const) {
      expect(departuresIn(tellLines(user('a'), boundary(metadata)))).toEqual([[1, 'compaction', by, ['"a"']]]);
    }
  });

  test('that follows another takes the summary and what came after it', () => {
    const told = tellLines(user('a'), boundary(), summary('s'), user('b'), boundary(), summary('t'));
    expect(departuresIn(told)).toEqual([
      [1, 'compaction', 'harness', ['"a"']],
      [4, 'compaction', 'harness', ['"s"', '"b"']],
    ]);
  });

  test('of an empty context is no departure', () => {
    expect(departuresIn(tellLines(user('a'), boundary(), boundary()))).toHaveLength(1);
  });

  test('is none when its record is a repeat, or in a side-chain, or another boundary', () => {
    const told = tellLines(
      user('a'),
      boundary({}, { uuid: 'u' }),
      user('b'),
      boundary({}, { uuid: 'u' }),
      boundary({}, { isSidechain: true }),
      system('microcompact_boundary'),
    );
    expect(departuresIn(told)).toEqual([[1, 'compaction', 'harness', ['"a"']]]);
  });

  test('keeps the records that it names one by one', () => {
    const kept = { uuids: ['k'], allUuids: ['k', 'beside'], anchorUuid: 'unseen' };
    const told = tellLines(
      user('a'),
      line({ type: 'progress', uuid: 'beside' }),
      user('b', { uuid: 'k' }),
      boundary({ preservedMessages: kept }),
      summary('s'),
      boundary(),
    );
    expect(departuresIn(told)).toEqual([
      [3, 'compaction', 'harness', ['"a"']],
      [5, 'compaction', 'harness', ['"b"', '"s"']],
    ]);
    expect(told.findings).toHaveLength(1);
  });

  test('keeps the records from the first to the last that it names', () => {
    const told = tellLines(
      user('a'),
      line({ type: 'progress', uuid: 'head' }),
      user('b'),
      user('c', { uuid: 'tail' }),
      user('d'),
      boundary({ trigger: 'manual', preservedSegment: { headUuid: 'head', anchorUuid: 'x', tailUuid: 'tail' } }),
    );
    expect(departuresIn(told)).toEqual([[5, 'compaction', 'user', ['"a"', '"d"']]]);
    expect(told.findings).toEqual([]);
  });

  test('says so when it names records that the file does not have', () => {
    for (const [metadata, key] of [
      [{ preservedMessages: { uuids: ['nowhere'] } }, 'compactMetadata.preservedMessages'],
      [{ preservedSegment: { headUuid: 'nowhere', tailUuid: 'u' } }, 'compactMetadata.preservedSegment'],
      [{ preservedSegment: 'all' }, 'compactMetadata.preservedSegment'],
    ] as const) {
      const told = tellLines(user('a', { uuid: 'u' }), boundary(metadata));
      expect(told.findings.map(inShort)).toEqual([['compaction-unverifiable', 1, { key }]]);
      expect(departuresIn(told)).toEqual([[1, 'compaction', 'harness', ['"a"']]]);
    }
  });

  test('whose metadata has a key twice is a compaction of which nothing more is known', () => {
    const source =
      '{"type":"system","subtype":"compact_boundary","uuid":"b","compactMetadata":{"trigger":"manual","trigger":"auto"}}';
    const told = tellLines(user('a'), source);
    expect(departuresIn(told)).toEqual([[1, 'compaction', 'harness', ['"a"']]]);
    expect(told.findings.map(inShort)).toEqual([['duplicate-key', 1, { object: 'compactMetadata' }]]);
  });
});

describe('generated from generated', () => {
  test('is a compaction by which a summary leaves, and counts the summaries behind the new one', () => {
    const told = tellLines(
      user('a'),
      boundary(),
      summary('s'),
      boundary(),
      summary('t'),
      user('b'),
      boundary(),
      summary('u'),
    );
    expect(depths(told)).toEqual([
      [3, 2],
      [6, 3],
    ]);
  });

  test('is not a second compaction by which none leaves', () => {
    const told = tellLines(user('a'), boundary(), user('not a summary'), boundary(), summary('s'), boundary());
    expect(depths(told)).toEqual([[5, 2]]);
  });

  test('starts again at one when a compaction took no summary', () => {
    const told = tellLines(
      user('a'),
      boundary(),
      summary('s', { uuid: 'k' }),
      user('b'),
      boundary({ preservedMessages: { uuids: ['k'] } }),
      summary('t'),
      boundary(),
    );
    expect(depths(told)).toEqual([[6, 2]]);
  });

  test('is of unknown depth when the file starts in mid-session', () => {
    const told = tellLines(user('a', { parentUuid: 'gone' }), boundary(), summary('s'), boundary());
    expect(told.findings.map(inShort)).toEqual([
      ['starts-mid-session', 0, {}],
      ['generated-from-generated', 3, { depth: 'unknown', chain: '2' }],
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { boundary, inShort, line, summary, tellLines, user } from './transcripts.ts';

const answer = (id: string, sent: number): string =>
  line({
    type: 'assistant',
    message: {
      id,
      content: [],
      usage: { input_tokens: 1, cache_creation_input_tokens: 9, cache_read_input_tokens: sent - 10 },
    },
  });
const found = (...lines: readonly string[]) => tellLines(...lines).findings.map(inShort);

describe('a context that shrank', () => {
  test('by 3 000 tokens or more between two answers is found when nothing left', () => {
    expect(found(user('a'), answer('m', 20_000), answer('n', 17_000))).toEqual([
      ['context-shrank-unrecorded', 2, { from: 20_000, to: 17_000, tokens: 3000 }],
    ]);
    expect(found(user('a'), answer('m', 20_000), answer('n', 17_001))).toEqual([]);
  });

  test('is no finding within one answer, nor where something left, nor where no size is stated', () => {
    expect(found(user('a'), answer('m', 20_000), answer('m', 1000))).toEqual([]);
    expect(found(user('a'), answer('m', 20_000), boundary(), summary('s'), answer('n', 10_000))).toEqual([]);
    const unsaid = line({ type: 'assistant', message: { id: 'o', content: [], usage: { input_tokens: 0 } } });
    expect(found(user('a'), answer('m', 20_000), unsaid, answer('n', 20_000))).toEqual([]);
  });
});

describe('a context that grew', () => {
  const compacted = (before: number, after: number, first = user('a')): unknown[] =>
    found(first, answer('m', before), boundary(), summary('s'), answer('n', after));

  test('after a compaction, by what no record holds, is found; what no record held before is not', () => {
    expect(compacted(20_000, 30_000)).toEqual([['context-grew-unrecorded', 4, { tokens: 10_000 }]]);
    expect(compacted(20_000, 22_000)).toEqual([]);
  });

  test('is not found where the file does not hold all that was there before', () => {
    expect(compacted(20_000, 30_000, user('a', { parentUuid: 'gone' }))).toHaveLength(1);
  });
});

import { describe, expect, test } from 'vitest';
import { inShort, tellLines } from '../claude-code/transcripts.ts';
import { compacted, event, item, meta, prompt, size } from './transcripts.ts';

const found = (...lines: readonly string[]) => tellLines(meta(), ...lines).findings.map(inShort);
const a = item(prompt('a'));

describe('a context that shrank', () => {
  test('by 3 000 tokens or more between two answers is found when nothing left', () => {
    expect(found(a, size(20_000, 1), size(17_000, 2))).toEqual([
      ['context-shrank-unrecorded', 3, { from: 20_000, to: 17_000, tokens: 3000 }],
    ]);
    expect(found(a, size(20_000, 1), size(17_001, 2))).toEqual([]);
  });

  test('is no finding where something left, nor where the total says that it is the same answer', () => {
    expect(found(a, size(20_000, 1), compacted([prompt('s')]), size(10_000, 2))).toEqual([]);
    const rollback = event('thread_rolled_back', { num_turns: 1 });
    expect(found(a, size(20_000, 1), rollback, size(10_000, 2)).map((one) => (one as unknown[])[0])).toEqual([
      'branch-abandoned',
    ]);
    expect(found(a, size(20_000, 1), size(10_000, 1))).toEqual([]);
  });

  test('is no finding where no size is stated', () => {
    expect(found(a, size(20_000, 1), event('token_count', { info: null }), size(0, 2), size(20_000, 3))).toEqual([]);
  });
});

describe('a context that grew', () => {
  const afterwards = (after: number): unknown[] => found(a, size(20_000, 1), compacted([prompt('s')]), size(after, 2));

  test('after a compaction, by what no record holds, is found; what no record held before is not', () => {
    expect(afterwards(30_000)).toEqual([['context-grew-unrecorded', 4, { tokens: 10_000 }]]);
    expect(afterwards(22_000)).toEqual([]);
  });

  test('is not found where the file does not hold all that was there before', () => {
    const { findings } = tellLines(a, size(20_000, 1), compacted([prompt('s')]), size(30_000, 2));
    expect(findings.map(({ code }) => code)).toEqual(['starts-mid-session']);
  });

  test('is not found when the size is told again that was told before the compaction', () => {
    expect(found(a, size(30_000, 1), compacted([prompt('s')]), size(30_000, 1), size(22_000, 2))).toEqual([]);
  });
});

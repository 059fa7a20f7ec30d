import { describe, expect, test } from 'vitest';
import { answer } from './answer.ts';
import { oracleAnswer } from './oracle.ts';
import { sharedVectors, type Vector, vectors } from './shared.ts';

const differing = (list: readonly Vector[], answerOf: (input: { [name: string]: unknown }) => unknown): string[] =>
  list.flatMap(({ input, ...wanted }, index) => {
    const got = answerOf({ ...input });
    const same = JSON.stringify(sorted(got)) === JSON.stringify(sorted(wanted));
    return same ? [] : [`${index}: ${JSON.stringify(got)} for ${JSON.stringify(wanted)}`];
  });

/** With the names of objects in one order: the order of names is no part of a vector. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

test('the vectors of the project are answered exactly', () => {
  const list = vectors();
  expect(list.length).toBeGreaterThan(600);
  expect(differing(list, answer)).toEqual([]);
});

test('control: an expectation that is changed is noticed', () => {
  const [one] = vectors();
  const changed = { ...one, input: one?.input ?? {}, refused: 'nothing' };
  expect(differing([changed], answer)).toHaveLength(1);
});

test('the naive builder of the tests gives the packets of the vectors too', () => {
  const packets = vectors().filter(({ expected }) => expected !== undefined);
  expect(differing(packets, oracleAnswer)).toEqual([]);
});

describe('all vectors, beside the repository', () => {
  const list = sharedVectors();
  test.skipIf(list === null)('are answered exactly (skipped where ../shared is absent)', () => {
    expect(differing(list ?? [], answer)).toEqual([]);
  });
});

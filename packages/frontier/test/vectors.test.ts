import { buildFrontier } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { sharedVectors, type Vector, vectors } from './shared.ts';

/** The answer in the form of the vectors: the packet without reasons, or the kind of refusal. */
function answer(input: Vector['input']): unknown {
  const result = buildFrontier(input);
  if (!result.ok) return { refused: result.refusal.code.slice('frontier/'.length) };
  const { required_reads, ...rest } = result.value;
  return { expected: { ...rest, required_reads: required_reads.map(({ reason: _, ...read }) => read) } };
}

const differing = (list: readonly Vector[]): string[] =>
  list.flatMap(({ input, ...wanted }, index) => {
    const got = answer(input);
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
  expect(list.length).toBeGreaterThan(200);
  expect(differing(list)).toEqual([]);
});

describe('all vectors, beside the repository', () => {
  const list = sharedVectors();
  test.skipIf(list === null)('are answered exactly (skipped where ../shared is absent)', () => {
    expect(differing(list ?? [])).toEqual([]);
  });
});

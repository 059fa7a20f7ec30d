import {
  ALL_OPS,
  asserts,
  checkOf,
  DOORS,
  depthAfter,
  isMintable,
  isOp,
  type Op,
  spanLength,
  spanOf,
} from '@ken/kernel';
import { describe, expect, it } from 'vitest';

describe('operations', () => {
  it('are three, and only elide is minted', () => {
    expect(ALL_OPS).toEqual(['concise', 'elide', 'generate']);
    expect(ALL_OPS.filter(isMintable)).toEqual(['elide']);
    expect(ALL_OPS.map(asserts)).toEqual([true, false, true]);
    expect(ALL_OPS.map(checkOf)).toEqual(['ground', 'rederive', 'ground_attest']);
  });

  it.each(['', 'ELIDE', 'toString', '__proto__', 'constructor', 0, null, undefined, ['elide']])(
    '%j is none',
    (value) => {
      expect(isOp(value)).toBe(false);
      for (const ask of [asserts, checkOf, isMintable, (op: Op) => depthAfter(op, 0)]) {
        expect(() => ask(value as Op)).toThrow(TypeError);
        expect(() => ask('elide')).not.toThrow();
      }
    },
  );

  it.each([-1, 0.5, 2 ** 32, Number.NaN, '0', 0n])('%s is no depth', (depth) => {
    expect(() => depthAfter('elide', depth as number)).toThrow(TypeError);
    expect(depthAfter('elide', 2 ** 32 - 1)).toBe(2 ** 32 - 1);
  });
});

describe('a span', () => {
  it.each([
    [4, 9, 5],
    [4, 4, 0],
    [9, 4, 0],
    [0, 2n ** 64n - 1n, 2n ** 64n - 1n],
    [2n ** 64n - 5n, 2n ** 64n - 1n, 4],
    [1, 2n ** 53n, 2 ** 53 - 1],
    // A bigint that is safe is the same integer as the number.
    [4n, 9, 5],
    [4, 9n, 5],
    [4n, 9n, 5],
    [9n, 4, 0],
  ])('from %s to %s covers %s bytes', (start, end, length) => {
    expect(spanLength({ start, end })).toBe(length);
  });

  it('is copied, frozen, with each bound in one representation', () => {
    const given = { start: 1n, end: 2n };
    const span = spanOf(given);
    given.end = 9n;
    expect(span).toEqual({ start: 1, end: 2 });
    expect(Object.isFrozen(span)).toBe(true);
  });
});

describe('the table of codes', () => {
  it('names each code of a door once, as noun/reason', () => {
    for (const [door, codes] of Object.entries(DOORS)) {
      expect([door, new Set(codes).size]).toEqual([door, codes.length]);
      for (const code of codes) expect(code).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    }
  });
});

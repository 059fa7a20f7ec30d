import { isAddressed, resolves, type Span, spanLength, spanOf } from '@ken/kernel';
import { describe, expect, it } from 'vitest';

const GREATEST = 2n ** 64n - 1n;

describe('a span', () => {
  // Start, end, length of the source; bytes covered, addressed, resolved.
  it.each<readonly [Span['start'], Span['end'], number | bigint, number | bigint, boolean, boolean]>([
    [0, 0, 0, 0, false, true],
    [0, 0, 5, 0, false, true],
    [5, 5, 5, 0, false, true],
    [6, 6, 5, 0, false, false],
    [0, 1, 0, 1, true, false],
    [0, 1, 1, 1, true, true],
    [4, 5, 5, 1, true, true],
    [4, 6, 5, 2, true, false],
    [3, 2, 5, 0, false, false],
    [9, 2, 20, 0, false, false],
    [0, 2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1, true, true],
    [0, 2n ** 53n, 2 ** 53 - 1, 2n ** 53n, true, false],
    [1, 2n ** 53n, GREATEST, 2 ** 53 - 1, true, true],
    [2n ** 53n, 1, GREATEST, 0, false, false],
    [GREATEST, GREATEST, GREATEST, 0, false, true],
    [GREATEST - 1n, GREATEST, GREATEST, 1, true, true],
    [0, GREATEST, GREATEST, GREATEST, true, true],
  ])('from %s to %s over a source of %s bytes', (start, end, length, covered, addressed, resolved) => {
    const span = spanOf({ start, end });
    expect(spanLength(span)).toBe(covered);
    expect(isAddressed(span)).toBe(addressed);
    expect(resolves(span, length)).toBe(resolved);
  });

  it('is a frozen copy, with each bound in its one representation', () => {
    const given = { start: 3n, end: 2n ** 53n };
    const span = spanOf(given);
    given.start = 4n;
    expect(span).toEqual({ start: 3, end: 2n ** 53n });
    expect(Object.isFrozen(span)).toBe(true);
  });

  it.each([
    [{ start: -1, end: 2 }],
    [{ start: 0, end: 1.5 }],
    [{ start: 0, end: 2 ** 53 }],
    [{ start: 0, end: 2n ** 64n }],
    [{ start: -0, end: 2 }],
    [{ start: '0', end: 2 }],
    [{ start: 0 }],
    [{ end: 2 }],
  ])('is not made of %o', (span) => {
    expect(() => spanOf(span as Span)).toThrow(TypeError);
  });
});

import { jsonU64, readJsonU64, readU64 } from '@ken/kernel';
import { describe, expect, it } from 'vitest';

const SAFE = Number.MAX_SAFE_INTEGER;

describe('an unsigned 64-bit integer', () => {
  it.each<readonly [unknown, number | bigint | undefined]>([
    [0, 0],
    [1, 1],
    [SAFE, SAFE],
    [SAFE + 1, undefined],
    [-0, undefined],
    [-1, undefined],
    [0.5, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [0n, 0],
    [BigInt(SAFE), SAFE],
    [BigInt(SAFE) + 1n, 2n ** 53n],
    [2n ** 64n - 1n, 2n ** 64n - 1n],
    [2n ** 64n, undefined],
    [-1n, undefined],
    ['9007199254740992', undefined],
    [null, undefined],
    [true, undefined],
    [Object(1), undefined],
  ])('out of %s is %s', (value, read) => {
    expect(readU64(value)).toBe(read);
    // In JSON text is read too, and nothing else otherwise.
    if (typeof value !== 'string') expect(readJsonU64(value)).toBe(read);
  });

  it.each<readonly [string, bigint | undefined]>([
    ['9007199254740992', 2n ** 53n],
    ['18446744073709551615', 2n ** 64n - 1n],
    ['9007199254740991', undefined],
    ['1000000000000000', undefined],
    ['18446744073709551616', undefined],
    ['99999999999999999999', undefined],
    ['100000000000000000000', undefined],
    ['09007199254740992', undefined],
    ['0', undefined],
    ['', undefined],
    [' 9007199254740992', undefined],
    ['9007199254740992n', undefined],
    ['+9007199254740992', undefined],
  ])('out of the JSON text %o is %s', (text, read) => {
    expect(readJsonU64(text)).toBe(read);
    if (read !== undefined) expect(jsonU64(read)).toBe(text);
  });

  it('is a number in JSON while it is safe', () => {
    expect([0, 7, SAFE].map(jsonU64)).toEqual([0, 7, SAFE]);
  });
});

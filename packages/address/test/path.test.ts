import { decode, encode, type Value } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { fromHex } from './vectors.ts';

describe('the path of a refusal', () => {
  it.each<readonly [string, unknown, string | undefined]>([
    ['is left out for the whole', 0.5, undefined],
    ['is a key alone', { a: 0.5 }, 'a'],
    ['has a dot between keys', { a: { b: 0.5 } }, 'a.b'],
    ['has an index in brackets', [1, 0.5], '[1]'],
    ['has brackets behind a key and a dot behind brackets', { a: [0, { b: 0.5 }] }, 'a[1].b'],
    ['has brackets behind brackets', [[0, 0, [0.5]]], '[0][2][0]'],
    ['shows a key of digits as a key', { a: { 1: 0.5 } }, 'a.1'],
    ['shows an empty key by the dots around it', { '': { a: { '': 0.5 } } }, '.a.'],
  ])('%s', (_, value, path) => {
    const encoded = encode(value as Value);
    expect(encoded.ok ? 'ok' : encoded.refusal.path).toBe(path);
  });

  it.each([
    ['is left out for the whole', 'f7', undefined],
    ['is the same out of bytes', 'a161618200a16162f7', 'a[1].b'],
    ['is left out for what follows the whole', '8100f7', undefined],
    ['names an item of a list in a list', '818200f7', '[0][1]'],
    ['names a foreign link too', `a161618200d82a58250001701e20${'11'.repeat(32)}`, 'a[1]'],
  ])('%s, in bytes', (_, hex, path) => {
    const decoded = decode(fromHex(hex));
    expect(decoded.ok ? 'ok' : decoded.refusal.path).toBe(path);
  });
});

import { type AnyId, decode, type Fact, parseCidBytes, parseRawContentId } from '@ken/address';
import { base32 } from 'multiformats/bases/base32';
import { describe, expect, it } from 'vitest';
import { fromHex, outcome } from './vectors.ts';

const digest = '44'.repeat(32);
const head = 'd82a582500';
const link = `${head}01711e20${digest}`;

describe('the reason for a refusal of bytes, its offset and its path', () => {
  it.each<readonly [string, string, string, Fact, string | undefined]>([
    ['', 'cbor/malformed', 'empty', 0, undefined],
    ['0000', 'cbor/malformed', 'trailing', 1, undefined],
    ['1c', 'cbor/malformed', 'reserved-head', 0, undefined],
    [`1c${'11'.repeat(70)}`, 'cbor/malformed', 'reserved-head', 0, undefined],
    [`3d${'11'.repeat(70)}`, 'cbor/malformed', 'reserved-head', 0, undefined],
    [`fe${'11'.repeat(70)}`, 'cbor/malformed', 'reserved-head', 0, undefined],
    ['18', 'cbor/malformed', 'truncated', 0, undefined],
    ['1901', 'cbor/malformed', 'truncated', 0, undefined],
    ['1a010101', 'cbor/malformed', 'truncated', 0, undefined],
    ['1b01010101010101', 'cbor/malformed', 'truncated', 0, undefined],
    ['4201', 'cbor/malformed', 'truncated', 0, undefined],
    ['6261', 'cbor/malformed', 'truncated', 0, undefined],
    ['8200', 'cbor/malformed', 'truncated', 0, undefined],
    ['a161', 'cbor/malformed', 'truncated', 0, undefined],
    ['a16161', 'cbor/malformed', 'truncated', 3, 'a'],
    ['a2616100', 'cbor/malformed', 'truncated', 0, undefined],
    ['a261616162', 'cbor/malformed', 'truncated', 5, undefined],
    ['a2626161626162', 'cbor/malformed', 'truncated', 7, undefined],
    ['82826161', 'cbor/malformed', 'truncated', 4, '[0][1]'],
    ['d82a', 'cbor/malformed', 'truncated', 2, undefined],
    ['d82a5825', 'cbor/malformed', 'truncated', 2, undefined],
    ['61ff', 'cbor/malformed', 'utf-8', 0, undefined],
    ['a161ff00', 'cbor/malformed', 'utf-8', 1, undefined],
    ['1817', 'cbor/not-canonical', 'long-head', 0, undefined],
    ['190017', 'cbor/not-canonical', 'long-head', 0, undefined],
    ['3a0000ffff', 'cbor/not-canonical', 'long-head', 0, undefined],
    ['3b00000000ffffffff', 'cbor/not-canonical', 'long-head', 0, undefined],
    ['1f', 'cbor/not-canonical', 'indefinite', 0, undefined],
    ['9f00ff', 'cbor/not-canonical', 'indefinite', 0, undefined],
    ['ff', 'cbor/not-canonical', 'indefinite', 0, undefined],
    ['a10000', 'cbor/not-canonical', 'key-type', 1, undefined],
    ['a2616200616100', 'cbor/not-canonical', 'key-order', 4, undefined],
    ['a262616100616200', 'cbor/not-canonical', 'key-order', 5, undefined],
    ['a2616100616100', 'cbor/not-canonical', 'duplicate-key', 4, undefined],
    ['c100', 'cbor/not-canonical', 'tag', 0, undefined],
    ['d82b00', 'cbor/not-canonical', 'tag', 0, undefined],
    ['d82900', 'cbor/not-canonical', 'tag', 0, undefined],
    ['d82a6100', 'cbor/not-canonical', 'link-type', 0, undefined],
    ['d82a40', 'cbor/not-canonical', 'link-prefix', 0, undefined],
    [`d82a582501${link.slice(10)}`, 'cbor/not-canonical', 'link-prefix', 0, undefined],
    ['f7', 'cbor/not-canonical', 'simple-value', 0, undefined],
    ['f3', 'cbor/not-canonical', 'simple-value', 0, undefined],
    ['e0', 'cbor/not-canonical', 'simple-value', 0, undefined],
    ['f8ff', 'cbor/not-canonical', 'simple-value', 0, undefined],
    ['f800', 'cbor/not-canonical', 'simple-value', 0, undefined],
    ['f90000', 'cbor/not-canonical', 'float', 0, undefined],
    ['fa00000000', 'cbor/not-canonical', 'float', 0, undefined],
    ['fb0000000000000000', 'cbor/not-canonical', 'float', 0, undefined],
    ['820000f7', 'cbor/malformed', 'trailing', 3, undefined],
    ['8200f7', 'cbor/not-canonical', 'simple-value', 2, '[1]'],
  ])('%s: %s, %s at %i', (hex, code, reason, offset, path) => {
    const refusal = path === undefined ? {} : { path };
    expect(decode(fromHex(hex))).toEqual({ ok: false, refusal: { code, ...refusal, facts: { reason, offset } } });
  });

  // Controls: the same forms with what they lack.
  it.each([
    ['00'],
    ['1818'],
    ['190100'],
    ['1a00010000'],
    ['3a00010000'],
    ['1b0000000100000000'],
    ['3b0000000100000000'],
    ['3bffffffffffffffff'],
    ['420101'],
    ['626161'],
    ['820000'],
    ['a1616100'],
    ['a2616100616200'],
    ['a261610062616100'],
    [link],
    ['f4'],
    ['f5'],
    ['f6'],
  ])('control: %s', (hex) => {
    expect(outcome(decode(fromHex(hex)))).toBe('ok');
  });
});

describe('integers at every width', () => {
  it.each<readonly [string, number | bigint]>([
    ['17', 23],
    ['1818', 24],
    ['18ff', 255],
    ['190100', 256],
    ['19ffff', 65_535],
    ['1a00010000', 65_536],
    ['1affffffff', 2 ** 32 - 1],
    ['1b0000000100000000', 2 ** 32],
    ['1b001fffffffffffff', 2 ** 53 - 1],
    ['1b0020000000000000', 2n ** 53n],
    ['1bffffffffffffffff', 2n ** 64n - 1n],
    ['37', -24],
    ['3818', -25],
    ['38ff', -256],
    ['390100', -257],
    ['3a00010000', -65_537],
    ['3affffffff', -(2 ** 32)],
    ['3b0000000100000000', -(2 ** 32) - 1],
    ['3b001ffffffffffffe', -(2 ** 53) + 1],
    ['3b001fffffffffffff', -(2n ** 53n)],
    ['3b0020000000000000', -(2n ** 53n) - 1n],
    ['3bffffffffffffffff', -(2n ** 64n)],
  ])('%s is %s', (hex, value) => {
    expect(decode(fromHex(hex))).toEqual({ ok: true, value });
  });
});

describe('the facts of an id that is none', () => {
  const textOf = (hex: string): string => base32.encode(fromHex(hex));
  const facts = (hex: string): unknown => {
    const [byBytes, byText] = [parseCidBytes(fromHex(hex)), parseRawContentId(textOf(hex))];
    if (byBytes.ok) return 'ok';
    expect(byText.ok).toBe(false);
    return byBytes.refusal.facts;
  };

  it.each<readonly [string, object]>([
    ['', { reason: 'varint' }],
    ['01', { reason: 'varint' }],
    ['0171', { reason: 'varint' }],
    ['01711e', { reason: 'varint' }],
    ['00', { reason: 'version' }],
    ['02', { reason: 'version' }],
    ['80', { reason: 'varint' }],
    ['8000', { reason: 'varint' }],
    ['01711e20', { reason: 'digest-length', declared: 32, left: 0 }],
    [`01711e20${digest}00`, { reason: 'digest-length', declared: 32, left: 33 }],
    [`01711e1f${digest.slice(2)}`, { field: 'digest length', found: 31, wanted: 32 }],
    [`01711f20${digest}`, { field: 'hash', found: 0x1f, wanted: 0x1e }],
    [`01721e20${digest}`, { field: 'codec', found: 0x72, wanted: [0x55, 0x71] }],
    [`01ff7f1e20${digest}`, { field: 'codec', found: 0x3fff, wanted: [0x55, 0x71] }],
    [`01${'ff'.repeat(7)}0f1e20${digest}`, { field: 'codec', found: 2 ** 53 - 1, wanted: [0x55, 0x71] }],
    [`01${'ff'.repeat(7)}1f1e20${digest}`, { field: 'codec', found: '18014398509481983', wanted: [0x55, 0x71] }],
    [`01${'ff'.repeat(8)}7f1e20${digest}`, { field: 'codec', found: '9223372036854775807', wanted: [0x55, 0x71] }],
    [`01${'ff'.repeat(9)}011e20${digest}`, { reason: 'varint' }],
  ])('of the bytes %s', (hex, wanted) => {
    expect(facts(hex)).toEqual(wanted);
  });

  it('control: an id of either profile is one', () => {
    for (const codec of ['55', '71']) expect(outcome(parseCidBytes(fromHex(`01${codec}1e20${digest}`)))).toBe('ok');
    const text: AnyId = textOf(`01551e20${digest}`) as AnyId;
    expect(outcome(parseRawContentId(text))).toBe('ok');
  });
});

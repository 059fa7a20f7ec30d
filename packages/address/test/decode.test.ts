import { contentId, decode, Link, rawContentId, type Value } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { fromHex, must, outcome, readVectors, toHex } from './vectors.ts';

const { noncanonical } = readVectors<{ noncanonical: { why: string; bytes: string }[] }>('content.json');
const cid = (hex: string): string => `d82a58${(hex.length / 2 + 1).toString(16).padStart(2, '0')}00${hex}`;
const digest = '33'.repeat(32);
const link = cid(`01711e20${digest}`);

const malformed: Record<string, string> = {
  'trailing byte': 'cbor/malformed',
  'empty input': 'cbor/malformed',
  'invalid UTF-8': 'cbor/malformed',
  'reserved head': 'cbor/malformed',
  'length beyond the input': 'cbor/malformed',
  'array beyond the input': 'cbor/malformed',
  'overlong UTF-8': 'cbor/malformed',
  'surrogate in UTF-8': 'cbor/malformed',
  'nested 129 deep': 'cbor/too-deep',
  'nested 100000 deep': 'cbor/too-deep',
  'link with a trailing byte': 'id/not-a-cid',
  'link, sha2-256': 'id/wrong-profile',
  'link, dag-pb': 'id/wrong-profile',
  'link, short digest': 'id/wrong-profile',
};

describe('bytes that are not canonical', () => {
  it.each(noncanonical.map((each) => [each.why, each.bytes] as const))('%s', (why, bytes) => {
    expect(outcome(decode(fromHex(bytes)))).toBe(malformed[why] ?? 'cbor/not-canonical');
  });

  it.each([
    ['a head cut short', '18', '1818', 'cbor/malformed'],
    ['a head of eight cut short', '1b00000001000000', '1b0000000100000000', 'cbor/malformed'],
    ['a list cut short', '8201', '820102', 'cbor/malformed'],
    ['a map cut short', 'a16161', 'a1616101', 'cbor/malformed'],
    ['a map without its second key', 'a2616101', 'a2616101616202', 'cbor/malformed'],
    ['text cut short', '6261', '626161', 'cbor/malformed'],
    ['a tag with nothing under it', 'd82a', link, 'cbor/malformed'],
    ['a float cut short', 'f93c', '18ff', 'cbor/malformed'],
    ['a map of more entries than bytes', 'bb7fffffffffffffff', 'a0', 'cbor/malformed'],
    ['reserved 29', '1d', '17', 'cbor/malformed'],
    ['reserved 30 of a map', 'be', 'a0', 'cbor/malformed'],
    ['indefinite bytes', '5f4101ff', '4101', 'cbor/not-canonical'],
    ['indefinite map', 'bf616101ff', 'a1616101', 'cbor/not-canonical'],
    ['two bytes for 255', '1900ff', '18ff', 'cbor/not-canonical'],
    ['four bytes for 65535', '1a0000ffff', '19ffff', 'cbor/not-canonical'],
    ['eight bytes for 2^32−1', '1b00000000ffffffff', '1affffffff', 'cbor/not-canonical'],
    ['a long head of a list', '980101', '8101', 'cbor/not-canonical'],
    ['a long head of a map', 'b801616101', 'a1616101', 'cbor/not-canonical'],
    ['a long head of a key', 'a178016101', 'a1616101', 'cbor/not-canonical'],
    ['a long head of the tag', `d9002a58250001711e20${digest}`, link, 'cbor/not-canonical'],
    ['a simple value in two bytes', 'f818', 'f6', 'cbor/not-canonical'],
    ['false in two bytes', 'f814', 'f4', 'cbor/not-canonical'],
    ['a key of bytes', 'a1416101', 'a1616101', 'cbor/not-canonical'],
    ['a longer key first', 'a262616101616202', 'a261620262616101', 'cbor/not-canonical'],
    ['a set, which other profiles tag', 'd9010281' + '01', '8101', 'cbor/not-canonical'],
    ['a link without bytes', 'd82a40', link, 'cbor/not-canonical'],
    ['a link of the zero alone', 'd82a4100', link, 'id/not-a-cid'],
    ['a link of version 0', cid(`1220${digest}`), link, 'id/not-a-cid'],
    ['a link with another codec', cid(`01511e20${digest}`), cid(`01551e20${digest}`), 'id/wrong-profile'],
  ])('%s', (_, bytes, control, code) => {
    expect(outcome(decode(fromHex(control)))).toBe('ok');
    expect(outcome(decode(fromHex(bytes)))).toBe(code);
  });

  it('the refusal names the place, the reason and the offset in bytes', () => {
    const refusal = { code: 'cbor/not-canonical', path: 'a[1]', facts: { reason: 'float', offset: 5 } };
    expect(decode(fromHex('a161618201f93c00'))).toEqual({ ok: false, refusal });
    const facts = { field: 'codec', found: 0x70, wanted: [0x55, 0x71], offset: 1 };
    expect(decode(fromHex(`81${cid(`01701e20${digest}`)}`))).toEqual({
      ok: false,
      refusal: { code: 'id/wrong-profile', path: '[0]', facts },
    });
  });

  it.each([
    ['bytes', '5a7fffffff00'],
    ['text', '7a7fffffff61'],
    ['a list', '9a7fffffff00'],
    ['a map', 'ba7fffffff616100'],
    ['more than numbers hold', '9bffffffffffffffff'],
  ])('a claim of more than is there is refused at its head: %s', (_, bytes) => {
    expect(decode(fromHex(bytes))).toEqual({
      ok: false,
      refusal: { code: 'cbor/malformed', facts: { reason: 'truncated', offset: 0 } },
    });
  });

  it('what comes first in the bytes is what is refused', () => {
    expect(outcome(decode(fromHex('821801ff')))).toBe('cbor/not-canonical');
    expect(outcome(decode(fromHex('82611c1c')))).toBe('cbor/malformed');
  });
});

describe('depth', () => {
  it('128 lists may enclose an item, and the innermost of 129 is refused even when empty', () => {
    expect(outcome(decode(fromHex(`${'81'.repeat(128)}07`)))).toBe('ok');
    expect(outcome(decode(fromHex(`${'81'.repeat(127)}80`)))).toBe('ok');
    expect(outcome(decode(fromHex(`${'81'.repeat(128)}80`)))).toBe('cbor/too-deep');
    expect(outcome(decode(fromHex(`${'a16161'.repeat(128)}a0`)))).toBe('cbor/too-deep');
    expect(outcome(decode(fromHex(`${'a16161'.repeat(127)}a0`)))).toBe('ok');
    expect(outcome(decode(fromHex(`${'81a16161'.repeat(64)}80`)))).toBe('cbor/too-deep');
    expect(outcome(decode(fromHex(`${'81a16161'.repeat(64)}07`)))).toBe('ok');
  });
});

describe('what comes out', () => {
  it('integers are numbers while safe and bigints beyond', () => {
    const value = must(decode(fromHex('841b001fffffffffffff1b00200000000000003b001ffffffffffffe3b001fffffffffffff')));
    expect(value).toEqual([2 ** 53 - 1, 2n ** 53n, -(2 ** 53) + 1, -(2n ** 53n)]);
  });

  it('lists, maps and links are frozen all the way down', () => {
    const value = must(decode(fromHex(`a16161a1616282${link}80`))) as { a: { b: Value[] } };
    for (const part of [value, value.a, value.a.b, value.a.b[0], value.a.b[1]])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it('byte strings are fresh copies and nothing of the input is kept', () => {
    const input = fromHex('82430102036161');
    const [bytes, text] = must(decode(input)) as [Uint8Array, string];
    input.fill(0);
    expect([toHex(bytes), text]).toEqual(['010203', 'a']);
    expect(bytes.buffer.byteLength).toBe(3);
  });

  it('a key is an own key, whatever it means elsewhere', () => {
    const value = must(decode(fromHex('a1695f5f70726f746f5f5fa1616101'))) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { a?: number }).a).toBeUndefined();
  });

  it('links say which kind they are', () => {
    const [content, raw] = must(decode(fromHex(`82${link}${cid(`01551e20${digest}`)}`))) as [Link, Link];
    expect([content.profile, raw.profile]).toEqual(['content', 'raw']);
    expect(content.id.slice(7)).toBe(raw.id.slice(7));
    expect(Link.is(content) && Link.is(raw)).toBe(true);
  });

  it('text keeps a leading mark and every code point', () => {
    for (const text of ['\ufeffa', '\ufeff'.repeat(20), '\u{10ffff}', '\0', `${'a'.repeat(23)}é`, 'é'.repeat(300)]) {
      const bytes = Buffer.from(text);
      const head =
        bytes.length < 24
          ? [0x60 + bytes.length]
          : bytes.length < 256
            ? [0x78, bytes.length]
            : [0x79, bytes.length >> 8, bytes.length & 255];
      expect(must(decode(Uint8Array.from([...head, ...bytes])))).toBe(text);
    }
  });

  it('ids that are text stay text', () => {
    const id = contentId(new Uint8Array());
    expect(must(decode(Uint8Array.from([0x78, 59, ...Buffer.from(id)])))).toBe(id);
    expect(rawContentId(new Uint8Array())).not.toBe(id);
  });
});

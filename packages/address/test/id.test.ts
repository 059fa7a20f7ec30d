import {
  type AnyId,
  type ContentId,
  cidBytes,
  compareIds,
  contentId,
  idSet,
  parseCidBytes,
  parseContentId,
  parseRawContentId,
  rawContentId,
} from '@ken/address';
import { base32 } from 'multiformats/bases/base32';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { fromHex, must, outcome, readVectors, toHex } from './vectors.ts';

const { order, id_profiles: ids } = readVectors<{
  order: { first: ContentId; second: ContentId };
  id_profiles: { raw: string; content: string };
}>('content.json');

const digest = '6a'.repeat(32);
const textOf = (hex: string): string => base32.encode(fromHex(hex));
const numbers = Array.from({ length: 5000 }, (_, i) => Uint8Array.of(i >> 8, i & 255));

describe('the text of an id', () => {
  it('is accepted as its own kind only, and says which kind it is', () => {
    expect(parseContentId(ids.content)).toEqual({ ok: true, value: ids.content });
    expect(parseRawContentId(ids.raw)).toEqual({ ok: true, value: ids.raw });
    const facts = { field: 'codec', found: 0x55, wanted: 0x71 };
    expect(parseContentId(ids.raw)).toEqual({ ok: false, refusal: { code: 'id/wrong-profile', facts } });
  });

  it.each([
    ['no text', 7, 'not-text'],
    ['empty', '', 'multibase'],
    ['version 0', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', 'multibase'],
    ['upper case', ids.content.toUpperCase(), 'multibase'],
    ['one digit in upper case', `${ids.content.slice(0, 30)}Q${ids.content.slice(31)}`, 'character'],
    ['a digit that base32 has not', `${ids.content.slice(0, 30)}1${ids.content.slice(31)}`, 'character'],
    ['a letter beyond ASCII', `${ids.content.slice(0, 30)}é${ids.content.slice(31)}`, 'character'],
    ['padding', `${ids.content}=`, 'character'],
    ['a length that no bytes have', `${ids.content}a`, 'length'],
    ['pad bits', `${ids.content.slice(0, -1)}b`, 'pad-bits'],
    ['a digest length of 33 with 32 bytes left', `bafyr4ij${ids.content.slice(8)}`, 'digest-length'],
    ['version 2', textOf(`02711e20${digest}`), 'version'],
    ['a version-0 multihash in base32', textOf(`1220${digest}`), 'version'],
    ['no bytes', 'b', 'varint'],
    ['a version in two bytes', textOf(`8100711e20${digest}`), 'varint'],
    ['a codec in two bytes', textOf(`01f1001e20${digest}`), 'varint'],
    ['a varint of ten bytes', textOf(`01${'80'.repeat(9)}01`), 'varint'],
    ['a digest shorter than it says', textOf(`01711e20${digest.slice(2)}`), 'digest-length'],
    ['a digest longer than it says', textOf(`01711e20${digest}00`), 'digest-length'],
  ])('is no CID: %s', (_, text, reason) => {
    expect(parseContentId(text)).toMatchObject({ refusal: { code: 'id/not-a-cid', facts: { reason } } });
    expect(outcome(parseRawContentId(text))).toBe('id/not-a-cid');
  });

  it.each([
    ['codec before hash and length', `01701210${digest.slice(32)}`, 'codec', 0x70, 0x71],
    ['hash before length', `01711210${digest.slice(32)}`, 'hash', 0x12, 0x1e],
    ['length', `01711e10${digest.slice(32)}`, 'digest length', 16, 32],
    ['a codec of several bytes', `0181011e20${digest}`, 'codec', 129, 0x71],
  ])('is a CID of another profile: %s', (_, hex, field, found, wanted) => {
    const facts = { field, found, wanted };
    expect(parseContentId(textOf(hex))).toEqual({ ok: false, refusal: { code: 'id/wrong-profile', facts } });
    expect(parseContentId(textOf(`01711e20${digest}`)).ok).toBe(true);
  });

  it('is what another implementation of the format reads and writes', () => {
    for (const bytes of numbers.slice(0, 300)) {
      const id = contentId(bytes);
      expect(toHex(CID.parse(id).bytes)).toBe(toHex(cidBytes(id)));
      expect(CID.decode(cidBytes(id)).toString()).toBe(id);
    }
  });

  it('stays the same however many ids were seen since', () => {
    const first = numbers.map((bytes) => rawContentId(bytes));
    const binary = first.map((id) => toHex(cidBytes(id)));
    expect(new Set(binary).size).toBe(numbers.length);
    for (const [i, id] of first.entries()) {
      expect(toHex(cidBytes(structuredClone(id)))).toBe(binary[i]);
      const damaged = id.slice(0, 50) + (id[50] === 'a' ? 'b' : 'a') + id.slice(51);
      expect(damaged === id || toHex(cidBytes(damaged as AnyId)) === binary[i]).toBe(false);
    }
  });
});

describe('the binary form of an id', () => {
  it('is 36 fresh bytes and reads back as either kind', () => {
    for (const id of [ids.content, ids.raw] as AnyId[]) {
      const bytes = cidBytes(id);
      expect(bytes.length).toBe(36);
      expect(must(parseCidBytes(bytes))).toBe(id);
      bytes.fill(0);
      expect(cidBytes(id)[0]).toBe(1);
    }
  });

  it.each([
    ['a byte too many', `01711e20${digest}00`, 'id/not-a-cid'],
    ['a byte too few', `01711e20${digest.slice(2)}`, 'id/not-a-cid'],
    ['none', '', 'id/not-a-cid'],
    ['another codec', `01701e20${digest}`, 'id/wrong-profile'],
    ['another hash', `01711220${digest}`, 'id/wrong-profile'],
  ])('is refused with %s', (_, hex, code) => {
    expect(outcome(parseCidBytes(fromHex(hex)))).toBe(code);
    expect(outcome(parseCidBytes(fromHex(`01711e20${digest}`)))).toBe('ok');
  });

  it.each([
    ['text'],
    [''],
    [ids.content.slice(1)],
    [ids.content.slice(0, -1)],
    [`${ids.content}a`],
    [`${ids.raw}=`],
    [ids.content.toUpperCase()],
  ])('of %j there is none', (text) => {
    expect(() => cidBytes(text as AnyId)).toThrow(TypeError);
    expect(cidBytes(ids.content as AnyId).length).toBe(36);
  });
});

describe('the order of ids', () => {
  it('is that of digest bytes and not of texts', () => {
    expect(compareIds(order.first, order.second)).toBeLessThan(0);
    expect(order.first < order.second).toBe(false);
    expect(compareIds(order.first, order.first)).toBe(0);
  });

  it('agrees with the bytes for any two', () => {
    const some = numbers.slice(0, 200).map((bytes) => contentId(bytes));
    const byBytes = [...some].sort((a, b) => Buffer.compare(cidBytes(a).subarray(4), cidBytes(b).subarray(4)));
    expect([...some].sort(compareIds)).toEqual(byBytes);
  });

  it('tells two profiles of one digest apart', () => {
    const [content, raw] = [contentId(fromHex('00')), rawContentId(fromHex('00'))] as const;
    expect(compareIds(content, raw)).toBe(-compareIds(raw, content));
    expect(compareIds(content, raw)).not.toBe(0);
  });

  it('a set has it, without repeats, frozen, and leaves the list as it was', () => {
    const list = [order.second, order.first, order.second];
    expect(idSet(list)).toEqual([order.first, order.second]);
    expect(list).toEqual([order.second, order.first, order.second]);
    for (const set of [idSet(list), idSet([order.first]), idSet([])]) expect(Object.isFrozen(set)).toBe(true);
    for (const given of [list, [order.first], []]) {
      expect(idSet(given)).not.toBe(given);
      expect(Object.isFrozen(given)).toBe(false);
    }
  });
});

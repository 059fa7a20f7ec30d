import { CborReader, cidBytes, parseCidBytes, parseRawContentId } from '@ken/address';
import { base32 } from 'multiformats/bases/base32';
import { describe, expect, it } from 'vitest';
import { must, toHex } from './vectors.ts';

// Ids seen lately are kept by a few bits of their digests. Whatever was seen before, and whatever lies around in memory,
// an id is the one that its own bytes say; the texts wanted here are made by another implementation.

const HEAD = [1, 0x55, 0x1e, 32];
const binary = (digest: readonly number[]): Uint8Array => Uint8Array.from([...HEAD, ...digest]);
const textOf = (digest: readonly number[]): string => base32.encode(binary(digest));
const read = (digest: readonly number[]): string => must(parseCidBytes(binary(digest)));

/** A digest of one value, with others in some places. */
const digestOf = (fill: number, places: { readonly [at: number]: number } = {}): number[] =>
  Array.from({ length: 32 }, (_, at) => places[at] ?? fill);

/** A number that digests kept together have in common, so that each takes the place of the last. */
const common = (digest: readonly number[]): number[] => digest.map((byte, at) => (at === 1 || at === 6 ? 0x44 : byte));

describe('an id read from bytes', () => {
  it('is not that of the last one, whichever byte of the digest is another', () => {
    for (const fill of [0x00, 0xff, 0x5a]) {
      for (let at = 0; at < 32; at += 1) {
        const [one, other] = [digestOf(fill), digestOf(fill, { [at]: fill ^ 1 })].map(common) as [number[], number[]];
        const wanted = [textOf(one), textOf(other), textOf(one)];
        expect([read(one), read(other), read(one)]).toEqual(wanted);
      }
    }
  });

  it('is the same again, and the same as by its text, after others of like digests', () => {
    const digests = Array.from({ length: 64 }, (_, i) => common(digestOf(i)));
    for (let round = 0; round < 2; round += 1) {
      for (const digest of digests) {
        expect(read(digest)).toBe(textOf(digest));
        expect(toHex(cidBytes(must(parseRawContentId(textOf(digest)))))).toBe(toHex(binary(digest)));
      }
    }
  });

  it('is not one whose digest is the other’s without its first or its last byte', () => {
    for (const shift of [1, -1, 4, -4, 8, -8]) {
      const long = Array.from({ length: 64 }, (_, i) => 7 * i + 1);
      const one = common(long.slice(16, 48));
      const other = common(long.slice(16 + shift, 48 + shift));
      expect([read(one), read(other), read(one)]).toEqual([textOf(one), textOf(other), textOf(one)]);
    }
  });

  it('is not made of what is kept beside another', () => {
    // Two that are kept next to each other, and digests whose bytes run on from the one into the other, and backwards.
    const before = digestOf(0x33, { 1: 0x20, 6: 0x10, 29: 0x21, 30: 0x1e });
    const kept = digestOf(0x77, { 1: 0x20, 6: 0x1e });
    const onwards = [...before.slice(-4), ...HEAD, ...kept.slice(0, 24)];
    const backwards = [...kept.slice(0, 1), ...[...HEAD].reverse(), ...[...before].reverse().slice(0, 27)];
    for (const digest of [onwards, backwards]) {
      expect(digest.length).toBe(32);
      expect([read(before), read(kept), read(digest)]).toEqual([textOf(before), textOf(kept), textOf(digest)]);
    }
  });

  it('leaves the one kept beside it as it is', () => {
    const beside = digestOf(0x55, { 1: 0x20, 6: 0x18 });
    const text = textOf(beside);
    expect([read(beside), read(digestOf(0xff, { 1: 0x20, 6: 0x10 }))].includes(text)).toBe(true);
    expect(toHex(cidBytes(must(parseRawContentId(text))))).toBe(toHex(binary(beside)));
    read(digestOf(0xff, { 1: 0x20, 6: 0x20 }));
    expect(toHex(cidBytes(must(parseRawContentId(text))))).toBe(toHex(binary(beside)));
  });

  it('is of its own kind, whatever the one kept beside it ends with', () => {
    const content = (digest: readonly number[]): Uint8Array => Uint8Array.from([1, 0x71, 0x1e, 32, ...digest]);
    const digest = digestOf(0x77, { 1: 0x20, 6: 0x18 });
    for (const codec of [0x71, 0x55]) {
      read(digestOf(0x33, { 1: 0x20, 6: 0x10, 31: codec }));
      for (const bytes of [binary(digest), content(digest), binary(digest)]) {
        expect(must(parseCidBytes(bytes))).toBe(base32.encode(bytes));
      }
    }
  });

  it('is not made of what stands before it', () => {
    // Read backwards from the first byte of its digest, the input is another digest, which was seen last.
    const literal = Uint8Array.from({ length: 24 }, (_, i) => i);
    const digest = digestOf(0x21, { 6: 0x25 });
    const input = Uint8Array.from([...literal, 0xd8, 0x2a, 0x58, 0x25, 0x00, ...HEAD, ...digest]);
    const backwards = Array.from({ length: 32 }, (_, i) => input[input.length - 32 - i] as number);
    expect(read(backwards)).toBe(textOf(backwards));
    const reader = new CborReader(input);
    expect([reader.skip(literal), reader.rawLink(), reader.ended]).toEqual([true, textOf(digest), true]);
  });
});

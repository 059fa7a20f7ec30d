import * as dagCbor from '@ipld/dag-cbor';
import {
  type AnyId,
  cidBytes,
  contentId,
  decode,
  encode,
  Link,
  link,
  parseContentId,
  parseRawContentId,
  rawContentId,
  type Value,
} from '@ken/address';
import { blake3 } from '@noble/hashes/blake3.js';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { create as multihash } from 'multiformats/hashes/digest';
import { describe, expect, it } from 'vitest';
import { anyValue, bytes, damaged } from './arbitraries.ts';
import { fromHex, must, outcome, toHex } from './vectors.ts';

// The reference implementation of DAG-CBOR and of CIDs as an oracle: every value that both know has the same bytes, the
// same id and the same text. Where it is wrong, or wider than the contract, is written down below, case by case.

/** The same value as the oracle has it: links of its own kind, and no bigints in the safe range. */
function theirs(value: Value): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Link.is(value)) return CID.decode(cidBytes(value.id));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(theirs);
  const copy = {};
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: theirs(inner as Value), enumerable: true });
  }
  return copy;
}

/** A value of the oracle as Ken has it. */
function ours(value: unknown): unknown {
  const cid = CID.asCID(value);
  if (cid !== null) return link(cid.toString() as AnyId);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(ours);
  const copy = {};
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: ours(inner), enumerable: true });
  }
  return copy;
}

const cidOf = (codec: number, content: Uint8Array): CID => CID.createV1(codec, multihash(0x1e, blake3(content)));

/** The oracle loses a byte-order mark at the front of a text, so that bytes with one say nothing about its other rules. */
const unmarked = (encoded: Uint8Array): boolean => !toHex(encoded).includes('efbbbf');

/** How often a condition held, for properties that would be empty if it seldom did. */
const counter = () => {
  let count = 0;
  return {
    count: () => count,
    when(held: boolean): void {
      if (held) count += 1;
    },
  };
};

describe('where the oracle is right', () => {
  it('a value has the same bytes and the same id', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = must(encode(value));
        expect(toHex(encoded)).toBe(toHex(dagCbor.encode(theirs(value))));
        expect(contentId(encoded)).toBe(cidOf(dagCbor.code, encoded).toString());
      }),
      { seed: 21, numRuns: 1500 },
    );
  });

  it('bytes have the same value', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = dagCbor.encode(theirs(value));
        fc.pre(unmarked(encoded));
        const decoded = must(decode(encoded));
        expect(toHex(must(encode(decoded)))).toBe(toHex(encoded));
        expect(theirs(decoded)).toEqual(dagCbor.decode(encoded));
        expect(decoded).toEqual(ours(dagCbor.decode(encoded)));
      }),
      { seed: 22, numRuns: 1500 },
    );
  });

  it('whatever Ken decodes, it decodes to the same value: over damaged bytes', () => {
    const accepted = counter();
    fc.assert(
      fc.property(damaged, (changed) => {
        const decoded = decode(changed);
        accepted.when(decoded.ok);
        fc.pre(unmarked(changed));
        if (decoded.ok) expect(theirs(decoded.value)).toEqual(dagCbor.decode(changed));
      }),
      { seed: 23, numRuns: 5000 },
    );
    expect(accepted.count()).toBeGreaterThan(300);
  });

  it('whatever it decodes and encodes to the same bytes, Ken decodes, but for floats and foreign links', () => {
    const refused = counter();
    fc.assert(
      fc.property(damaged, (changed) => {
        fc.pre(unmarked(changed));
        let again: Uint8Array;
        try {
          again = dagCbor.encode(dagCbor.decode(changed));
        } catch {
          return;
        }
        const decoded = decode(changed);
        if (toHex(again) !== toHex(changed)) {
          expect(decoded.ok).toBe(false);
        } else if (!decoded.ok) {
          refused.when(true);
          const { code, facts } = decoded.refusal;
          expect([`${code} ${facts['reason'] ?? ''}`.trim()]).toContainEqual(
            expect.stringMatching(/^(?:cbor\/not-canonical float|id\/wrong-profile|id\/not-a-cid .+)$/),
          );
        }
      }),
      { seed: 24, numRuns: 5000 },
    );
    expect(refused.count()).toBeGreaterThan(10);
  });

  it('an id has the same text and the same bytes, both ways', () => {
    fc.assert(
      fc.property(bytes, (each) => {
        for (const [id, codec] of [
          [contentId(each), 0x71],
          [rawContentId(each), 0x55],
        ] as const) {
          const cid = cidOf(codec, each);
          expect(id).toBe(cid.toString());
          expect(toHex(cidBytes(id))).toBe(toHex(cid.bytes));
          expect(CID.parse(id).equals(cid)).toBe(true);
          expect(outcome(codec === 0x71 ? parseContentId(cid.toString()) : parseRawContentId(cid.toString()))).toBe(
            'ok',
          );
        }
      }),
      { seed: 25, numRuns: 500 },
    );
  });

  it('whatever Ken parses, it parses and prints back: over damaged texts', () => {
    const accepted = counter();
    const change = fc.tuple(bytes, fc.nat(58), fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567A=189'));
    fc.assert(
      fc.property(change, ([each, at, unit]) => {
        const text = rawContentId(each);
        const changed = text.slice(0, at) + unit + text.slice(at + 1);
        const parsed = parseRawContentId(changed);
        accepted.when(parsed.ok);
        if (parsed.ok) expect(CID.parse(changed).toString()).toBe(changed);
      }),
      { seed: 26, numRuns: 1000 },
    );
    expect(accepted.count()).toBeGreaterThan(500);
  });
});

const DIGEST = '11'.repeat(32);

describe('what the oracle decodes although it is not canonical', () => {
  // Beside each: bytes that mean the same and are canonical, which both decode.
  it.each([
    ['keys out of bytewise order', 'a2616201616102', 'a2616102616201', 'cbor/not-canonical'],
    ['keys out of order of length', 'a262616101616202', 'a261620262616101', 'cbor/not-canonical'],
    ['a float of 16 bits', 'f93c00', '01', 'cbor/not-canonical'],
    ['a float of 32 bits', 'fa3f800000', '01', 'cbor/not-canonical'],
    ['a whole float of 64 bits', 'fb3ff0000000000000', '01', 'cbor/not-canonical'],
    ['minus zero', 'fb8000000000000000', '00', 'cbor/not-canonical'],
    ['undefined', 'f7', 'f6', 'cbor/not-canonical'],
    ['invalid UTF-8', '61ff', '63efbfbd', 'cbor/malformed'],
    ['an overlong form', '62c080', '6100', 'cbor/malformed'],
    ['a surrogate in UTF-8', '63eda080', '63efbfbd', 'cbor/malformed'],
  ])('%s', (_, hex, canonical, code) => {
    expect(toHex(dagCbor.encode(dagCbor.decode(fromHex(hex))))).not.toBe(hex);
    expect(outcome(decode(fromHex(hex)))).toBe(code);

    const control = fromHex(canonical);
    expect(toHex(dagCbor.encode(dagCbor.decode(control)))).toBe(toHex(control));
    expect(outcome(decode(control))).toBe('ok');
  });
});

describe('what the oracle decodes and the contract does not have', () => {
  it.each([
    ['a fraction', 'fb3ff8000000000000', 'cbor/not-canonical'],
    ['a link of another codec', `d82a58250001701e20${DIGEST}`, 'id/wrong-profile'],
    ['a link of another hash', `d82a58250001711220${DIGEST}`, 'id/wrong-profile'],
    ['a link that holds its content', 'd82a470001550002aabb', 'id/wrong-profile'],
    ['a link of version 0', `d82a5823001220${DIGEST}`, 'id/not-a-cid'],
    ['200 lists around an item', `${'81'.repeat(200)}00`, 'cbor/too-deep'],
  ])('%s', (_, hex, code) => {
    expect(toHex(dagCbor.encode(dagCbor.decode(fromHex(hex))))).toBe(hex);
    expect(outcome(decode(fromHex(hex)))).toBe(code);
  });

  it.each([
    ['a link to a value', `d82a58250001711e20${DIGEST}`],
    ['a link to bytes', `d82a58250001551e20${DIGEST}`],
    ['128 lists around an item', `${'81'.repeat(128)}00`],
  ])('control: %s', (_, hex) => {
    expect(toHex(dagCbor.encode(dagCbor.decode(fromHex(hex))))).toBe(hex);
    expect(outcome(decode(fromHex(hex)))).toBe('ok');
  });
});

const few = Uint8Array.of(1, 2, 3);

describe('what the oracle encodes as something else', () => {
  // Beside each: what a reader would be given in its place.
  it.each<readonly [string, unknown, unknown]>([
    ['a lone surrogate', '\ud800', '\ufffd'],
    ['two keys that are different lone surrogates', { '\ud800': 1, '\ud801': 1 }, undefined],
    ['a symbol key', { [Symbol('lost')]: 1, kept: 2 }, { kept: 2 }],
    ['a key that is not enumerable', Object.defineProperty({}, 'lost', { value: 1 }), {}],
    ['an accessor', Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }), { a: 1 }],
    ['a list with a key of its own', Object.assign([1], { lost: 2 }), [1]],
    [
      'an instance of a class',
      new (class {
        a = 1;
      })(),
      { a: 1 },
    ],
    ['a Map', new Map([['a', 1]]), { a: 1 }],
    ['a boxed number', Object(3), {}],
    ['minus zero', -0, 0],
    ['16-bit numbers', Uint16Array.of(1, 2), Uint8Array.of(1, 0, 2, 0)],
    ['bytes in shared memory', new Uint8Array(new SharedArrayBuffer(2)), Uint8Array.of(0, 0)],
  ])('%s', (_, value, instead) => {
    const encoded = dagCbor.encode(value);
    // Two equal keys cannot be read back at all.
    if (instead === undefined) expect(() => dagCbor.decode(encoded)).toThrow('repeat map key');
    else expect(dagCbor.decode(encoded)).toEqual(instead);
    expect(outcome(encode(value as Value))).toBe('cbor/unencodable');
    if (instead !== undefined) expect(toHex(must(encode(instead as Value)))).toBe(toHex(encoded));
  });

  it('the number 2^53 becomes a float, and the same integer as a bigint does not', () => {
    expect(toHex(dagCbor.encode(2 ** 53))).toBe('fb4340000000000000');
    expect(outcome(encode(2 ** 53))).toBe('cbor/unencodable');
    expect(toHex(dagCbor.encode(2n ** 53n))).toBe('1b0020000000000000');
    expect(toHex(must(encode(2n ** 53n)))).toBe('1b0020000000000000');
  });

  it('a map of bytes with the key "/" becomes a link, which cannot be read', () => {
    const value = { '/': few, bytes: few };
    const encoded = dagCbor.encode(value);
    expect(toHex(encoded)).toBe('d82a4400010203');
    expect(() => dagCbor.decode(encoded)).toThrow();
    expect(must(decode(must(encode(value))))).toEqual(value);
  });
});

describe('20 000 levels', () => {
  it('overflow the stack of the oracle in both directions; Ken refuses them', () => {
    let value: Value = 0;
    for (let level = 0; level < 20_000; level += 1) value = [value];
    const encoded = new Uint8Array(20_001).fill(0x81);
    encoded[20_000] = 0;
    expect(() => dagCbor.encode(value)).toThrow(RangeError);
    expect(() => dagCbor.decode(encoded)).toThrow(RangeError);
    expect(outcome(encode(value))).toBe('cbor/unencodable');
    expect(outcome(decode(encoded))).toBe('cbor/too-deep');
  });
});

describe('texts that the oracle takes for an id and prints back as they were', () => {
  const id = contentId(few);

  it.each([
    ['upper case behind the letter that says lower', `b${id.slice(1).toUpperCase()}`],
    ['padding', `${id}======`],
  ])('%s', (_, text) => {
    expect(CID.parse(text).equals(CID.parse(id))).toBe(true);
    expect(CID.parse(text).toString()).toBe(text);
    expect(outcome(parseContentId(text))).toBe('id/not-a-cid');
    expect(outcome(parseContentId(id))).toBe('ok');
  });
});

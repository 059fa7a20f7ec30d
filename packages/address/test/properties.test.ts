import * as dagCbor from '@ipld/dag-cbor';
import { type AnyId, cidBytes, contentId, decode, encode, Link, link, rawContentId, type Value } from '@ken/address';
import fc from 'fast-check';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { must, toHex } from './vectors.ts';

const bytes = fc.uint8Array({ maxLength: 70 });
const anyLink = fc.tuple(bytes, fc.boolean()).map(([each, raw]) => link(raw ? rawContentId(each) : contentId(each)));
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('__proto__', '\ufeff', '\uffff', '\u{10000}'),
);
const integer = fc.oneof(
  fc.integer({ min: -70_000, max: 70_000 }),
  fc.maxSafeInteger().filter((each) => !Object.is(each, -0)),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
);

/** Values of the data model, of every kind. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Value>(null, true, false),
    integer,
    text,
    bytes,
    anyLink,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** The same value for the other implementation, which has links of its own kind and no bigints in the safe range. */
function foreign(value: Value): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Link.is(value)) return CID.decode(cidBytes(value.id));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(foreign);
  const copy = {};
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: foreign(inner as Value), enumerable: true });
  }
  return copy;
}

const mutated = fc
  .tuple(
    anyValue,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'insert', 'cut', 'flip')), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([value, changes]) => {
    const list = [...must(encode(value))];
    for (const [place, byte, how] of changes) {
      const at = list.length === 0 ? 0 : place % list.length;
      if (how === 'set') list[at] = byte;
      else if (how === 'flip') list[at] = (list[at] ?? 0) ^ (1 << (byte & 7));
      else if (how === 'insert') list.splice(at, 0, byte);
      else list.splice(at, 1 + (byte & 3));
    }
    return Uint8Array.from(list);
  });

describe('the codec', () => {
  it('gives back what it was given', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const encoded = must(encode(value));
        const again = must(decode(encoded));
        expect(toHex(must(encode(again)))).toBe(toHex(encoded));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('decodes only what it would encode: over damaged bytes', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutated, (damaged) => {
        const decoded = decode(damaged);
        if (!decoded.ok) return;
        accepted += 1;
        expect(toHex(must(encode(decoded.value)))).toBe(toHex(damaged));
      }),
      { seed: 2, numRuns: 5000 },
    );
    // Damage that leaves canonical bytes must be common enough for the property to mean something.
    expect(accepted).toBeGreaterThan(300);
  });

  it('decodes only what it would encode: over any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (any) => {
        const decoded = decode(any);
        if (decoded.ok) expect(toHex(must(encode(decoded.value)))).toBe(toHex(any));
      }),
      { seed: 3, numRuns: 5000 },
    );
  });

  it('every prefix of an encoding is refused', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), (value, cut) => {
        const encoded = must(encode(value));
        expect(decode(encoded.subarray(0, cut % encoded.length)).ok).toBe(false);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it('agrees with another encoder on every value that both have', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(toHex(must(encode(value)))).toBe(toHex(dagCbor.encode(foreign(value))));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('never throws over damaged bytes', () => {
    fc.assert(
      fc.property(mutated, (damaged) => {
        expect(typeof decode(damaged).ok).toBe('boolean');
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

describe('ids', () => {
  it('text and bytes stand for one another', () => {
    fc.assert(
      fc.property(bytes, (each) => {
        for (const id of [contentId(each), rawContentId(each)] as AnyId[]) {
          expect(CID.parse(id).toString()).toBe(id);
          expect(toHex(CID.parse(id).bytes)).toBe(toHex(cidBytes(id)));
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

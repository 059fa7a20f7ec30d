import { contentId, encode, link, rawContentId, type Value } from '@ken/address';
import fc from 'fast-check';
import { must } from './vectors.ts';

export const bytes = fc.uint8Array({ maxLength: 70 });
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

/** The bytes of values, changed in up to three places; some are canonical still. */
export const damaged = fc
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

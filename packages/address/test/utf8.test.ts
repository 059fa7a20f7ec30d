import { decode, encode, type Value } from '@ken/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUtf8, readUtf8, utf8Length, writeUtf8 } from '../src/utf8.ts';
import { must, outcome, toHex } from './vectors.ts';

// The first and the last code points of every length in UTF-8, and those at both ends of the surrogates.
const POINTS = [
  0, 1, 0x7e, 0x7f, 0x80, 0x81, 0x7fe, 0x7ff, 0x800, 0x801, 0xd7fe, 0xd7ff, 0xe000, 0xe001, 0xfffe, 0xffff, 0x1_0000,
  0x1_03ff, 0x10_fc00, 0x10_ffff,
];
const chars = POINTS.map((point) => String.fromCodePoint(point));
const texts = ['', ...chars, ...chars.flatMap((a) => chars.map((b) => a + b))];
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary-ascii', maxLength: 40 }));

describe('text in UTF-8', () => {
  const roundTrip = (each: string): void => {
    const bytes = Buffer.from(each);
    const target = new Uint8Array(bytes.length + 6).fill(0xee);
    writeUtf8(each, bytes.length, target, 3);
    const written = toHex(target.subarray(2, 3 + bytes.length));
    const read = readUtf8(target, 3, 3 + bytes.length);
    // One comparison for three, because there are thousands of texts.
    expect([utf8Length(each), written, read]).toEqual([bytes.length, `ee${toHex(bytes)}`, each]);
  };

  it('is what Node makes of every code point at a bound, and of any two', () => {
    for (const each of texts) roundTrip(each);
  });

  it('is so at every length, of one byte a character and of more', () => {
    for (let length = 0; length < 70; length += 1) {
      for (const each of ['a', 'é', '\u{10000}']) {
        roundTrip(each.repeat(length));
        roundTrip('a'.repeat(length) + each);
      }
    }
    fc.assert(fc.property(text, roundTrip), { seed: 61, numRuns: 500 });
  });

  it('is none with a byte alone that no character is made of, in any place', () => {
    for (const length of [0, 1, 22, 23, 24, 25, 60]) {
      for (const byte of [0x7f, 0x80, 0x81, 0xbf, 0xc0, 0xc2, 0xe0, 0xf0, 0xf5, 0xff]) {
        for (let at = 0; at <= length; at += 1) {
          const bytes = new Uint8Array(length + 1).fill(0x61);
          bytes[at] = byte;
          // Only the first of them is a character.
          const isText = readUtf8(bytes, 0, bytes.length) !== undefined;
          if (isText !== (byte === 0x7f)) expect.fail(`${byte} at ${at} of ${length}`);
        }
      }
    }
  });

  it('is read between its bounds only', () => {
    const bytes = Uint8Array.from([0xff, 0x61, 0xc3, 0xa9, 0xff]);
    expect(readUtf8(bytes, 1, 4)).toBe('aé');
    for (const [at, end] of [
      [0, 4],
      [1, 5],
      [1, 3],
      [3, 4],
    ] as const) {
      expect(readUtf8(bytes, at, end)).toBeUndefined();
    }
  });
});

describe('the order of texts', () => {
  const order = (a: string, b: string): void => {
    const wanted = Buffer.compare(Buffer.from(a), Buffer.from(b));
    if (Math.sign(compareUtf8(a, b)) !== wanted) expect.fail(`${JSON.stringify([a, b])} are not in order ${wanted}`);
  };

  it('is that of their bytes in UTF-8', () => {
    for (const a of texts) for (const b of [...chars, '', 'a\u{10000}', '\uffff\uffff']) order(a, b);
    fc.assert(fc.property(text, text, order), { seed: 62, numRuns: 500 });
    fc.assert(
      fc.property(text, text, text, (front, a, b) => order(front + a, front + b)),
      { seed: 63, numRuns: 500 },
    );
  });
});

describe('text in a value', () => {
  it('keeps every code point, as a key too', () => {
    const value: Value = Object.fromEntries(texts.map((each) => [`${each}.`, each]));
    expect(must(decode(must(encode(value))))).toEqual(value);
    expect(outcome(encode(texts))).toBe('ok');
  });
});

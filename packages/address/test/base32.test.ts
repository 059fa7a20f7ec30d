import {
  type AnyId,
  contentId,
  isRawContentIdOf,
  parseContentId,
  parseRawContentId,
  type RawContentId,
  rawContentId,
} from '@ken/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const HEAD = 7;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ids whose digests begin with each of the eight values that the first digit has, so that no digit hides another. */
const ids = ((): AnyId[] => {
  const found = new Map<string, AnyId>();
  for (let i = 0; found.size < 16; i += 1) {
    for (const id of [contentId(Uint8Array.of(i)), rawContentId(Uint8Array.of(i))])
      found.set(id.slice(0, HEAD + 1), id);
  }
  return [...found.values()];
})();

const accepted = (text: string): boolean => parseContentId(text).ok || parseRawContentId(text).ok;

const foreign = Array.from({ length: 0x180 }, (_, unit) => String.fromCharCode(unit)).filter(
  (unit) => !ALPHABET.includes(unit),
);

describe('the digits of an id', () => {
  it('are refused with any foreign character in any place', () => {
    const passed: string[] = [];
    for (const id of ids) {
      for (let at = 0; at < id.length; at += 1) {
        for (const unit of foreign) {
          const changed = id.slice(0, at) + unit + id.slice(at + 1);
          if (accepted(changed)) passed.push(changed);
        }
      }
    }
    expect(passed).toEqual([]);
  });

  it('control: are accepted as they are, and with another digit in most places', () => {
    for (const id of ids) {
      expect(accepted(id)).toBe(true);
      const places = Array.from({ length: 50 }, (_, i) => HEAD + 1 + i);
      for (const at of places) {
        const other = id[at] === 'a' ? 'b' : 'a';
        expect(accepted(id.slice(0, at) + other + id.slice(at + 1))).toBe(true);
      }
    }
  });

  it('say more than a digest at the front or the end only with bits that are refused', () => {
    for (const id of ids) {
      const firsts = [...ALPHABET].filter((digit) => accepted(id.slice(0, HEAD) + digit + id.slice(HEAD + 1)));
      expect(firsts).toEqual([...'abcdefgh']);
      const lasts = [...ALPHABET].filter((digit) => accepted(id.slice(0, -1) + digit));
      expect(lasts).toEqual([...'aeimquy4']);
    }
  });
});

describe('an id without a text made for comparing', () => {
  it('is that of its bytes, wherever they lie', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 90 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 20 }),
        (bytes, before, after) => {
          const around = new Uint8Array(before + bytes.length + after).fill(7);
          around.set(bytes, before);
          const id = rawContentId(bytes);
          expect(isRawContentIdOf(id, bytes)).toBe(true);
          expect(isRawContentIdOf(id, around, before, before + bytes.length)).toBe(true);
          expect(isRawContentIdOf(id, around, before, before + bytes.length + 1)).toBe(false);
        },
      ),
      { seed: 41, numRuns: 500 },
    );
  });

  it('differs with a difference in any digit', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const id = rawContentId(bytes);
    const other = (digit: string | undefined): string[] => [...ALPHABET].filter((each) => each !== digit);
    for (let at = HEAD; at < id.length; at += 1) {
      for (const digit of other(id[at])) {
        expect(isRawContentIdOf((id.slice(0, at) + digit + id.slice(at + 1)) as RawContentId, bytes)).toBe(false);
      }
    }
    expect(isRawContentIdOf(id, bytes)).toBe(true);
  });
});

import { type AnyId, contentId, parseContentId, parseRawContentId, rawContentId } from '@ken/address';
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

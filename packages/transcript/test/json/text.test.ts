import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quadsOver, skipPlain } from '../../src/json/text.ts';

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x80 && byte !== 0x22 && byte !== 0x5c;

/** As the rule says it, byte by byte. */
const reference = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.length && isPlain(bytes[at] ?? 0)) at += 1;
  return at;
};

test('every byte is plain or not as the rule says, wherever it stands in its memory and among what', () => {
  for (let byte = 0; byte < 256; byte += 1)
    for (let place = 0; place < 48; place += 1)
      for (const offset of [0, 1, 2, 3]) {
        const bytes = new Uint8Array(new ArrayBuffer(64), offset, 56).fill(0x7f);
        bytes[place] = byte;
        expect(skipPlain(bytes, 0, quadsOver(bytes))).toBe(isPlain(byte) ? 56 : place);
      }
});

test('any bytes from any place on, also where the memory is longer than the bytes', () => {
  const byte = fc.oneof(
    { weight: 60, arbitrary: fc.integer({ min: 0x20, max: 0x7f }) },
    { weight: 1, arbitrary: fc.nat(255) },
  );
  fc.assert(
    fc.property(
      fc.array(byte, { maxLength: 200 }),
      fc.nat(7),
      fc.nat(7),
      fc.nat(220),
      (content, before, behind, from) => {
        const memory = new Uint8Array(before + content.length + behind).fill(0x20);
        memory.set(content, before);
        const bytes = memory.subarray(before, before + content.length);
        const start = Math.min(from, bytes.length);
        expect(skipPlain(bytes, start, quadsOver(bytes))).toBe(reference(bytes, start));
      },
    ),
    { seed: 3, numRuns: 2000 },
  );
});

import { decode, encode } from '@ken/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyValue, damaged } from './arbitraries.ts';
import { must, toHex } from './vectors.ts';

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
      fc.property(damaged, (changed) => {
        const decoded = decode(changed);
        if (!decoded.ok) return;
        accepted += 1;
        expect(toHex(must(encode(decoded.value)))).toBe(toHex(changed));
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

  it('never throws over damaged bytes', () => {
    fc.assert(
      fc.property(damaged, (changed) => {
        expect(typeof decode(changed).ok).toBe('boolean');
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

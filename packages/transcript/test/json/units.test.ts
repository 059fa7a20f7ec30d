import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scanner } from '../../src/json/scanner.ts';
import { loneSurrogatesIn, unitsIn } from '../../src/json/units.ts';
import { jsonText } from '../arbitraries.ts';

/** A string as JSON text of the generators, with its skeleton. */
const strings = jsonText
  .filter((source) => source.startsWith('"'))
  .map((source) => {
    const bytes = new Uint8Array(Buffer.from(source));
    const scanner = new Scanner();
    scanner.run(bytes);
    return { text: JSON.parse(source) as string, scanned: scanner.scanned(bytes), bytes };
  });

test('a text has as many units as JSON.parse gives it', () => {
  fc.assert(
    fc.property(strings, ({ text, scanned }) => {
      expect(unitsIn(scanned, 0)).toBe(text.length);
    }),
    { seed: 3, numRuns: 400 },
  );
});

test('a half of a pair is lone when the text is not well formed, and only then', () => {
  fc.assert(
    fc.property(strings, ({ text, scanned, bytes }) => {
      const lone = loneSurrogatesIn(bytes, 0, bytes.length);
      expect(lone > 0).toBe(!text.isWellFormed());
      expect(lone).toBe(
        text.match(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g)?.length ?? 0,
      );
      expect(scanned.surrogates || lone === 0).toBe(true);
    }),
    { seed: 4, numRuns: 400 },
  );
});

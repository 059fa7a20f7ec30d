import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/codex/digest.ts';
import { Scanner } from '../../src/json/scanner.ts';

function digest(text: string): string {
  const bytes = Buffer.from(text);
  const scanner = new Scanner();
  expect(scanner.run(bytes) === 'more' ? scanner.end() : 'whole').toBe('whole');
  return digestOf(scanner.scanned(bytes), 0);
}

/** The same value, written in another way: keys in another order, every letter by its number. */
function rewritten(value: unknown): string {
  if (Array.isArray(value)) {
    return `[ ${value.map(rewritten).join(' , ')} ]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).reverse();
    return `{ ${members.map(([key, inner]) => `${rewritten(key)} : ${rewritten(inner)}`).join(',')} }`;
  }
  if (typeof value === 'string') {
    const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, '0'));
    return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
  }
  return typeof value === 'number' && Number.isSafeInteger(value) ? `${value}.0e0` : JSON.stringify(value);
}

// Negative zero is no other number to a reader of JSON.
const value = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'binary' })
  .map((one) => JSON.parse(JSON.stringify(one)) as unknown);

describe('a digest', () => {
  test('is the same however a value is written', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(digest(rewritten(one))).toBe(digest(JSON.stringify(one)));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  test('is the same for two values iff they are deeply equal', () => {
    const small = fc.jsonValue({ maxDepth: 2, noUnicodeString: true } as fc.JsonSharedConstraints);
    fc.assert(
      fc.property(small, small, (one, other) => {
        const [first, second] = [one, other].map((each) => JSON.parse(JSON.stringify(each)) as unknown);
        expect(digest(JSON.stringify(one)) === digest(JSON.stringify(other))).toBe(isDeepStrictEqual(first, second));
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  test.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['"\\u0041\\/"', '"A/"'],
    ['"\\uD83D"', '"\\ud83d"'],
    ['1', '1.0'],
    ['100', '1e2'],
    [
      `{${Array.from({ length: 40 }, (_, at) => `"k${at}":${at}`).join()}}`,
      `{${Array.from({ length: 40 }, (_, at) => `"k${39 - at}":${39 - at}`).join()}}`,
    ],
    ['{"\\u0061":1,"b":"\\n"}', '{"b":"\\u000a","a":1}'],
  ])('is the same of %s and %s', (one, other) => {
    expect(digest(one)).toBe(digest(other));
  });

  test.each([
    ['[1,2]', '[2,1]'],
    ['[1,2]', '[12]'],
    ['["1"]', '[1]'],
    ['{"a":"b"}', '["a","b"]'],
    ['[[],1]', '[[1]]'],
    ['"\\n"', '"\\\\n"'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['"a"', '"A"'],
    ['null', 'false'],
    ['1', '-1'],
  ])('is another of %s and %s', (one, other) => {
    expect(digest(one)).not.toBe(digest(other));
  });

  test('of a value of any depth is found', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(digest(deep)).not.toBe(digest(deep.slice(1, -1)));
  });
});

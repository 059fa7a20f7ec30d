import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, neutral, neutralLine, size, wrap } from '../src/show/text.ts';

/** Written out by code point, unlike the pattern it judges. */
const harmful = (point: number): boolean =>
  (point < 0x20 && point !== 0x09 && point !== 0x0a) ||
  (point >= 0x7f && point <= 0x9f) ||
  (point >= 0x202a && point <= 0x202e) ||
  (point >= 0x2066 && point <= 0x2069) ||
  [0x61c, 0x200e, 0x200f, 0x2028, 0x2029].includes(point);

test('no character that commands a terminal or turns text around is shown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const point of neutral(text)) expect(harmful(point.codePointAt(0) ?? 0)).toBe(false);
      expect(neutralLine(text)).not.toMatch(/[\n\t]/);
    }),
    { seed: 20262 },
  );
});

test('what is harmless is shown as it is', () => {
  expect(neutral('Größe 3 → 7\n\t“ok” 👍')).toBe('Größe 3 → 7\n\t“ok” 👍');
  expect(neutral('\u001b[31mred\u001b[0m')).toBe('\\u001b[31mred\\u001b[0m');
});

test('sizes keep exact bytes below a thousand and round above', () => {
  expect([0, 999, 1000, 12_345, 123_456, 7_654_321].map(size)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '12.3 kB',
    '123 kB',
    '7.65 MB',
  ]);
});

test('wrapping keeps every word and stays within the width', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
      fc.integer({ min: 20, max: 80 }),
      (words, width) => {
        const wrapped = wrap(words.join(' '), width, '    ');
        expect(wrapped.split(/\s+/).filter((word) => word !== '')).toEqual(words);
        for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
      },
    ),
    { seed: 20263 },
  );
});

test('columns stand under each other', () => {
  expect(
    columns([
      ['a', 'bb'],
      ['ccc', 'd'],
    ]),
  ).toBe('a    bb\nccc  d');
});

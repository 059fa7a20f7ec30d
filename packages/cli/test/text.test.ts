import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columns, neutral, neutralLine, size, wrap } from '../src/show/text.ts';

test('no character that commands a terminal or turns text around is shown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(neutral(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
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
  expect([0, 999, 1000, 12_345, 123_456, 7_654_321].map(size)).toEqual(['0 B', '999 B', '1.00 kB', '12.3 kB', '123 kB', '7.65 MB']);
});

test('wrapping keeps every word and stays within the width', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }), fc.integer({ min: 20, max: 80 }), (words, width) => {
      const wrapped = wrap(words.join(' '), width, '    ');
      expect(wrapped.split(/\s+/).filter((word) => word !== '')).toEqual(words);
      for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    }),
    { seed: 20263 },
  );
});

test('columns stand under each other', () => {
  expect(columns([['a', 'bb'], ['ccc', 'd']])).toBe('a    bb\nccc  d');
});

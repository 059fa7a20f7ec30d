import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrasesOf, plain, wordsOf } from '../src/words.ts';

describe('words', () => {
  it.each([
    ['parse_config(a, 47)', 'parse config a 47'],
    ['  Tabs\tand\nlines ', 'tabs and lines'],
    ['Straße STRASSE strasse', 'strasse strasse strasse'],
    ['ΟΔΟΣ οδος οδοσ ΟΔΟΣ.Α', 'οδοσ οδοσ οδοσ οδοσ α'],
    ['ｆｕｌｌ ﬁt ２', 'full fit 2'],
    ['版本v2、終', '版 本 v2 終'],
    ['a→b “c” d…', 'a b c d'],
    ['हिन्दी पाठ', 'हिन्दी पाठ'],
    ['\0 \ud800 *', ''],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it('of ASCII text are left to the tokenizer: the text comes back as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(plain(text)).toBe(text);
      }),
      { seed: 20261130 },
    );
    expect(plain('Ä')).not.toBe('Ä');
  });

  it('are the same whatever the case of the text, and once they are words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const words = wordsOf(text);
        expect(wordsOf(words)).toBe(words);
        expect(words).not.toMatch(/["*^:(){}+\0-]/);
      }),
      { seed: 20261130, numRuns: 2000 },
    );
  });
});

describe('a query', () => {
  it.each([
    ['one two', ['one', 'two']],
    ['one ONE "one"', ['one']],
    ['"one two" three', ['one two', 'three']],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['"one "two three', ['one', 'two', 'three']],
    ['one "two three', ['one', 'two', 'three']],
    ['""" " - * NEAR(', ['near']],
    ['', []],
  ])('%j asks for %j', (query, phrases) => {
    expect(phrasesOf(query)).toEqual(phrases);
  });
});

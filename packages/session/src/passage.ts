import { wordsOf } from '@ken/store';

// Enough to recognise a passage by, in code units.
const before = 60;
const length = 240;

/** Where the beginning of a phrase stands in a text, as near as its letters show. */
const placeOf = (text: string, phrase: string): number => {
  const [word = ''] = phrase.split(' ');
  return Math.max(0, text.toLowerCase().indexOf(word));
};

/**
 * The text around the first of some phrases, on one line and with an ellipsis where it is cut; undefined unless every phrase
 * occurs in the text.
 *
 * @param phrases - as `phrasesOf` gives them
 */
export const passageOf = (text: string, phrases: readonly string[]): string | undefined => {
  const words = ` ${wordsOf(text)} `;
  if (!phrases.every((phrase) => words.includes(` ${phrase} `))) return undefined;
  const line = text.replace(/\s+/gu, ' ');
  const start = Math.max(0, Math.min(...phrases.map((phrase) => placeOf(line, phrase))) - before);
  const cut = line
    .slice(start, start + length)
    .toWellFormed()
    .trim();
  return `${start > 0 ? '…' : ''}${cut}${start + length < line.length ? '…' : ''}`;
};

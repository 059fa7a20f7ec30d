import { wordsOf } from '@ken/store';

// Enough to recognise a passage by, in code units.
const before = 60;
const length = 240;
// Of a word that stands everywhere, so many places are looked at.
const mostPlaces = 2000;

/** Where a phrase begins in a text, as near as the letters of its first word show. */
const placesOf = (text: string, phrase: string): number[] => {
  const [word = ''] = phrase.split(' ');
  const places: number[] = [];
  for (let at = text.indexOf(word); at !== -1 && places.length < mostPlaces; at = text.indexOf(word, at + 1))
    places.push(at);
  return places;
};

/** The place from which all the phrases are reached soonest: the first of them where they stand nearest to each other. */
const nearest = (text: string, phrases: readonly string[]): number => {
  const all = phrases.map((phrase) => placesOf(text, phrase)).filter((places) => places.length > 0);
  const next = all.map(() => 0);
  let best = { spread: Number.POSITIVE_INFINITY, at: 0 };
  while (all.length > 0) {
    const now = all.map((places, one) => places[next[one] ?? 0] ?? 0);
    const first = Math.min(...now);
    const spread = Math.max(...now) - first;
    if (spread < best.spread) best = { spread, at: first };
    const moved = now.indexOf(first);
    next[moved] = (next[moved] ?? 0) + 1;
    if ((next[moved] ?? 0) >= (all[moved]?.length ?? 0)) break;
  }
  return best.at;
};

/**
 * The text where some phrases stand nearest to each other, on one line and with an ellipsis where it is cut; undefined unless
 * every phrase occurs in the text.
 *
 * @param phrases - as `phrasesOf` gives them
 */
export const passageOf = (text: string, phrases: readonly string[]): string | undefined => {
  const words = ` ${wordsOf(text)} `;
  if (!phrases.every((phrase) => words.includes(` ${phrase} `))) return undefined;
  const line = text.replace(/\s+/gu, ' ');
  const start = Math.max(0, nearest(line.toLowerCase(), phrases) - before);
  const cut = line
    .slice(start, start + length)
    .toWellFormed()
    .trim();
  return `${start > 0 ? '…' : ''}${cut}${start + length < line.length ? '…' : ''}`;
};

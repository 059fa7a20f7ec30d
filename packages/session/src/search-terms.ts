/** What a person searches for: words and "phrases in quotes", all of which must occur, whatever their case. */
export interface Terms {
  readonly all: readonly string[];
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Splits what a person typed into its words, and its phrases where quotes stand around several. None where it holds nothing. */
export const termsOf = (typed: string): Terms => {
  const all: string[] = [];
  for (const [, phrase, word] of typed.matchAll(/"([^"]*)"|([^\s"]+)/gu)) {
    const term = folded((phrase ?? word ?? '').replace(/\s+/gu, ' ').trim());
    if (term !== '') all.push(term);
  }
  return { all: [...new Set(all)] };
};

/** Where in a text the first of the terms stands, in code units, if every one of them occurs in it; else undefined. */
export const placeIn = (text: string, { all }: Terms): number | undefined => {
  const searched = folded(text).replace(/\s+/gu, ' ');
  const places = all.map((term) => searched.indexOf(term));
  return places.length === 0 || places.includes(-1) ? undefined : Math.min(...places);
};

// Enough to recognise a passage by.
const before = 60;
const length = 240;

/** The passage of a text around the first of the terms, on one line and of at most 240 code units and two ellipses. */
export const passageAt = (text: string, place: number): string => {
  const line = text.normalize('NFC').replace(/\s+/gu, ' ');
  const start = Math.max(0, place - before);
  const cut = line.slice(start, start + length).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut.trim()}${start + length < line.length ? '…' : ''}`;
};

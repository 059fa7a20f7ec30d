const BEYOND_ASCII = /[^\0-\x7f]/;
// What stands between words; in ASCII the tokenizer knows.
const BETWEEN = /[^\0-\x7f\p{L}\p{N}\p{M}]+/gu;
// Scripts that are written without spaces, or whose words are found from the middle: there each character is a word, and a
// word asked for is a phrase of its characters.
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/gu;
const WORDS = /[0-9a-z\u{80}-\u{10ffff}]+/gu;
const SPACES = /\s+/u;

/**
 * The text in a form in which its words are the runs of ASCII letters, ASCII digits and characters beyond ASCII; beyond
 * ASCII it is compatibility-composed and without case. Text in ASCII alone, most of what there is, comes back as it is.
 */
export const plain = (text: string): string => {
  if (!BEYOND_ASCII.test(text)) return text;
  // Upper case first, which some pairs need ("ß" and "SS"); which of two small sigmas is meant depends on what follows.
  const folded = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.replace(BETWEEN, ' ').replace(UNSPACED, ' $& ');
};

/** The words of a text in their order, without case, with one space between each two. Empty when there is none. */
export const wordsOf = (text: string): string => (plain(text).toLowerCase().match(WORDS) ?? []).join(' ');

/**
 * What a query asks for: the phrases between double quotes, and each word outside of them, which is a phrase too when it
 * has more than one part (`parse_config`). Each as `wordsOf` gives it, once. A quote that is not closed is none.
 */
export const phrasesOf = (query: string): string[] => {
  const parts = query.split('"');
  const open = parts.length % 2 === 0 ? parts.length - 1 : parts.length;
  const asked = parts.flatMap((part, at) => (at % 2 === 1 && at < open ? [part] : part.split(SPACES)));
  return [...new Set(asked.map(wordsOf))].filter((phrase) => phrase !== '');
};

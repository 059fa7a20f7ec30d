/** What may stand behind a head. Each walks forward only; -1 says that it is not there. */
export type Follow = (text: string, from: number) => number;

/** A class of ASCII characters by code; anything else is outside. */
export type CharClass = (code: number) => boolean;

const among = (characters: string): CharClass => {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return (code) => table[code] === 1;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

export const alnum: CharClass = among(LETTERS + DIGITS);
export const word: CharClass = among(`${LETTERS}${DIGITS}_`);
export const key: CharClass = among(`${LETTERS}${DIGITS}_-`);
export const token: CharClass = among(`${LETTERS}${DIGITS}-._~+/=`);
export const host: CharClass = among(`${LETTERS}${DIGITS}-._$?`);

const QUOTES = among('"\'`');

/** White space of any script, and the separators U+001C–U+001F. */
export const isSpace: CharClass = (code) =>
  code <= 0x20
    ? code === 0x20 || (code >= 0x09 && code <= 0x0d) || code >= 0x1c
    : code >= 0x85 &&
      (code === 0x85 ||
        code === 0xa0 ||
        code === 0x1680 ||
        (code >= 0x2000 && code <= 0x200a) ||
        code === 0x2028 ||
        code === 0x2029 ||
        code === 0x202f ||
        code === 0x205f ||
        code === 0x3000);

/** Anything but white space. */
export const visible: CharClass = (code) => !isSpace(code);

/** Where the run of a class that begins at `from` ends. */
export function endOfRun(text: string, from: number, inside: CharClass): number {
  let at = from;
  while (at < text.length && inside(text.charCodeAt(at))) at += 1;
  return at;
}

/** The head is the whole shape. */
export const nothing: Follow = (_text, from) => from;

/**
 * At least `min` characters of a class. A head may lie inside a run that was too short for another head, so that
 * a failure looks at no more than `min` characters; only the one success walks to the end of the run.
 */
export function run(inside: CharClass, min: number): Follow {
  return (text, from) => {
    for (let at = from; at < from + min; at += 1) {
      if (at >= text.length || !inside(text.charCodeAt(at))) return -1;
    }
    return endOfRun(text, from + min, inside);
  };
}

/** `=` or `:`, with white space and quotes around, then at least `min` characters of a class. */
export function assigned(inside: CharClass, min: number): Follow {
  const value = run(inside, min);
  return (text, from) => {
    const quoted = QUOTES(text.charCodeAt(from)) ? from + 1 : from;
    const sign = endOfRun(text, quoted, isSpace);
    if (text[sign] !== '=' && text[sign] !== ':') return -1;
    const second = text[sign + 1];
    const open = endOfRun(text, second === '=' || second === '>' ? sign + 2 : sign + 1, isSpace);
    return value(text, QUOTES(text.charCodeAt(open)) ? open + 1 : open);
  };
}

/** White space, or an assignment, then at least `min` characters of a class. */
export function spacedOrAssigned(inside: CharClass, min: number): Follow {
  const value = run(inside, min);
  const other = assigned(inside, min);
  return (text, from) => {
    const behind = endOfRun(text, from, isSpace);
    const end = behind > from ? value(text, behind) : -1;
    return end >= 0 ? end : other(text, from);
  };
}

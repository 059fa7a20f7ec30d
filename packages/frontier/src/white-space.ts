import { isSpace } from '@ken/shapes';

const TIDY = /^[!-~]+$/;

/**
 * Text with each run of white space made one space, and none at its ends. White space is Unicode's White_Space and
 * U+001C–U+001F; not U+200B, U+FEFF or U+180E. (frontier, text)
 */
export function collapse(text: string): string {
  if (TIDY.test(text)) return text;
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isSpace(text.charCodeAt(at))) continue;
    if (at > start) words.push(text.slice(start, at));
    start = at + 1;
  }
  return words.join(' ');
}

/** Whether a value is absent: null, undefined or blank text. */
export function isBlank(value: unknown): boolean {
  if (typeof value !== 'string') return value === null || value === undefined;
  for (let at = 0; at < value.length; at += 1) {
    if (!isSpace(value.charCodeAt(at))) return false;
  }
  return true;
}

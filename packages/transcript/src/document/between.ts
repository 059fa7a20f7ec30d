import { isSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../bytes.ts';
import type { Window } from './window.ts';

const COMMA = 0x2c;
const MARK = [0xef, 0xbb, 0xbf] as const;

/** Whether a byte may stand between two messages: white space, a comma, or NUL, which stands for bytes never written. */
export function isBetween(byte: number): boolean {
  return byte === COMMA || byte === 0 || isSpace(byte);
}

/**
 * The place of the first byte from `start` on that may not stand between messages; a whole byte-order mark may.
 *
 * @returns the end when there is none; -1 when the bytes end inside what may become a byte-order mark
 */
export function behindGap(window: Window, start: number): number {
  let at = start;
  while (at < window.end) {
    const byte = window.at(at);
    if (isBetween(byte)) {
      at += 1;
      continue;
    }
    const length = byte === MARK[0] ? markLength(window, at) : 0;
    if (length === MARK.length) {
      at += length;
      continue;
    }
    return length > 0 && at + length === window.end ? -1 : at;
  }
  return at;
}

/** Whether a value may begin with a byte. */
export function mayBegin(byte: number): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === QUOTE || VALUES.has(byte);
}

const VALUES: ReadonlySet<number> = new Set(Buffer.from('-0123456789tfn'));

/** The end of a torn piece before a place: what may stand between messages is no part of it. */
export function trimmed(window: Window, start: number, end: number): number {
  let at = end;
  while (at > start && isBetween(window.at(at - 1))) {
    at -= 1;
  }
  return at;
}

function markLength(window: Window, at: number): number {
  let length = 0;
  while (length < MARK.length && at + length < window.end && window.at(at + length) === MARK[length]) {
    length += 1;
  }
  return length;
}

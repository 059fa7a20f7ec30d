import { BACKSLASH, QUOTE } from '../bytes.ts';

/**
 * The bytes inside a JSON string, read without decoding them: where plain ASCII ends, and how long an escape is.
 */

const PLAIN = 0;
const NOT_PLAIN = 1;

/** 0 for the bytes that stand for themselves and need no further check: printable ASCII but quote and backslash. */
const kinds = new Uint8Array(256).fill(NOT_PLAIN);
kinds.fill(PLAIN, 0x20, 0x80);
kinds[QUOTE] = NOT_PLAIN;
kinds[BACKSLASH] = NOT_PLAIN;

const SHORT_ESCAPES = '"\\/bfnrt';
export const UNICODE_ESCAPE = 0x75;
/** How long an escape by number is. */
export const UNICODE_ESCAPE_BYTES = 6;

const isShortEscape = new Uint8Array(256);
for (const letter of SHORT_ESCAPES) {
  isShortEscape[letter.charCodeAt(0)] = 1;
}

const isHexDigit = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') {
  isHexDigit[digit.charCodeAt(0)] = 1;
}

/**
 * The position of the first byte at or after `from` that is a quote, a backslash, a control or not ASCII; else the end.
 *
 * Most of a transcript is walked here, so the loop is written out four times: one check of the end for four bytes.
 */
export function skipPlain(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  const lastFour = end - 4;
  let at = from;
  while (at <= lastFour) {
    if (kinds[bytes[at] as number] !== PLAIN) {
      return at;
    }
    if (kinds[bytes[at + 1] as number] !== PLAIN) {
      return at + 1;
    }
    if (kinds[bytes[at + 2] as number] !== PLAIN) {
      return at + 2;
    }
    if (kinds[bytes[at + 3] as number] !== PLAIN) {
      return at + 3;
    }
    at += 4;
  }
  while (at < end && kinds[bytes[at] as number] === PLAIN) {
    at += 1;
  }
  return at;
}

/** The position of the first ASCII byte at or after `from`; else the end. */
export function skipHigh(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  while (at < end && (bytes[at] as number) >= 0x80) {
    at += 1;
  }
  return at;
}

/**
 * The position after the escape whose backslash stands at `at`; `at` itself when the bytes end inside it; -1 when it
 * is no escape of JSON. Lone surrogates pass, as they do in JSON.parse.
 */
export function skipEscape(bytes: Uint8Array, at: number): number {
  if (at + 1 >= bytes.length) {
    return at;
  }
  const letter = bytes[at + 1] as number;
  if (isShortEscape[letter] === 1) {
    return at + 2;
  }
  if (letter !== UNICODE_ESCAPE) {
    return -1;
  }
  const end = at + UNICODE_ESCAPE_BYTES;
  for (let digit = at + 2; digit < end; digit += 1) {
    if (digit >= bytes.length) {
      return at;
    }
    if (isHexDigit[bytes[digit] as number] !== 1) {
      return -1;
    }
  }
  return end;
}

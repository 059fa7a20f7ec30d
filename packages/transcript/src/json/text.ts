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

/** Bytes four at a time, as far as they lie so in their memory. */
export type Quads = Int32Array;

/** The memory of some bytes, four at a time. */
export const quadsOver = ({ buffer }: Uint8Array): Quads => new Int32Array(buffer, 0, buffer.byteLength >> 2);

const HIGH_BITS = 0x8080_8080 | 0;
const ONES = 0x0101_0101;
const SPACES = 0x2020_2020;
const QUOTES = 0x2222_2222;
const BACKSLASHES = 0x5c5c_5c5c;

/** How many bytes are looked at one by one before it is worth looking at four. */
const FEW = 16;

/**
 * The position of the first byte at or after `from` that is a quote, a backslash, a control or not ASCII; else the end.
 *
 * Most of a transcript is walked here, so that long strings are walked four bytes at a time. A subtraction borrows into the high
 * bit of a byte that is less than what is taken from it, and a byte that equals another one is 0 once both are combined by
 * exclusive or; where a byte borrows wrongly, one below it in the same four was found rightly.
 */
export function skipPlain(bytes: Uint8Array, from: number, quads: Quads): number {
  const few = skipOneByOne(bytes, from, Math.min(bytes.length, from + FEW));
  if (few < from + FEW || few === bytes.length) {
    return few;
  }
  const offset = bytes.byteOffset;
  const aligned = few + (-(few + offset) & 3);
  const start = skipOneByOne(bytes, few, Math.min(bytes.length, aligned));
  if (start < aligned) {
    return start;
  }
  const last = (bytes.length + offset) >> 2;
  let quad = (start + offset) >> 2;
  while (quad < last) {
    const four = quads[quad] as number;
    const quote = four ^ QUOTES;
    const backslash = four ^ BACKSLASHES;
    const found = four | (four - SPACES) | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
    if ((found & HIGH_BITS) !== 0) {
      break;
    }
    quad += 1;
  }
  return skipOneByOne(bytes, (quad << 2) - offset, bytes.length);
}

/** As `skipPlain`, up to `end`. The loop is written out four times: one check of the end for four bytes. */
function skipOneByOne(bytes: Uint8Array, from: number, end: number): number {
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

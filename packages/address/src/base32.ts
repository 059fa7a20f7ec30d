const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

const INVALID = 0xff;
const VALUES = new Uint8Array(128).fill(INVALID);
const DIGITS = new Uint8Array(32);
for (let value = 0; value < 32; value += 1) {
  DIGITS[value] = ALPHABET.charCodeAt(value);
  VALUES[ALPHABET.charCodeAt(value)] = value;
}

/** The value (0 to 31) of the base32 digit at `index`, or 255 for anything that is no lower-case base32 digit. */
export function digitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 128 ? (VALUES[unit] as number) : INVALID;
}

// A digest in an id starts two bits into a digit, after 34 constant bits. Those two bits are zero, so the first ten
// bits are the first digest byte, six groups of five bytes follow in eight digits each, and the last byte is padded.

/**
 * The text that begins with the character codes in `units` and goes on with the 52 digits of the 32 digest bytes at `at`;
 * `units` has room for all of it and is written over. Made of codes at once: a text of many parts would be joined again
 * at its first use.
 */
export function digestText(units: number[], bytes: Uint8Array, at: number): string {
  const first = bytes[at] as number;
  const last = (bytes[at + 31] as number) << 2;
  let unit = units.length - 52;
  units[unit] = DIGITS[first >> 5] as number;
  units[unit + 1] = DIGITS[first & 31] as number;
  unit += 2;
  for (let i = at + 1; i < at + 31; i += 5, unit += 8) {
    const middle = bytes[i + 2] as number;
    const high = ((bytes[i] as number) << 12) | ((bytes[i + 1] as number) << 4) | (middle >> 4);
    const low = ((middle & 15) << 16) | ((bytes[i + 3] as number) << 8) | (bytes[i + 4] as number);
    units[unit] = DIGITS[high >> 15] as number;
    units[unit + 1] = DIGITS[(high >> 10) & 31] as number;
    units[unit + 2] = DIGITS[(high >> 5) & 31] as number;
    units[unit + 3] = DIGITS[high & 31] as number;
    units[unit + 4] = DIGITS[low >> 15] as number;
    units[unit + 5] = DIGITS[(low >> 10) & 31] as number;
    units[unit + 6] = DIGITS[(low >> 5) & 31] as number;
    units[unit + 7] = DIGITS[low & 31] as number;
  }
  units[unit] = DIGITS[last >> 5] as number;
  units[unit + 1] = DIGITS[last & 31] as number;
  return String.fromCharCode.apply(null, units);
}

/** Whether the 52 digits of `text` from `from` are those of the 32 digest bytes at `at`. */
export function isDigestText(text: string, from: number, bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] as number;
  const last = (bytes[at + 31] as number) << 2;
  let differing = pairDiffers(text, from, first) | pairDiffers(text, from + 50, last);
  let digit = from + 2;
  for (let i = at + 1; i < at + 31; i += 5, digit += 8) {
    const middle = bytes[i + 2] as number;
    const high = ((bytes[i] as number) << 12) | ((bytes[i + 1] as number) << 4) | (middle >> 4);
    const low = ((middle & 15) << 16) | ((bytes[i + 3] as number) << 8) | (bytes[i + 4] as number);
    differing |= pairDiffers(text, digit, high >> 10) | pairDiffers(text, digit + 2, high & 1023);
    differing |= pairDiffers(text, digit + 4, low >> 10) | pairDiffers(text, digit + 6, low & 1023);
  }
  return differing === 0;
}

/** Zero where the two characters at `index` are the digits of ten bits. */
function pairDiffers(text: string, index: number, bits: number): number {
  const high = text.charCodeAt(index) ^ (DIGITS[bits >> 5] as number);
  return high | (text.charCodeAt(index + 1) ^ (DIGITS[bits & 31] as number));
}

/**
 * Writes the 32 digest bytes that the 52 digits of `text` from `from` stand for to `bytes` at `at`. Returns whether all
 * were digits, the two leading bits and the two pad bits zero; what was written otherwise has no meaning.
 */
export function readDigestText(text: string, from: number, bytes: Uint8Array, at: number): boolean {
  const second = digitAt(text, from + 1);
  const first = (digitAt(text, from) << 5) | second;
  const last = (digitAt(text, from + 50) << 5) | digitAt(text, from + 51);
  // Behind a small first digit, what is no digit would pass for a byte.
  let seen = first > 0xff || last > 0x3ff || (last & 3) !== 0 ? INVALID : second;
  bytes[at] = first;
  bytes[at + 31] = last >> 2;
  let digit = from + 2;
  for (let i = at + 1; i < at + 31; i += 5, digit += 8) {
    const a = digitAt(text, digit);
    const b = digitAt(text, digit + 1);
    const c = digitAt(text, digit + 2);
    const d = digitAt(text, digit + 3);
    const e = digitAt(text, digit + 4);
    const f = digitAt(text, digit + 5);
    const g = digitAt(text, digit + 6);
    const h = digitAt(text, digit + 7);
    seen |= a | b | c | d | e | f | g | h;
    bytes[i] = (a << 3) | (b >> 2);
    bytes[i + 1] = (b << 6) | (c << 1) | (d >> 4);
    bytes[i + 2] = (d << 4) | (e >> 1);
    bytes[i + 3] = (e << 7) | (f << 2) | (g >> 3);
    bytes[i + 4] = (g << 5) | h;
  }
  return seen < 32;
}

/**
 * The bytes behind base32 digits of any number, or why there are none: a foreign character, a length that no whole
 * number of bytes has, or pad bits that are not zero. For diagnosis; ids in good order never come here.
 */
export function base32Bytes(digits: string): Uint8Array | 'character' | 'length' | 'pad-bits' {
  const bytes = new Uint8Array(Math.floor((digits.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = digitAt(digits, i);
    if (value === INVALID) return 'character';
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
    }
  }
  if (bits >= 5) return 'length';
  return (held & ((1 << bits) - 1)) === 0 ? bytes : 'pad-bits';
}

import { BACKSLASH } from '../bytes.ts';
import { endOf, type Scanned, startOf } from './tape.ts';
import { skipEscape, UNICODE_ESCAPE, UNICODE_ESCAPE_BYTES } from './text.ts';

/** Questions about the UTF-16 code units that a string's text has, answered without decoding it. */

const CONTINUATION = 0x80;
const TWO_BYTES = 0xc0;
const FOUR_BYTES = 0xf0;

/**
 * How many UTF-16 code units the text of a string entry has, escapes resolved.
 *
 * An escape is one unit, however long; in UTF-8 it is the lead byte that counts, and from F0 on it stands for two.
 */
export function unitsIn({ bytes, tape }: Scanned, entry: number): number {
  const end = endOf(tape, entry) - 1;
  let units = 0;
  for (let at = startOf(tape, entry) + 1; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) {
      units += 1;
      at += bytes[at + 1] === UNICODE_ESCAPE ? UNICODE_ESCAPE_BYTES - 1 : 1;
    } else if (byte < CONTINUATION) {
      units += 1;
    } else if (byte >= TWO_BYTES) {
      units += byte >= FOUR_BYTES ? 2 : 1;
    }
  }
  return units;
}

/** How many escapes of half a surrogate pair without the other half stand in JSON text from `start` to `end`. */
export function loneSurrogatesIn(bytes: Uint8Array, start: number, end: number): number {
  let lone = 0;
  let high = -1;
  for (let at = bytes.indexOf(BACKSLASH, start); at >= 0 && at < end; ) {
    const unit = surrogateAt(bytes, at);
    const follows = high >= 0 && at === high + UNICODE_ESCAPE_BYTES;
    if (high >= 0 && !(follows && isLow(unit))) {
      lone += 1;
    }
    if (isLow(unit) && !follows) {
      lone += 1;
    }
    high = isHigh(unit) ? at : -1;
    at = bytes.indexOf(BACKSLASH, skipEscape(bytes, at));
  }
  return high >= 0 ? lone + 1 : lone;
}

const NO_SURROGATE = 0;

/** The surrogate that the escape at a place spells, or 0. */
function surrogateAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== UNICODE_ESCAPE) {
    return NO_SURROGATE;
  }
  const unit = Number.parseInt(String.fromCharCode(...bytes.subarray(at + 2, at + UNICODE_ESCAPE_BYTES)), 16);
  return unit >= 0xd800 && unit <= 0xdfff ? unit : NO_SURROGATE;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00;
}

import { QUOTE } from '../bytes.ts';
import { ENTRY, endOf, NONE, nextOf, type Scanned, startOf } from './tape.ts';
import { kindOf, textOf } from './value.ts';

/** Answers about the value at an entry, where the entry may be -1: there is no such value. */

const TRUE = 0x74;
const ZERO = 0x30;

/** The text of a string; null when it is anything else or absent. */
export function stringAt(scanned: Scanned, entry: number): string | null {
  return entry !== NONE && kindOf(scanned, entry) === 'string' ? textOf(scanned, entry) : null;
}

/** Whether the value at an entry (not -1) is written with these bytes. */
export function isWrittenAs(one: Scanned, entry: number, bytes: Uint8Array): boolean {
  const start = startOf(one.tape, entry);
  if (endOf(one.tape, entry) - start !== bytes.length) {
    return false;
  }
  for (let at = 0; at < bytes.length; at += 1) {
    if (one.bytes[start + at] !== bytes[at]) {
      return false;
    }
  }
  return true;
}

/** The bytes of a value as written: a view. */
export function bytesAt({ bytes, tape }: Scanned, entry: number): Uint8Array {
  return bytes.subarray(startOf(tape, entry), endOf(tape, entry));
}

/** Whether the value is literally `true`. */
export function isTrue(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && scanned.bytes[startOf(scanned.tape, entry)] === TRUE;
}

/** Whether there is a value and it is not null. */
export function isPresent(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && kindOf(scanned, entry) !== 'null';
}

/** Whether the value is literally `null`. */
export function isNull(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && kindOf(scanned, entry) === 'null';
}

/** A whole number from 0 to 2^53 - 1, written without point and power; null when it is anything else or absent. */
export function countAt(scanned: Scanned, entry: number): number | null {
  if (entry === NONE || kindOf(scanned, entry) !== 'number') {
    return null;
  }
  const { bytes, tape } = scanned;
  let count = 0;
  for (let at = startOf(tape, entry); at < endOf(tape, entry); at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) {
      return null;
    }
    count = count * 10 + digit;
  }
  return Number.isSafeInteger(count) ? count : null;
}

export function isString(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && scanned.bytes[startOf(scanned.tape, entry)] === QUOTE;
}

export function isObject(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && kindOf(scanned, entry) === 'object';
}

export function isArray(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && kindOf(scanned, entry) === 'array';
}

/** The entries of an array's items, in order; none when it is no array. */
export function* itemsAt(scanned: Scanned, entry: number): Generator<number> {
  if (isArray(scanned, entry)) {
    const end = nextOf(scanned.tape, entry);
    for (let item = entry + ENTRY; item < end; item = nextOf(scanned.tape, item)) {
      yield item;
    }
  }
}

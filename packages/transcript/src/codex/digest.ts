import crypto from 'node:crypto';
import { BACKSLASH, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../bytes.ts';
import { bytesAt } from '../json/field.ts';
import { ENTRY, endOf, nextOf, type Scanned, startOf } from '../json/tape.ts';
import { textOf } from '../json/value.ts';
import { BytesWriter } from './bytes-writer.ts';

const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const MINUS = 0x2d;

// What is still to be written, the last first: an entry or a byte, and what is to be done with it.
const KINDS = 4;
const VALUE = 0;
const KEY = 1;
const BYTE = 2;

/**
 * The SHA-256, a character a byte, of a JSON value as parsed: two values have the same one iff parsing makes them
 * deeply equal, however they are written (the order of keys, escapes, numbers, white space). So an item can be compared
 * with one that stands far behind it in the file and is not held.
 */
export function digestOf(scanned: Scanned, entry: number): string {
  const { bytes, tape } = scanned;
  writer.clear();
  ahead.push(entry * KINDS + VALUE);
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const kind = next % KINDS;
    let value = (next - kind) / KINDS;
    if (kind === BYTE) {
      writer.byte(value);
      continue;
    }
    if (kind === KEY) {
      writeString(scanned, value);
      value += ENTRY;
    }
    switch (bytes[startOf(tape, value)]) {
      case OPEN_BRACE:
        pushMembers(scanned, value);
        break;
      case OPEN_BRACKET:
        pushItems(scanned, value);
        break;
      case QUOTE:
        writeString(scanned, value);
        break;
      default:
        writeToken(scanned, value);
    }
  }
  return sha256(writer.written());
}

const writer = new BytesWriter();
const ahead: number[] = [];

/** Without an object for each hash, which costs more than a short text does; older versions of Node have but that. */
const sha256: (bytes: Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes, 'binary')
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('binary');

/** The members go on the stack in the order of their keys, the last of them first. */
function pushMembers(scanned: Scanned, object: number): void {
  const { tape } = scanned;
  const end = nextOf(tape, object);
  writer.byte(OPEN_BRACE);
  ahead.push(CLOSE_BRACE * KINDS + BYTE);
  const first = ahead.length;
  for (let key = object + ENTRY; key < end; key = nextOf(tape, key + ENTRY)) {
    ahead.push(key * KINDS + KEY);
  }
  if (ahead.length - first > FEW) {
    const sorted = ahead.splice(first).sort((one, other) => compareKeys(scanned, other, one));
    for (const key of sorted) {
      ahead.push(key);
    }
    return;
  }
  for (let at = first + 1; at < ahead.length; at += 1) {
    const key = ahead[at] as number;
    let to = at;
    for (; to > first && compareKeys(scanned, ahead[to - 1] as number, key) < 0; to -= 1) {
      ahead[to] = ahead[to - 1] as number;
    }
    ahead[to] = key;
  }
}

/** Up to so many keys are sorted in place, one after another. */
const FEW = 24;

/** Compares what two places on the stack have as keys, by their bytes. */
function compareKeys(scanned: Scanned, one: number, other: number): number {
  const { bytes, tape } = scanned;
  const oneKey = (one - KEY) / KINDS;
  const otherKey = (other - KEY) / KINDS;
  if (scanned.oddEscapes) {
    return Buffer.compare(plainly(scanned, oneKey), plainly(scanned, otherKey));
  }
  const oneStart = startOf(tape, oneKey);
  const otherStart = startOf(tape, otherKey);
  const length = Math.min(endOf(tape, oneKey) - oneStart, endOf(tape, otherKey) - otherStart);
  for (let at = 0; at < length; at += 1) {
    const difference = (bytes[oneStart + at] as number) - (bytes[otherStart + at] as number);
    if (difference !== 0) {
      return difference;
    }
  }
  return endOf(tape, oneKey) - oneStart - (endOf(tape, otherKey) - otherStart);
}

function pushItems({ tape }: Scanned, array: number): void {
  const end = nextOf(tape, array);
  writer.byte(OPEN_BRACKET);
  ahead.push(CLOSE_BRACKET * KINDS + BYTE);
  const first = ahead.length;
  for (let item = array + ENTRY; item < end; item = nextOf(tape, item)) {
    ahead.push(item * KINDS + VALUE);
  }
  for (let low = first, high = ahead.length - 1; low < high; low += 1, high -= 1) {
    const item = ahead[low] as number;
    ahead[low] = ahead[high] as number;
    ahead[high] = item;
  }
}

function writeString(scanned: Scanned, entry: number): void {
  if (scanned.oddEscapes) {
    const written = plainly(scanned, entry);
    writer.write(written, 0, written.length);
  } else {
    writer.write(scanned.bytes, startOf(scanned.tape, entry), endOf(scanned.tape, entry));
  }
}

/** A string as JSON.stringify would write it, which is how nearly every file has it. */
function plainly(scanned: Scanned, entry: number): Uint8Array {
  const written = bytesAt(scanned, entry);
  return written.includes(BACKSLASH) ? Buffer.from(JSON.stringify(textOf(scanned, entry))) : written;
}

/** Up to so many digits a whole number is written in one way only. */
const PLAIN_DIGITS = 15;

/** A number or a word, and a comma, so that two numbers are not read as one. */
function writeToken(scanned: Scanned, entry: number): void {
  const { bytes, tape } = scanned;
  const start = startOf(tape, entry);
  const end = endOf(tape, entry);
  if (isDigit(bytes[start]) || bytes[start] === MINUS) {
    let isPlain = end - start <= PLAIN_DIGITS;
    for (let at = start; at < end && isPlain; at += 1) {
      isPlain = isDigit(bytes[at]);
    }
    if (!isPlain) {
      const number = Buffer.from(String(Number(Buffer.from(bytes.subarray(start, end)).toString('binary'))));
      writer.write(number, 0, number.length);
      writer.byte(COMMA);
      return;
    }
  }
  writer.write(bytes, start, end);
  writer.byte(COMMA);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

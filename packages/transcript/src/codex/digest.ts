import { createHash } from 'node:crypto';
import { BACKSLASH, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../bytes.ts';
import { ENTRY, endOf, nextOf, type Scanned, startOf } from '../json/tape.ts';
import { textOf } from '../json/value.ts';

const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const FIRST_CAPACITY = 64 * 1024;

/**
 * The SHA-256, in hexadecimal digits, of a JSON value as parsed: two values have the same one iff parsing makes them
 * deeply equal, however they are written (the order of keys, escapes, numbers, white space). So an item can be compared
 * with one that stands far behind it in the file and is not held.
 */
export function digestOf(scanned: Scanned, entry: number): string {
  const { bytes, tape } = scanned;
  writer.length = 0;
  /** What is still to be written, last first: entries, and single bytes as their negative. */
  const ahead: number[] = [entry];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next < 0) {
      writer.byte(-next);
      continue;
    }
    switch (bytes[startOf(tape, next)]) {
      case OPEN_BRACE:
        pushMembers(scanned, next, ahead);
        break;
      case OPEN_BRACKET:
        pushItems(scanned, next, ahead);
        break;
      case QUOTE:
        writeString(scanned, next);
        break;
      default:
        writeToken(bytes.subarray(startOf(tape, next), endOf(tape, next)));
    }
  }
  return createHash('sha256').update(writer.written()).digest('hex');
}

function pushMembers(scanned: Scanned, object: number, ahead: number[]): void {
  const { tape } = scanned;
  const end = nextOf(tape, object);
  const members: { readonly text: string; readonly key: number }[] = [];
  for (let key = object + ENTRY; key < end; key = nextOf(tape, key + ENTRY)) {
    members.push({ text: textOf(scanned, key), key });
  }
  members.sort((one, other) => (one.text < other.text ? 1 : one.text > other.text ? -1 : 0));
  writer.byte(OPEN_BRACE);
  ahead.push(-CLOSE_BRACE);
  for (const { key } of members) {
    ahead.push(-COMMA, key + ENTRY, -COLON, key);
  }
}

function pushItems({ tape }: Scanned, array: number, ahead: number[]): void {
  const end = nextOf(tape, array);
  const items: number[] = [];
  for (let item = array + ENTRY; item < end; item = nextOf(tape, item)) {
    items.push(item);
  }
  writer.byte(OPEN_BRACKET);
  ahead.push(-CLOSE_BRACKET);
  for (const item of items.reverse()) {
    ahead.push(-COMMA, item);
  }
}

/** A string is written as JSON.stringify would, which is how most files have it already. */
function writeString(scanned: Scanned, entry: number): void {
  const { bytes, tape } = scanned;
  const start = startOf(tape, entry);
  const end = endOf(tape, entry);
  writer.write(
    isPlainlyWritten(bytes, start + 1, end - 1)
      ? bytes.subarray(start, end)
      : Buffer.from(JSON.stringify(textOf(scanned, entry))),
  );
}

/** The letters of the escapes that JSON.stringify uses; an escape by number it uses only where it must. */
const plainEscapes = new Uint8Array(256);
for (const letter of '"\\bfnrt') {
  plainEscapes[letter.charCodeAt(0)] = 1;
}

function isPlainlyWritten(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === BACKSLASH) {
      at += 1;
      if (plainEscapes[bytes[at] as number] !== 1) {
        return false;
      }
    }
  }
  return true;
}

/** Up to so many digits a whole number is written in one way only. */
const PLAIN_DIGITS = 15;

function writeToken(token: Uint8Array): void {
  const first = token[0] as number;
  const isNumber = first === MINUS || (first >= 0x30 && first <= 0x39);
  const isPlain =
    first !== MINUS && token.length <= PLAIN_DIGITS && token.every((byte) => byte >= 0x30 && byte <= 0x39);
  writer.write(isNumber && !isPlain ? Buffer.from(String(Number(Buffer.from(token).toString('latin1')))) : token);
}

/** Bytes that are written one after another, in memory that is used again. */
const writer = {
  bytes: new Uint8Array(FIRST_CAPACITY),
  length: 0,
  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length] = value;
    this.length += 1;
  },
  write(piece: Uint8Array): void {
    this.reserve(piece.length);
    this.bytes.set(piece, this.length);
    this.length += piece.length;
  },
  reserve(count: number): void {
    if (this.length + count > this.bytes.length) {
      const wider = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
      wider.set(this.bytes.subarray(0, this.length));
      this.bytes = wider;
    }
  },
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  },
};

import { wordsOf } from './bytes.ts';
import { CID_LENGTH } from './cid.ts';
import { contentIdOf } from './id.ts';
import { writeCid } from './recent.ts';
import type { AnyId, ContentId } from './types.ts';
import { utf8Length, writeUtf8 } from './utf8.ts';
import type { U64 } from './value.ts';

/** Major types of CBOR heads, already shifted to the top three bits. */
export const MAJOR = {
  uint: 0x00,
  negative: 0x20,
  bytes: 0x40,
  text: 0x60,
  list: 0x80,
  map: 0xa0,
  tag: 0xc0,
  simple: 0xe0,
} as const;

export const TAG_LINK = 42;

/** The five bytes before the 36 of a link: tag 42, a byte string of 37 bytes, a zero (contract, content §1). */
export const LINK_HEAD = Uint8Array.of(0xd8, TAG_LINK, 0x58, CID_LENGTH + 1, 0x00);
export const LINK_LENGTH = LINK_HEAD.length + CID_LENGTH;

const INITIAL = 512;
const KEPT = 0x1_0000;
// Up to here a loop is faster than a call.
const SHORT = 24;

/**
 * Writes canonical CBOR into one buffer that grows. It writes heads in their shortest form; order of keys and number of
 * items are the caller's: use `encode` for values, and this only for records whose layout is fixed.
 */
export class CborWriter {
  #buffer: Uint8Array;
  /** The memory of the buffer as words, for the hasher. */
  #words: DataView;
  #length = 0;

  /** `capacity` is the number of bytes to begin with. */
  constructor(capacity = INITIAL) {
    this.#buffer = new Uint8Array(capacity);
    this.#words = wordsOf(this.#buffer);
  }

  /** Forgets what was written. The memory is kept, unless one large record made it large. */
  clear(): this {
    this.#length = 0;
    if (this.#buffer.length > KEPT) this.#use(new Uint8Array(INITIAL));
    return this;
  }

  /** The head of a major type with its argument, an integer from 0 to 2^64−1. */
  head(major: number, argument: U64): this {
    this.#reserve(9);
    const buffer = this.#buffer;
    const at = this.#length;
    if (typeof argument === 'bigint' || argument > 0xffff_ffff) {
      const wide = BigInt(argument);
      buffer[at] = major | 27;
      this.#word(at + 1, Number(wide >> 32n));
      this.#word(at + 5, Number(wide & 0xffff_ffffn));
      this.#length = at + 9;
    } else if (argument < 24) {
      buffer[at] = major | argument;
      this.#length = at + 1;
    } else if (argument < 0x100) {
      buffer[at] = major | 24;
      buffer[at + 1] = argument;
      this.#length = at + 2;
    } else if (argument < 0x1_0000) {
      buffer[at] = major | 25;
      buffer[at + 1] = argument >> 8;
      buffer[at + 2] = argument;
      this.#length = at + 3;
    } else {
      buffer[at] = major | 26;
      this.#word(at + 1, argument);
      this.#length = at + 5;
    }
    return this;
  }

  /** An unsigned integer: a number while it is safe, a bigint beyond. */
  uint(value: U64): this {
    return this.head(MAJOR.uint, value);
  }

  /** The head of a map of `count` entries. */
  map(count: number): this {
    return this.head(MAJOR.map, count);
  }

  /** The head of a list of `count` items. */
  list(count: number): this {
    return this.head(MAJOR.list, count);
  }

  /** Well-formed text with its head. */
  text(text: string): this {
    const length = utf8Length(text);
    this.head(MAJOR.text, length);
    this.#reserve(length);
    writeUtf8(text, length, this.#buffer, this.#length);
    this.#length += length;
    return this;
  }

  /** A link of 41 bytes. Throws TypeError for what is no id. */
  link(id: AnyId): this {
    this.#reserve(LINK_LENGTH);
    const buffer = this.#buffer;
    const at = this.#length;
    for (let i = 0; i < LINK_HEAD.length; i += 1) buffer[at + i] = LINK_HEAD[i] as number;
    writeCid(id, this.#words, at + LINK_HEAD.length);
    this.#length = at + LINK_LENGTH;
    return this;
  }

  /** Bytes as they are, without a head. */
  raw(bytes: Uint8Array): this {
    const { length } = bytes;
    this.#reserve(length);
    const buffer = this.#buffer;
    const at = this.#length;
    if (length > SHORT) buffer.set(bytes, at);
    else for (let i = 0; i < length; i += 1) buffer[at + i] = bytes[i] as number;
    this.#length = at + length;
    return this;
  }

  /** A copy of what was written. */
  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  /** The ContentId of what was written, without copying it. */
  contentId(): ContentId {
    return contentIdOf(this.#buffer, 0, this.#length, this.#words);
  }

  /** Whether exactly these bytes were written. */
  wrote(bytes: Uint8Array): boolean {
    if (bytes.length !== this.#length) return false;
    for (let i = 0; i < bytes.length; i += 1) if (bytes[i] !== this.#buffer[i]) return false;
    return true;
  }

  #word(at: number, value: number): void {
    const buffer = this.#buffer;
    buffer[at] = value >>> 24;
    buffer[at + 1] = value >>> 16;
    buffer[at + 2] = value >>> 8;
    buffer[at + 3] = value;
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(wanted, this.#buffer.length * 2));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#use(grown);
  }

  #use(buffer: Uint8Array): void {
    this.#buffer = buffer;
    this.#words = wordsOf(buffer);
  }
}

/** Bytes written once, for the constant parts of a record. */
export function fragment(write: (writer: CborWriter) => void): Uint8Array {
  const writer = new CborWriter(64);
  write(writer);
  return writer.bytes();
}

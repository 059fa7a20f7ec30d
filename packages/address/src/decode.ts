import { bytesOf } from './bytes.ts';
import { BOTH_PROFILES, CID_LENGTH, diagnoseCid, profileAt } from './cid.ts';
import type { DecodeCode } from './codes.ts';
import { type Link, linkTo } from './link.ts';
import { type Path, pathText } from './path.ts';
import { cidText } from './recent.ts';
import { accept, type Facts, type Refused, type Result, refuse } from './result.ts';
import { readUtf8 } from './utf8.ts';
import { MAX_DEPTH, type U64, type Value } from './value.ts';
import { MAJOR, TAG_LINK } from './writer.ts';

/**
 * The value of canonical DAG-CBOR bytes (contract, content §2), in one pass. Lists, maps and links come frozen, byte
 * strings as fresh copies; nothing of the input is kept. Refuses with `cbor/malformed`, `cbor/too-deep`,
 * `cbor/not-canonical`, or the `id/…` code of a foreign link, whichever comes first; the facts name the offset in bytes.
 * Throws TypeError for anything but bytes of unshared memory.
 */
export function decode(bytes: Uint8Array): Result<Value, DecodeCode> {
  const own = bytesOf(bytes);
  try {
    return accept(new Decoder(own).whole());
  } catch (stop) {
    if (stop instanceof Stop) return stop.refused;
    throw stop;
  }
}

/** The least argument that needs a head of one, two or four bytes more. */
const SHORTEST = { 1: 24, 2: 0x100, 4: 0x1_0000 } as const;

class Stop {
  readonly refused: Refused<DecodeCode>;
  constructor(refused: Refused<DecodeCode>) {
    this.refused = refused;
  }
}

class Decoder {
  readonly #bytes: Uint8Array;
  readonly #path: Path = [];
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  whole(): Value {
    if (this.#bytes.length === 0) throw this.#stop('cbor/malformed', 'empty', 0);
    const value = this.#item(0);
    if (this.#at !== this.#bytes.length) throw this.#stop('cbor/malformed', 'trailing', this.#at);
    return value;
  }

  #item(depth: number): Value {
    const start = this.#at;
    const initial = this.#bytes[start];
    if (initial === undefined) throw this.#stop('cbor/malformed', 'truncated', start);
    const argument = this.#argument(initial, start);
    switch (initial & 0xe0) {
      case MAJOR.uint:
        return argument;
      case MAJOR.negative:
        return negative(argument);
      case MAJOR.bytes:
        return this.#take(argument, start).slice();
      case MAJOR.text:
        return this.#text(argument, start);
      case MAJOR.list:
        return this.#list(argument, depth + 1, start);
      case MAJOR.map:
        return this.#map(argument, depth + 1, start);
      case MAJOR.tag:
        return this.#link(argument, start);
      default:
        return this.#simple(initial, start);
    }
  }

  /** The argument of a head, which moves past it. */
  #argument(initial: number, start: number): U64 {
    const info = initial & 31;
    this.#at = start + 1;
    if (info < 24) return info;
    if (info === 31) throw this.#stop('cbor/not-canonical', 'indefinite', start);
    if (info > 27) throw this.#stop('cbor/malformed', 'reserved-head', start);
    const width = 1 << (info - 24);
    if (this.#bytes.length - this.#at < width) throw this.#stop('cbor/malformed', 'truncated', start);
    let value = 0;
    for (let i = 0; i < Math.min(width, 4); i += 1) value = value * 256 + this.#next();
    // Floats and wide simple values have heads of the same form; they are refused as what they are.
    const counts = initial < MAJOR.simple;
    if (width < 8) {
      if (counts && value < SHORTEST[width as 1 | 2 | 4]) throw this.#stop('cbor/not-canonical', 'long-head', start);
      return value;
    }
    let low = 0;
    for (let i = 0; i < 4; i += 1) low = low * 256 + this.#next();
    if (counts && value === 0) throw this.#stop('cbor/not-canonical', 'long-head', start);
    return value <= 0x1f_ffff ? value * 0x1_0000_0000 + low : (BigInt(value) << 32n) | BigInt(low);
  }

  #next(): number {
    const byte = this.#bytes[this.#at] as number;
    this.#at += 1;
    return byte;
  }

  #take(length: U64, start: number): Uint8Array {
    const from = this.#at;
    this.#at = from + this.#bounded(length, 1, start);
    return this.#bytes.subarray(from, this.#at);
  }

  #text(length: U64, start: number): string {
    const from = this.#at;
    this.#at = from + this.#bounded(length, 1, start);
    const text = readUtf8(this.#bytes, from, this.#at);
    if (text === undefined) throw this.#stop('cbor/malformed', 'utf-8', start);
    return text;
  }

  #list(count: U64, depth: number, start: number): Value {
    const length = this.#bounded(count, 1, start);
    this.#deeper(depth, start);
    const items: Value[] = [];
    for (let i = 0; i < length; i += 1) {
      this.#path.push(i);
      items.push(this.#item(depth));
      this.#path.pop();
    }
    return Object.freeze(items);
  }

  #map(count: U64, depth: number, start: number): Value {
    const length = this.#bounded(count, 2, start);
    this.#deeper(depth, start);
    const entries: { [key: string]: Value } = {};
    let previous: Uint8Array | undefined;
    for (let i = 0; i < length; i += 1) {
      const keyStart = this.#at;
      const key = this.#key(keyStart);
      const bytes = this.#bytes.subarray(keyStart, this.#at);
      if (previous !== undefined) this.#ascending(previous, bytes, keyStart);
      previous = bytes;
      this.#path.push(key);
      const value = this.#item(depth);
      this.#path.pop();
      // Assigned, this one key would change the prototype instead.
      if (key === '__proto__') Object.defineProperty(entries, key, { value, enumerable: true });
      else entries[key] = value;
    }
    return Object.freeze(entries);
  }

  #key(start: number): string {
    const initial = this.#bytes[start];
    if (initial === undefined) throw this.#stop('cbor/malformed', 'truncated', start);
    if ((initial & 0xe0) !== MAJOR.text) throw this.#stop('cbor/not-canonical', 'key-type', start);
    return this.#text(this.#argument(initial, start), start);
  }

  /** Keys with their heads sort bytewise exactly as the keys do by length and then bytewise. */
  #ascending(previous: Uint8Array, key: Uint8Array, start: number): void {
    const shared = Math.min(previous.length, key.length);
    for (let i = 0; i < shared; i += 1) {
      const difference = (key[i] as number) - (previous[i] as number);
      if (difference > 0) return;
      if (difference < 0) throw this.#stop('cbor/not-canonical', 'key-order', start);
    }
    if (previous.length === key.length) throw this.#stop('cbor/not-canonical', 'duplicate-key', start);
  }

  #link(tag: U64, start: number): Link {
    if (tag !== TAG_LINK) throw this.#stop('cbor/not-canonical', 'tag', start);
    const inner = this.#at;
    const initial = this.#bytes[inner];
    if (initial === undefined) throw this.#stop('cbor/malformed', 'truncated', inner);
    if ((initial & 0xe0) !== MAJOR.bytes) throw this.#stop('cbor/not-canonical', 'link-type', start);
    const content = this.#take(this.#argument(initial, inner), inner);
    if (content[0] !== 0) throw this.#stop('cbor/not-canonical', 'link-prefix', start);
    const profile = content.length === CID_LENGTH + 1 ? profileAt(content, 1) : undefined;
    if (profile === undefined) throw this.#foreign(content.subarray(1), start);
    return linkTo(cidText(profile, content, 5), profile);
  }

  #simple(initial: number, start: number): Value {
    if (initial === 0xf4) return false;
    if (initial === 0xf5) return true;
    if (initial === 0xf6) return null;
    throw this.#stop('cbor/not-canonical', initial >= 0xf9 && initial <= 0xfb ? 'float' : 'simple-value', start);
  }

  /** A length as a number, once it is known that the input has room for it. */
  #bounded(length: U64, width: number, start: number): number {
    const left = this.#bytes.length - this.#at;
    if (typeof length === 'bigint' || length * width > left) throw this.#stop('cbor/malformed', 'truncated', start);
    return length;
  }

  #deeper(depth: number, start: number): void {
    if (depth > MAX_DEPTH) throw this.#stop('cbor/too-deep', 'depth', start, { limit: MAX_DEPTH });
  }

  #stop(code: DecodeCode, reason: string, offset: number, facts: Facts = {}): Stop {
    return new Stop(refuse(code, { reason, offset, ...facts }, pathText(this.#path)));
  }

  #foreign(cid: Uint8Array, offset: number): Stop {
    const { code, facts } = diagnoseCid(cid, BOTH_PROFILES).refusal;
    return new Stop(refuse(code, { ...facts, offset }, pathText(this.#path)));
  }
}

function negative(argument: U64): U64 {
  const value = typeof argument === 'bigint' ? -1n - argument : -1 - argument;
  return value < Number.MIN_SAFE_INTEGER ? -1n - BigInt(argument) : value;
}

import { BACKSLASH, isSpace, OPEN_BRACE, OPEN_BRACKET, plainBytes, QUOTE } from '../bytes.ts';
import { accepted, type Result, refused } from '../result.ts';
import type { Span } from '../types.ts';
import { Scanner } from './scanner.ts';
import { ENTRY, endOf, nextOf, type Scanned, startOf } from './tape.ts';

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** One member of an object, in the order of the text. */
export interface JsonMember {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: JsonValue;
}

/** What kind of value an entry of the tape is. */
export function kindOf(scanned: Scanned, entry: number): JsonKind {
  switch (scanned.bytes[startOf(scanned.tape, entry)]) {
    case OPEN_BRACE:
      return 'object';
    case OPEN_BRACKET:
      return 'array';
    case QUOTE:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

/** Strings up to this length are read byte by byte; a call into the host costs as much as they are long. */
const SHORT_TEXT = 64;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a string or key entry, escapes resolved; lone surrogates stay as they are. */
export function textOf({ bytes, tape }: Scanned, entry: number): string {
  const start = startOf(tape, entry);
  const end = endOf(tape, entry);
  return (
    (end - start <= SHORT_TEXT ? plainText(bytes, start + 1, end - 1) : null) ??
    (JSON.parse(utf8.decode(bytes.subarray(start, end))) as string)
  );
}

const units = new Uint16Array(SHORT_TEXT);

/** The text of ASCII without an escape; null when there is anything else. */
function plainText(bytes: Uint8Array, start: number, end: number): string | null {
  const length = end - start;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[start + index] as number;
    if (byte === BACKSLASH || byte >= 0x80) {
      return null;
    }
    units[index] = byte;
  }
  return String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[]);
}

/**
 * A JSON value as bytes: where it lies, what is inside it and where that lies. Nothing is decoded until it is asked
 * for. Spans are in bytes of the array that was scanned, delimiters included.
 */
export class JsonValue {
  readonly #scanned: Scanned;
  readonly #entry: number;

  constructor(scanned: Scanned, entry: number) {
    this.#scanned = scanned;
    this.#entry = entry;
  }

  get kind(): JsonKind {
    return kindOf(this.#scanned, this.#entry);
  }

  get span(): Span {
    return spanOf(this.#scanned, this.#entry);
  }

  /** The text of a string, escapes resolved. @throws TypeError when the value is no string */
  text(): string {
    if (this.kind !== 'string') {
      throw new TypeError(`a JSON ${this.kind} has no text`);
    }
    return textOf(this.#scanned, this.#entry);
  }

  /** The members of an object in the order of the text, repeated keys included; none for any other kind. */
  *members(): Generator<JsonMember> {
    if (this.kind !== 'object') {
      return;
    }
    const { tape } = this.#scanned;
    const end = nextOf(tape, this.#entry);
    for (let key = this.#entry + ENTRY; key < end; ) {
      const value = key + ENTRY;
      yield {
        key: textOf(this.#scanned, key),
        keySpan: spanOf(this.#scanned, key),
        value: new JsonValue(this.#scanned, value),
      };
      key = nextOf(tape, value);
    }
  }

  /** The items of an array in order; none for any other kind. */
  *items(): Generator<JsonValue> {
    if (this.kind !== 'array') {
      return;
    }
    const { tape } = this.#scanned;
    const end = nextOf(tape, this.#entry);
    for (let item = this.#entry + ENTRY; item < end; item = nextOf(tape, item)) {
      yield new JsonValue(this.#scanned, item);
    }
  }

  /** The value at a path of keys and array positions. Undefined when there is none, or when a key on it stands twice. */
  at(...path: readonly (string | number)[]): JsonValue | undefined {
    let value: JsonValue | undefined = this;
    for (const step of path) {
      value = value === undefined ? undefined : value.#child(step);
    }
    return value;
  }

  #child(step: string | number): JsonValue | undefined {
    if (typeof step === 'number') {
      return [...this.items()][step];
    }
    const found = [...this.members()].filter((member) => member.key === step);
    return found.length === 1 ? found[0]?.value : undefined;
  }
}

/**
 * Scans bytes that hold exactly one JSON value (white space around it is allowed), as strictly as JSON.parse would
 * read them after a fatal UTF-8 decoding that keeps a byte-order mark. Nothing is copied: the value is a view of the
 * bytes, so leave them as they are.
 *
 * Refuses with `json/malformed` and the facts `at` (about how far the scan got) and `bytes` (how many there were).
 * @throws TypeError when given no Uint8Array, or one on shared memory
 */
export function scanJson(bytes: Uint8Array): Result<JsonValue, 'json/malformed'> {
  const plain = plainBytes(bytes);
  const scanner = new Scanner();
  const standing = scanner.run(plain) === 'more' ? scanner.end() : scanner.run(plain);
  if (standing === 'whole' && isBlank(plain, scanner.at)) {
    return accepted(new JsonValue(scanner.scanned(plain), 0));
  }
  return refused('json/malformed', { at: scanner.at, bytes: plain.length });
}

function spanOf({ tape }: Scanned, entry: number): Span {
  return Object.freeze({ start: startOf(tape, entry), end: endOf(tape, entry) });
}

function isBlank(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at += 1) {
    if (!isSpace(bytes[at] as number)) {
      return false;
    }
  }
  return true;
}

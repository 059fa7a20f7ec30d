import { bytesOf, isBytes, isShared } from './bytes.ts';
import type { EncodeCode } from './codes.ts';
import { Link } from './link.ts';
import { type Path, pathText } from './path.ts';
import { accept, type Facts, type Refused, type Result, refuse } from './result.ts';
import { compareUtf8, utf8Length } from './utf8.ts';
import { MAX_DEPTH, MAX_U64, type Value } from './value.ts';
import { CborWriter, MAJOR } from './writer.ts';

// The arguments of the three simple values that the data model has.
const FALSE = 20;
const TRUE = 21;
const NULL = 22;

/**
 * The canonical bytes of a value (contract, content §2), in a fresh array. Reads each part once and copies nothing but
 * into the result. Refuses with `cbor/unencodable` for whatever the data model does not have: floats, unsafe numbers and
 * −0, integers beyond 64 bits, undefined, lone surrogates, symbol keys, holes, accessors, foreign objects, shared memory,
 * and more than 128 lists and maps around an item. `path` names the part.
 */
export function encode(value: Value): Result<Uint8Array, EncodeCode> {
  const writer = new CborWriter();
  const stopped = writeValue(writer, value);
  return stopped ?? accept(writer.bytes());
}

/** Appends the canonical bytes of a value that stands at `path` in a whole; gives a refusal or undefined. */
export function writeValue(writer: CborWriter, value: unknown, path: Path = []): Refused<EncodeCode> | undefined {
  try {
    item(writer, value, path.length, [...path]);
    return undefined;
  } catch (stop) {
    if (stop instanceof Stop) return stop.refused;
    throw stop;
  }
}

class Stop {
  readonly refused: Refused<EncodeCode>;
  constructor(reason: string, path: Path, facts: Facts = {}) {
    this.refused = refuse('cbor/unencodable', { reason, ...facts }, pathText(path));
  }
}

function item(writer: CborWriter, value: unknown, depth: number, path: Path): void {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new Stop('lone-surrogate', path);
      writer.text(value);
      return;
    case 'number':
      if (!Number.isSafeInteger(value) || Object.is(value, -0))
        throw new Stop('number', path, { found: String(value) });
      integer(writer, value);
      return;
    case 'bigint':
      if (value > MAX_U64 || value < -MAX_U64 - 1n) throw new Stop('integer-range', path);
      integer(writer, value);
      return;
    case 'boolean':
      writer.head(MAJOR.simple, value ? TRUE : FALSE);
      return;
    case 'object':
      if (value === null) writer.head(MAJOR.simple, NULL);
      else object(writer, value, depth, path);
      return;
    default:
      throw new Stop('type', path, { found: typeof value });
  }
}

function integer(writer: CborWriter, value: number | bigint): void {
  if (value >= 0) writer.head(MAJOR.uint, shortest(value));
  else if (typeof value === 'number') writer.head(MAJOR.negative, -1 - value);
  else writer.head(MAJOR.negative, shortest(-1n - value));
}

/** A bigint in the safe range is the same integer as the number (contract, content §2). */
function shortest(value: number | bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function object(writer: CborWriter, value: object, depth: number, path: Path): void {
  if (Link.is(value)) {
    writer.link(value.id);
  } else if (isBytes(value)) {
    if (isShared(value)) throw new Stop('shared-memory', path);
    const bytes = bytesOf(value);
    writer.head(MAJOR.bytes, bytes.length).raw(bytes);
  } else if (depth >= MAX_DEPTH) {
    throw new Stop('too-deep', path, { limit: MAX_DEPTH });
  } else if (Array.isArray(value)) {
    list(writer, value, depth + 1, path);
  } else {
    map(writer, value, depth + 1, path);
  }
}

function list(writer: CborWriter, value: readonly unknown[], depth: number, path: Path): void {
  const { length } = value;
  if (Object.getPrototypeOf(value) !== Array.prototype) throw new Stop('not-plain', path);
  if (Object.getOwnPropertyNames(value).length !== length + 1) throw new Stop('hole-or-extra-key', path);
  if (Object.getOwnPropertySymbols(value).length > 0) throw new Stop('symbol-key', path);
  writer.list(length);
  for (let i = 0; i < length; i += 1) {
    path.push(i);
    item(writer, dataOf(value, i, path), depth, path);
    path.pop();
  }
}

function map(writer: CborWriter, value: object, depth: number, path: Path): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw new Stop('not-plain', path);
  if (Object.getOwnPropertySymbols(value).length > 0) throw new Stop('symbol-key', path);
  const keys = canonicalOrder(Object.getOwnPropertyNames(value), path);
  writer.map(keys.length);
  for (const key of keys) {
    path.push(key);
    writer.text(key);
    item(writer, dataOf(value, key, path), depth, path);
    path.pop();
  }
}

/** The keys by length in bytes and then bytewise; most objects have them so already. */
function canonicalOrder(keys: string[], path: Path): readonly string[] {
  let sorted = true;
  for (const [i, key] of keys.entries()) {
    if (!key.isWellFormed()) throw new Stop('lone-surrogate', path);
    const previous = keys[i - 1];
    if (previous !== undefined && compareKeys(previous, key) > 0) sorted = false;
  }
  return sorted ? keys : keys.sort(compareKeys);
}

function compareKeys(a: string, b: string): number {
  return utf8Length(a) - utf8Length(b) || compareUtf8(a, b);
}

/** The value of an own, enumerable data property; whatever else stands there would be lost or could change. */
function dataOf(holder: object, key: PropertyKey, path: Path): unknown {
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) throw new Stop('hole-or-extra-key', path);
  if (!('value' in property)) throw new Stop('accessor', path);
  if (property.enumerable !== true) throw new Stop('not-enumerable', path);
  return property.value;
}

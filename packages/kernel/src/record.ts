import {
  type ContentId,
  type Facts,
  type IdCode,
  Link,
  parseContentId,
  parseRawContentId,
  type RawContentId,
  type Refused,
  type Result,
  refuse,
  type U64,
} from '@ken/address';
import { readJsonU64, readU64 } from './u64.ts';

/** How ids and large integers stand in what is read: as text in JSON, as links and integers in decoded bytes. */
export type Form = 'json' | 'cbor';

class Stop {
  readonly refused: Refused;
  constructor(refused: Refused) {
    this.refused = refused;
  }
}

/** Runs a reading whose first misfit ends it. */
export function attempt<T, C extends string>(read: () => T): Result<T, C> {
  try {
    return { ok: true, value: read() };
  } catch (stop) {
    if (stop instanceof Stop) return stop.refused as Refused<C>;
    throw stop;
  }
}

/**
 * Reads the parts of one record out of a value of any origin, each part once, so that nothing can answer differently
 * later. A misfit ends the `attempt` around it with the shape code of the door.
 */
export class RecordReader {
  readonly #code: string;
  readonly #form: Form;

  constructor(shapeCode: string, form: Form) {
    this.#code = shapeCode;
    this.#form = form;
  }

  /** The values of exactly the named own fields, in the order of the names. */
  fields<const N extends readonly string[]>(raw: unknown, path: string, names: N): { [I in keyof N]: unknown } {
    const read = this.#touch(ownFields, raw, names, path);
    if (Array.isArray(read)) return read as { [I in keyof N]: unknown };
    const name = read.missing ?? read.unknown;
    throw this.misfit(name === undefined ? path : within(path, name), read);
  }

  /** The one own field of a record that has one of the given names and no other field. */
  only<const T extends string>(raw: unknown, path: string, names: readonly T[]): readonly [T, unknown] {
    const name = this.#touch(firstOwn, raw, names, path);
    if (name === undefined) throw this.misfit(path, { wanted: names });
    const [value] = this.fields(raw, path, [name]);
    return [name as T, value];
  }

  /**
   * The text of an id, not parsed yet: the shape of a record is checked as a whole before any of its ids. Where no text (in
   * bytes: no link) stands, the shape is wrong.
   */
  id(raw: unknown, path: string): string {
    const text = idText(raw, this.#form);
    if (text === undefined) throw this.#noId(path);
    return text;
  }

  /** The texts of a list of ids, not parsed yet, copied. Ends at the first item that is none, however long the list is. */
  ids(raw: unknown, path: string): readonly string[] {
    const texts = this.#touch(idTexts, raw, this.#form, path);
    if (texts === undefined) throw this.misfit(path, { wanted: 'list' });
    if (texts.misfit !== undefined) throw this.#noId(`${path}[${texts.misfit}]`);
    return texts.read;
  }

  /** An unsigned 64-bit integer. */
  u64(raw: unknown, path: string): U64 {
    const value = this.#form === 'cbor' ? readU64(raw) : readJsonU64(raw);
    if (value === undefined) throw this.misfit(path, { wanted: 'unsigned 64-bit integer' });
    return value;
  }

  /** An unsigned 32-bit integer. */
  u32(raw: unknown, path: string): number {
    const value = readU64(raw);
    if (typeof value === 'number' && value <= 0xffff_ffff) return value;
    throw this.misfit(path, { wanted: 'unsigned 32-bit integer' });
  }

  /** One of a closed list of words. */
  word<const T extends string>(raw: unknown, path: string, words: readonly T[]): T {
    for (const word of words) if (word === raw) return word;
    throw this.misfit(path, { wanted: words });
  }

  /** What to throw where the shape is wrong. */
  misfit(path: string, facts: Facts): unknown {
    return new Stop(refuse(this.#code, facts, path));
  }

  #noId(path: string): unknown {
    return this.misfit(path, { wanted: this.#form === 'cbor' ? 'link' : 'id' });
  }

  /** A Proxy, a getter or a revoked object may throw at any touch; to a door that is one more wrong shape. */
  #touch<T, A>(read: (raw: unknown, wanted: A) => T, raw: unknown, wanted: A, path: string): T {
    try {
      return read(raw, wanted);
    } catch {
      throw this.misfit(path, { wanted: 'readable' });
    }
  }
}

/** Parses an id that has to be a ContentId; a misfit ends the `attempt` with the id's code. */
export function parsedContent(text: string, path: string): ContentId {
  const id = parseContentId(text);
  return id.ok ? id.value : foreign(id, path);
}

/** Parses a list of ids that have to be ContentIds, each in the role that it has there. */
export function parsedContents<T extends ContentId>(
  texts: readonly string[],
  path: string,
  as: (id: ContentId) => T,
): readonly T[] {
  return texts.map((text, index) => {
    const id = parseContentId(text);
    return id.ok ? as(id.value) : foreign(id, `${path}[${index}]`);
  });
}

/** Parses an id that has to be a RawContentId; a misfit ends the `attempt` with the id's code. */
export function parsedRaw(text: string, path: string): RawContentId {
  const id = parseRawContentId(text);
  return id.ok ? id.value : foreign(id, path);
}

function foreign({ refusal }: Refused<IdCode>, path: string): never {
  throw new Stop(refuse(refusal.code, refusal.facts, path));
}

/** A path one step further in. */
function within(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}

type Misread = { readonly missing?: string; readonly unknown?: string; readonly wanted?: string };

function ownFields(raw: unknown, names: readonly string[]): unknown[] | Misread {
  if (!isRecord(raw)) return { wanted: 'record' };
  const values: unknown[] = [];
  for (const name of names) {
    if (!Object.hasOwn(raw, name)) return { missing: name };
    values.push(raw[name]);
  }
  // Counting first: listing strings and symbols together costs several times as much.
  const count = Object.getOwnPropertyNames(raw).length + Object.getOwnPropertySymbols(raw).length;
  if (count === names.length) return values;
  const unknown = Reflect.ownKeys(raw).find((key) => typeof key === 'symbol' || !names.includes(key));
  return unknown === undefined ? { wanted: 'record' } : { unknown: String(unknown) };
}

function firstOwn(raw: unknown, names: readonly string[]): string | undefined {
  return isRecord(raw) ? names.find((name) => Object.hasOwn(raw, name)) : undefined;
}

function idText(raw: unknown, form: Form): string | undefined {
  if (form === 'cbor') return Link.is(raw) ? raw.id : undefined;
  return typeof raw === 'string' ? raw : undefined;
}

function idTexts(raw: unknown, form: Form): { readonly read: readonly string[]; readonly misfit?: number } | undefined {
  if (!Array.isArray(raw)) return undefined;
  const read: string[] = [];
  const { length } = raw;
  for (let i = 0; i < length; i += 1) {
    const text = idText(raw[i], form);
    // A list of 2^32−1 holes costs nothing to make; one reading to its end would never come back.
    if (text === undefined) return { read, misfit: i };
    read.push(text);
  }
  return { read };
}

function isRecord(raw: unknown): raw is { readonly [name: string]: unknown } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

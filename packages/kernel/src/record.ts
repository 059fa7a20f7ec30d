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

/** An id whose text was there and has not been parsed: a record's shape is checked as a whole before any of its ids. */
export interface Unparsed {
  readonly text: string;
  readonly path: string;
}

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
    const record = this.#touching(path, () => (isRecord(raw) ? raw : undefined));
    if (record === undefined) throw this.misfit(path, { wanted: 'record' });
    const values: unknown[] = [];
    for (const name of names) {
      const own = this.#touching(path, () => Object.hasOwn(record, name));
      if (!own) throw this.misfit(within(path, name), { missing: name });
      values.push(this.#touching(path, () => record[name]));
    }
    const unknown = this.#touching(path, () => unknownKey(record, names));
    if (unknown !== undefined) throw this.misfit(within(path, unknown), { unknown });
    return values as { [I in keyof N]: unknown };
  }

  /** The one own field of a record that has one of the given names and no other field. */
  only<const T extends string>(raw: unknown, path: string, names: readonly T[]): readonly [T, unknown] {
    const name = this.#touching(path, () =>
      isRecord(raw) ? names.find((each) => Object.hasOwn(raw, each)) : undefined,
    );
    if (name === undefined) throw this.misfit(path, { wanted: names });
    const [value] = this.fields(raw, path, [name]);
    return [name, value];
  }

  /** The items of a list, copied. */
  list(raw: unknown, path: string): readonly unknown[] {
    const items = this.#touching(path, () =>
      Array.isArray(raw) ? Array.from({ length: raw.length }, (_, i) => raw[i]) : undefined,
    );
    if (items === undefined) throw this.misfit(path, { wanted: 'list' });
    return items;
  }

  /** The text of an id, not parsed yet. Where no text (in bytes: no link) stands, the shape is wrong. */
  id(raw: unknown, path: string): Unparsed {
    const text = this.#form === 'cbor' ? (Link.is(raw) ? raw.id : undefined) : raw;
    if (typeof text !== 'string') throw this.misfit(path, { wanted: this.#form === 'cbor' ? 'link' : 'id' });
    return { text, path };
  }

  /** The texts of a list of ids. */
  ids(raw: unknown, path: string): readonly Unparsed[] {
    return this.list(raw, path).map((item, index) => this.id(item, `${path}.${index}`));
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
    if (typeof value !== 'number' || value > 0xffff_ffff)
      throw this.misfit(path, { wanted: 'unsigned 32-bit integer' });
    return value;
  }

  /** One of a closed list of words. */
  word<const T extends string>(raw: unknown, path: string, words: readonly T[]): T {
    const found = words.find((word) => word === raw);
    if (found === undefined) throw this.misfit(path, { wanted: words });
    return found;
  }

  /** What to throw where the shape is wrong. */
  misfit(path: string, facts: Facts): unknown {
    return new Stop(refuse(this.#code, facts, path));
  }

  /** A Proxy, a getter or a revoked object may throw at any touch; to a door that is one more wrong shape. */
  #touching<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch {
      throw this.misfit(path, { wanted: 'readable' });
    }
  }
}

/** Parses an id that has to be a ContentId; a misfit ends the `attempt` with the id's code. */
export function parsedContent({ text, path }: Unparsed): ContentId {
  return parsed(parseContentId(text), path);
}

/** Parses an id that has to be a RawContentId; a misfit ends the `attempt` with the id's code. */
export function parsedRaw({ text, path }: Unparsed): RawContentId {
  return parsed(parseRawContentId(text), path);
}

function parsed<T>(result: Result<T, IdCode>, path: string): T {
  if (result.ok) return result.value;
  throw new Stop(refuse(result.refusal.code, result.refusal.facts, path));
}

/** A path one step further in. */
export function within(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}

function isRecord(raw: unknown): raw is { readonly [name: string]: unknown } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function unknownKey(record: object, names: readonly string[]): string | undefined {
  // Counting first: listing strings and symbols together costs several times as much.
  const count = Object.getOwnPropertyNames(record).length + Object.getOwnPropertySymbols(record).length;
  if (count === names.length) return undefined;
  const unknown = Reflect.ownKeys(record).find((key) => typeof key === 'symbol' || !names.includes(key));
  return unknown === undefined ? undefined : String(unknown);
}

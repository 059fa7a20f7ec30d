import { type ContentId, Link, parseContentId, parseRawContentId, type RawContentId, type Value } from '@ken/address';

/** What a value is read by: gives it in its type, or refuses the document that holds it. */
export type Reader<T> = (value: Value | undefined, path: string) => T;

/** Why a decoded document is not of its shape. Thrown inside a reading and turned into a refusal at its door; never seen outside. */
export class ShapeFault extends Error {
  readonly path: string;
  readonly wanted: string;
  constructor(path: string, wanted: string) {
    super(`${path} is not ${wanted}`);
    this.path = path;
    this.wanted = wanted;
  }
}

export const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw new ShapeFault(path, 'text');
  return value;
};

/** A count or position. Files are smaller than 2^53 bytes, so that a bigint here is a fault. */
export const count: Reader<number> = (value, path) => {
  if (typeof value !== 'number' || value < 0) throw new ShapeFault(path, 'a count');
  return value;
};

export const bytes: Reader<Uint8Array> = (value, path) => {
  if (!(value instanceof Uint8Array)) throw new ShapeFault(path, 'bytes');
  return value;
};

export const contentLink: Reader<ContentId> = (value, path) => {
  const parsed = value instanceof Link ? parseContentId(value.id) : undefined;
  if (parsed?.ok !== true) throw new ShapeFault(path, 'a link to a structured value');
  return parsed.value;
};

export const rawLink: Reader<RawContentId> = (value, path) => {
  const parsed = value instanceof Link ? parseRawContentId(value.id) : undefined;
  if (parsed?.ok !== true) throw new ShapeFault(path, 'a link to bytes');
  return parsed.value;
};

export const nullable =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null ? null : reader(value, path);

export const list =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw new ShapeFault(path, 'a list');
    return value.map((one: Value, index) => reader(one, `${path}[${index}]`));
  };

export const oneOf =
  <T extends string>(...allowed: readonly T[]): Reader<T> =>
  (value, path) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new ShapeFault(path, allowed.map((one) => `"${one}"`).join(' or '));
    return found;
  };

const isMap = (value: Value | undefined): value is { readonly [key: string]: Value } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Link);

/** A map with exactly these keys. */
export const map =
  <T extends object>(readers: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> =>
  (value, path) => {
    if (!isMap(value)) throw new ShapeFault(path, 'a map');
    const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
    // A key that should not be there is somebody's text, which a refusal does not repeat.
    if (!Object.keys(value).every((key) => Object.hasOwn(readers, key)))
      throw new ShapeFault(path, `a map of only ${Object.keys(readers).join(', ')}`);
    const read: Partial<T> = {};
    for (const key in readers) read[key] = readers[key](Object.hasOwn(value, key) ? value[key] : undefined, at(key));
    return read as T;
  };

/** A map of text keys to values of one kind. */
export const dictionary =
  <T>(reader: Reader<T>): Reader<Readonly<Record<string, T>>> =>
  (value, path) => {
    if (!isMap(value)) throw new ShapeFault(path, 'a map');
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, reader(one, `${path}.*`)]));
  };

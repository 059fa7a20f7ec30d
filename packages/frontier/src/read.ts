import { findShape } from '@ken/shapes';
import { Faults } from './faults.ts';
import type { Result } from './result.ts';
import { isBlank } from './white-space.ts';

/** An object as JSON or YAML gives it. */
export type Plain = { readonly [name: string]: unknown };

/** A value threw when it was looked at, or is a list that no parser gives. It never leaves this package. */
export class Unreadable extends Error {}

/**
 * Looks at an untrusted value. Whatever it throws becomes `Unreadable`, so that a fault of the input is told apart
 * from a fault of this package, which is not caught.
 */
export function look<T>(at: () => T): T {
  try {
    return at();
  } catch {
    throw new Unreadable();
  }
}

/** Runs a door; a value that cannot be read is its refusal. */
export function reading<T>(door: (faults: Faults) => Result<T>): Result<T> {
  const faults = new Faults();
  try {
    return door(faults);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    faults.add('frontier/unreadable', '');
    return faults.refused();
  }
}

/** What a look gives, or undefined where the value cannot be read: for documents whose faults are left out. */
export function quietly<T>(at: () => T): T | undefined {
  try {
    return at();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Whether a value is a plain object, of this realm or another. A Map, a Date or a class instance is not. */
export function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  return look(() => {
    if (Array.isArray(value)) return false;
    const parent: unknown = Object.getPrototypeOf(value);
    return (
      parent === null || (Object.getPrototypeOf(parent) === null && Object.hasOwn(parent as object, 'hasOwnProperty'))
    );
  });
}

/** A property of the object's own, looked at once; what it inherits does not count. */
export function own(object: Plain, name: string): unknown {
  // The most frequent look of all, and so without a function of its own.
  try {
    return Object.hasOwn(object, name) ? object[name] : undefined;
  } catch {
    throw new Unreadable();
  }
}

/** The object's own names in its order. */
export function namesOf(object: Plain): readonly string[] {
  return look(() => Object.keys(object));
}

/** The entries of a list, each looked at once, or null for what is no list. A list with holes is unreadable. */
export function entriesOf(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  return look(() => {
    if (!Array.isArray(value)) return null;
    const { length } = value;
    // A hole costs nothing to make and something to visit: a list of four thousand million of them is a few bytes.
    if (Object.keys(value).length < length) throw new Unreadable();
    const entries: unknown[] = [];
    for (let index = 0; index < length; index += 1) entries.push(value[index]);
    return entries;
  });
}

/** Whether a value is absent or an empty list or object, which is how people leave a group out. */
export function isEmpty(value: unknown): boolean {
  if (isBlank(value)) return true;
  if (isPlain(value)) return namesOf(value).length === 0;
  return entriesOf(value)?.length === 0;
}

/** One value, or each of a list, with its path; nothing for what is absent. An empty object is a value. */
export function oneOrMany(value: unknown, path: string): readonly (readonly [value: unknown, path: string])[] {
  if (isBlank(value)) return [];
  const entries = entriesOf(value);
  return entries === null ? [[value, path]] : entries.map((entry, index) => [entry, `${path}[${index}]`] as const);
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,119}$/;
const QUOTABLE = /^[\x20-\x7e]{1,120}$/;

/** The path of a map's entry. A name that may be unsafe text is replaced by its position. */
export function under(path: string, name: string, position: number): string {
  if (NAME.test(name) && findShape(name) === null) return `${path}.${name}`;
  if (QUOTABLE.test(name) && findShape(name) === null) return `${path}[${JSON.stringify(name)}]`;
  return `${path}{${position}}`;
}

/** What kind of value it is, for the facts of a refusal. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value !== 'object') return typeof value;
  return look(() => Array.isArray(value)) ? 'list' : isPlain(value) ? 'object' : 'other object';
}

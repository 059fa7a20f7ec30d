import { isArray, isString } from '../json/field.ts';
import type { Shape } from '../json/shape.ts';
import { ENTRY, endOf, NONE, nextOf, type Scanned, startOf } from '../json/tape.ts';
import { kindOf } from '../json/value.ts';
import type { Span } from '../types.ts';

/** The path of a record's whole value. */
export const WHOLE = '$';

const QUOTES = 2;

/** Where the value at an entry lies, from the record's beginning. */
export function spanAt({ tape }: Scanned, entry: number): Span {
  return Object.freeze({ start: startOf(tape, entry), end: endOf(tape, entry) });
}

/** Whether there is a value of which there is something to see: not null, and no empty text or list. */
export function isShown(scanned: Scanned, entry: number): boolean {
  if (entry === NONE || kindOf(scanned, entry) === 'null') {
    return false;
  }
  if (isString(scanned, entry)) {
    return endOf(scanned.tape, entry) - startOf(scanned.tape, entry) > QUOTES;
  }
  return !isArray(scanned, entry) || nextOf(scanned.tape, entry) > entry + ENTRY;
}

/**
 * What the model saw of a record of which it sees some members: the only one in which there is something to see, or, as
 * a context span is one value, the whole record where there are several. Where there is nothing to see, an empty text was
 * seen; null where there is none of that either.
 *
 * @param members the keys of the object that holds them; read last of this object
 * @param path stands before a member's name where the object is inside of the record
 */
export function shownOf<Name extends string>(
  scanned: Scanned,
  { slot, found }: Shape<Name>,
  members: readonly Name[],
  path = '',
): { readonly path: string; readonly span: Span } | null {
  let only: Name | null = null;
  let empty: Name | null = null;
  for (const name of members) {
    const entry = found[slot[name]] as number;
    if (isShown(scanned, entry)) {
      if (only !== null) {
        return Object.freeze({ path: WHOLE, span: spanAt(scanned, 0) });
      }
      only = name;
    } else if (empty === null && isString(scanned, entry)) {
      empty = name;
    }
  }
  const name = only ?? empty;
  return name === null
    ? null
    : Object.freeze({ path: `${path}${name}`, span: spanAt(scanned, found[slot[name]] as number) });
}

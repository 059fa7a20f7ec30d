import { isArray, isString } from '../json/field.ts';
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
 */
export function shownOf(
  scanned: Scanned,
  members: Readonly<Record<string, number>>,
): { readonly path: string; readonly span: Span } | null {
  const all = Object.entries(members);
  const shown = all.filter(([, entry]) => isShown(scanned, entry));
  const only = shown[0] ?? all.find(([, entry]) => isString(scanned, entry));
  if (only === undefined) {
    return null;
  }
  const [path, entry] = shown.length > 1 ? [WHOLE, 0] : only;
  return Object.freeze({ path, span: spanAt(scanned, entry) });
}

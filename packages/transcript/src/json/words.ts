import { isString } from './field.ts';
import { hashOf, hashTable } from './shape.ts';
import { endOf, NONE, type Scanned, startOf } from './tape.ts';
import { textOf } from './value.ts';

/** Texts of strings of which most are among some known words, which are then not made anew. */
export interface Words {
  /** The text of a string; null when the value is anything else or absent (entry -1). */
  textAt(scanned: Scanned, entry: number): string | null;
}

/** Words are ASCII without quote and backslash, each once. */
export function words(known: readonly string[]): Words {
  const table = hashTable(known);
  return {
    textAt: (scanned, entry) => {
      if (!isString(scanned, entry)) {
        return null;
      }
      const start = startOf(scanned.tape, entry) + 1;
      const end = endOf(scanned.tape, entry) - 1;
      const slot =
        end - start > LONGEST ? NONE : table.find(hashOf(scanned.bytes, start, end), scanned.bytes, start, end);
      return known[slot] ?? textOf(scanned, entry);
    },
  };
}

/** A longer string is no word, and is not looked at twice. */
const LONGEST = 64;

import type { Faults } from './faults.ts';
import { isEmpty, oneOrMany } from './read.ts';
import { fold, LIMITS, readText } from './text.ts';

/** The boundaries that the environment can read, folded; one or a list of them (frontier, inputs 6). */
export function readBoundaries(value: unknown, faults: Faults): ReadonlySet<string> {
  const given = isEmpty(value) ? [] : oneOrMany(value, 'available_boundaries');
  const folded = given.map(([entry, path]) => fold(readText(entry, path, LIMITS.boundary, faults)));
  return new Set(folded.filter((boundary) => boundary !== ''));
}

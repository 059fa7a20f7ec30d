import { isObject, itemsAt, stringAt } from '../json/field.ts';
import type { Shape } from '../json/shape.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { compactMetadata, found as own, preservedMessages, preservedSegment } from './keys.ts';

/** What a `compact_boundary` says of itself (§2, resets). */
export interface Boundary {
  readonly by: 'user' | 'harness';
  /** Whether the metadata says that a record, named by its index, stays in the context. */
  keeps(record: number): boolean;
  /** The keys under which the metadata names records that the file does not have. */
  readonly unresolved: readonly string[];
  /** An object of it in which a key stands twice, which was not interpreted. */
  readonly ambiguous: string | null;
}

/**
 * Reads the metadata of a boundary. `record` has been read over it; `seen` gives the index of each uuid so far.
 *
 * What is kept is reported in two forms: a list of uuids, and the first and last of a run of records. The run is
 * taken in file order.
 */
export function boundaryOf(scanned: Scanned, seen: ReadonlyMap<string, number>): Boundary {
  const metadata = own('compactMetadata');
  if (!isObject(scanned, metadata)) {
    return { by: 'harness', keeps: () => false, unresolved: [], ambiguous: null };
  }
  if (!compactMetadata.read(scanned, metadata)) {
    return { by: 'harness', keeps: () => false, unresolved: [], ambiguous: 'compactMetadata' };
  }
  const { found, slot } = compactMetadata;
  const by = stringAt(scanned, found[slot.trigger] as number) === 'manual' ? 'user' : 'harness';
  const listed = listedIn(scanned, found[slot.preservedMessages] as number, seen);
  const run = runIn(scanned, found[slot.preservedSegment] as number, seen);
  return {
    by,
    keeps: (index) => listed.indexes.has(index) || (index >= run.first && index <= run.last),
    unresolved: [
      ...(listed.resolved ? [] : ['compactMetadata.preservedMessages']),
      ...(run.resolved ? [] : ['compactMetadata.preservedSegment']),
    ],
    ambiguous: null,
  };
}

function listedIn(scanned: Scanned, value: number, seen: ReadonlyMap<string, number>) {
  const indexes = new Set<number>();
  let resolved = value === NONE || readable(preservedMessages, scanned, value);
  if (value !== NONE && resolved) {
    const { found, slot } = preservedMessages;
    for (const list of [found[slot.uuids] as number, found[slot.allUuids] as number]) {
      for (const item of itemsAt(scanned, list)) {
        const index = seen.get(stringAt(scanned, item) ?? '');
        resolved &&= index !== undefined;
        if (index !== undefined) {
          indexes.add(index);
        }
      }
    }
  }
  return { indexes, resolved };
}

function runIn(scanned: Scanned, value: number, seen: ReadonlyMap<string, number>) {
  const none = { first: 0, last: -1 };
  if (value === NONE) {
    return { ...none, resolved: true };
  }
  if (!readable(preservedSegment, scanned, value)) {
    return { ...none, resolved: false };
  }
  const { found, slot } = preservedSegment;
  const first = seen.get(stringAt(scanned, found[slot.headUuid] as number) ?? '');
  const last = seen.get(stringAt(scanned, found[slot.tailUuid] as number) ?? '');
  return first === undefined || last === undefined || last < first
    ? { ...none, resolved: false }
    : { first, last, resolved: true };
}

function readable<Name extends string>(keys: Shape<Name>, scanned: Scanned, value: number): boolean {
  return isObject(scanned, value) && keys.read(scanned, value);
}

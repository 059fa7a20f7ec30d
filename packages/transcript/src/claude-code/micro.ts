import { countAt, isArray, isObject, itemsAt, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { microcompactMetadata, found as own } from './keys.ts';

/** What a `microcompact_boundary` says was cleared (§2, resets). */
export interface Clearance {
  readonly by: 'user' | 'harness';
  /** The calls whose results were cleared. */
  readonly calls: readonly string[];
  /** The records of the attachments that were cleared; undefined where the file has none of that uuid. */
  readonly attachments: readonly (number | undefined)[];
  /** How many tokens that saved, by its own count. */
  readonly saved: number | null;
  /** The keys that cannot be read, and so name nothing. */
  readonly unreadable: readonly string[];
}

/** Reads the metadata of a boundary. `record` has been read over it; `seen` gives the index of each uuid so far. */
export function clearanceOf(scanned: Scanned, seen: ReadonlyMap<string, number>): Clearance {
  const metadata = own('microcompactMetadata');
  if (!isObject(scanned, metadata) || !microcompactMetadata.read(scanned, metadata)) {
    return { by: 'harness', calls: [], attachments: [], saved: null, unreadable: ['microcompactMetadata'] };
  }
  const { found, slot } = microcompactMetadata;
  const calls = textsIn(scanned, found[slot.compactedToolIds] as number);
  const attachments = textsIn(scanned, found[slot.clearedAttachmentUUIDs] as number);
  return {
    by: stringAt(scanned, found[slot.trigger] as number) === 'manual' ? 'user' : 'harness',
    calls: calls ?? [],
    attachments: (attachments ?? []).map((uuid) => seen.get(uuid)),
    saved: countAt(scanned, found[slot.tokensSaved] as number),
    unreadable: [
      ...(calls === null ? ['microcompactMetadata.compactedToolIds'] : []),
      ...(attachments === null ? ['microcompactMetadata.clearedAttachmentUUIDs'] : []),
    ],
  };
}

/** The strings of a list; none when the list is absent, null when it is something else. */
function textsIn(scanned: Scanned, value: number): string[] | null {
  if (value === NONE) {
    return [];
  }
  const texts: string[] = [];
  for (const item of itemsAt(scanned, value)) {
    const text = stringAt(scanned, item);
    if (text === null) {
      return null;
    }
    texts.push(text);
  }
  return isArray(scanned, value) ? texts : null;
}

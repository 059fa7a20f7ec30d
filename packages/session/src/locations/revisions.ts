import { parseRawContentId, type RawContentId } from '@ken/address';
import type { RegisteredMaterial } from '@ken/frontier';
import type { Location, LocationMap } from './map.ts';
import { type LocationFault, readLocated } from './open.ts';

/**
 * How the bytes of today stand to the registered revision: they are its bytes; they are others; there is no file; they are
 * not to be had; nobody registered what the revision hashes to; or the map does not say where the material is.
 */
export type RevisionState = 'current' | 'changed' | 'gone' | 'unreadable' | 'unregistered' | 'unlocated';

export interface RevisionRow {
  readonly material: string;
  /** As the authority registers it; null where it registers none. */
  readonly revision: string | null;
  /** What the registered revision hashes to, as the map or the revision itself says. */
  readonly content: RawContentId | null;
  readonly state: RevisionState;
  /** Of the bytes of today. */
  readonly today: {
    readonly content: RawContentId;
    /** In bytes. */
    readonly length: number;
    /** Another revision in the map that these bytes are. */
    readonly revision: string | null;
  } | null;
  readonly fault: LocationFault | null;
}

/** Where the registered revision of a material is kept; another revision's place where the map does not have that one. */
export const locationOf = (
  { materials }: LocationMap,
  { material_id, revision }: Pick<RegisteredMaterial, 'material_id' | 'revision'>,
): { readonly registered: Location | undefined; readonly place: Location | undefined } => {
  const all = materials.filter(({ material }) => material === material_id);
  const registered = all.find((one) => one.revision === revision);
  return { registered, place: registered ?? all.at(-1) };
};

/** What a revision hashes to: as the map says, or as it says itself; null where neither does. */
export const contentOf = (revision: string, registered: Location | undefined): RawContentId | null => {
  const named = parseRawContentId(revision);
  return named.ok ? named.value : (registered?.content ?? null);
};

const stateOf = (content: RawContentId | null, today: RawContentId): RevisionState => {
  if (content === null) return 'unregistered';
  return content === today ? 'current' : 'changed';
};

/**
 * The registered revision of each material beside its bytes of today. Reads the files that the map names and writes
 * nothing; a row says nothing of where they are.
 *
 * @param base - the folder that the map is in, absolute
 */
export async function* revisionsToday(
  materials: readonly RegisteredMaterial[],
  map: LocationMap,
  base: string,
): AsyncGenerator<RevisionRow> {
  for (const one of materials) {
    const { registered, place } = locationOf(map, one);
    const content = contentOf(one.revision, registered);
    const row = { material: one.material_id, revision: one.revision || null, content };
    if (place === undefined) {
      yield { ...row, state: 'unlocated', today: null, fault: null };
      continue;
    }
    const read = await readLocated(map, place, base);
    if (!read.ok) {
      yield { ...row, state: read.fault === 'gone' ? 'gone' : 'unreadable', today: null, fault: read.fault };
      continue;
    }
    const { bytes, content: found } = read.value;
    const other = map.materials.find((known) => known.material === one.material_id && known.content === found);
    const today = { content: found, length: bytes.length, revision: other?.revision ?? null };
    yield { ...row, state: stateOf(content, found), today, fault: null };
  }
}

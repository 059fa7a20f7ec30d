import { decode } from '@ken/address';
import { type Marking, type ObjectId, StoreError } from '@ken/store';
import { isRawId } from './kinds.ts';
import type { Objects } from './objects.ts';
import { type Linked, linksOf } from './reach-links.ts';

/** An object that is named and cannot be read: nothing is held under its id, or bytes that are not its own. */
export interface Lost extends Linked {
  readonly isHeld: boolean;
}

/** Who is told of what is met on the way. */
export interface ReachWatch {
  /** Of each object that is held and was not marked before. The bytes of a source are not read. */
  readonly reached?: (link: Linked) => void;
  readonly lost: (lost: Lost) => void;
}

// What is read at once. Each can be a part of a table that names a thousand others.
const batch = 64;

/** The objects of a batch; null for one that is damaged. */
const read = async (objects: Objects, links: readonly Linked[]): Promise<(Uint8Array | undefined | null)[]> => {
  try {
    return await objects.getMany(links.map(({ id }) => id));
  } catch (failure) {
    if (!(failure instanceof StoreError && failure.code === 'store/corrupt')) throw failure;
    const [only] = links;
    if (only === undefined || links.length === 1) return [null];
    const found: (Uint8Array | undefined | null)[] = [];
    for (const link of links) found.push(...(await read(objects, [link])));
    return found;
  }
};

/**
 * Marks everything below some objects, and them: all that they name, whatever kind it is, once. What is marked already is
 * taken for marked with all below it. In memory is what is still to be followed, which is about as much as a few parts of
 * tables name.
 */
export const reach = async (
  objects: Objects,
  marking: Marking,
  from: readonly Linked[],
  watch: ReachWatch,
): Promise<void> => {
  const open: Linked[] = [];
  const mark = async (links: readonly Linked[]): Promise<void> => {
    // Events that follow one another name the same ones, and each is looked up.
    const { fresh, missing } = await marking.add([...new Set(links.map(({ id }) => id))]);
    const news = new Set<ObjectId>(fresh);
    const gone = new Set<ObjectId>(missing);
    for (const link of links) {
      if (gone.has(link.id)) watch.lost({ ...link, isHeld: false });
      if (!news.delete(link.id)) continue;
      watch.reached?.(link);
      if (!isRawId(link.id)) open.push(link);
    }
  };
  await mark(from);
  while (open.length > 0) {
    const links = open.splice(-batch);
    const found = await read(objects, links);
    const named: Linked[] = [];
    for (const [at, link] of links.entries()) {
      const bytes = found[at];
      const decoded = bytes ? decode(bytes) : undefined;
      if (decoded?.ok === true) named.push(...linksOf(decoded.value, link.kind));
      // Bytes of an id that are no value were never written by sealing; nothing is known of what they stand for.
      else watch.lost({ ...link, isHeld: bytes !== undefined });
    }
    await mark(named);
  }
};

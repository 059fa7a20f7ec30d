import type { ContentId } from '@ken/address';
import type { StoreError } from './error.ts';
import type { ExaminedLog } from './log.ts';
import type { ObjectId } from './store.ts';

/**
 * What stands at one place for objects: an object whose bytes are those of its id and which is found by it, or damage. Of
 * what is damaged the id is known, or only its beginning, or nothing (null).
 */
export type Examined =
  | { readonly ok: true; readonly id: ObjectId; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly id: string | null; readonly error: StoreError };

/** A branch as it stands in the store: null for a head that is no id any more. */
export interface ExaminedBranch {
  readonly branch: string;
  readonly head: ContentId | null;
}

/** What is wrong with the file that holds a store, in the words of what reads it, and how its index of texts stands. */
export interface FileReport {
  readonly faults: readonly string[];
  readonly texts: 'sound' | 'absent' | 'damaged';
}

/** What came of some ids that were marked. */
export interface Marked {
  /** Those held that were not marked before, each once. */
  readonly fresh: readonly ObjectId[];
  /** Those that are not held, each as often as it was given. */
  readonly missing: readonly ObjectId[];
}

/** One step of removing what is not marked. */
export interface Swept {
  /** How many objects were removed, or would be, and their length in bytes. */
  readonly objects: number;
  readonly bytes: number;
  /** Whether every object was looked at. */
  readonly done: boolean;
  /** Whether there are heads that were not given: nothing was looked at, and what they reach has to be marked first. */
  readonly moved: boolean;
}

/** Some of the objects of a store, marked: about two bits of memory for each object of the store, however many are marked. */
export interface Marking {
  /** Marks objects. Their bytes are not looked at. */
  add(ids: readonly ObjectId[]): Promise<Marked>;

  /** The next step of counting what is not marked. Removes nothing, and needs no store that can be written. */
  count(heads: ReadonlyMap<string, ContentId>): Promise<Swept>;

  /**
   * The next step of removing what is not marked, in one transaction, with its texts. Objects that are written after the
   * marking began stay.
   *
   * @param heads - every branch with the head below which everything is marked. While others are in the store nothing is removed
   *
   * Rejects with `store/collected` when somebody else removed objects since the marking began, with `store/corrupt`, reason
   * `texts`, when the index of texts is damaged, and with `store/read-only`.
   */
  sweep(heads: ReadonlyMap<string, ContentId>): Promise<Swept>;
}

/** What keeps a store in order. Rejects as `Store` does. */
export interface Upkeep {
  /**
   * Everything that stands for an object, in the order in which it was written; each is hashed and looked up by its id.
   * Damage is a value here and ends nothing. What is written meanwhile may be among it or not. Bytes are fresh copies.
   */
  examine(): AsyncIterable<Examined>;

  /** Every branch, in no order, those too of which the head is no id. */
  examineBranches(): Promise<readonly ExaminedBranch[]>;

  /** Every writer log, re-computed from its beginning. */
  examineLogs(): Promise<readonly ExaminedLog[]>;

  /** Looks at the file as a whole: its pages, and the index of texts. Takes as long as reading it. */
  examineFile(): Promise<FileReport>;

  /** A marking in which nothing is marked yet. */
  marking(): Promise<Marking>;

  /** Makes the indexes of objects and branches again from what they index. Changes no object and no head. */
  reindex(): Promise<void>;

  /**
   * Takes away what stands under these ids where its bytes are not those of the id, so that the object can be written
   * again. A sound object stays. Gives how many were taken away.
   */
  discard(ids: readonly ObjectId[]): Promise<number>;

  /**
   * Gives room that is free inside of the store back to the disk. Needs as much room once more while it works, beside the store
   * and where temporary files go. Whoever reads the store reads on; a writer waits. Ended at any instant, it has done nothing.
   */
  compact(): Promise<void>;
}

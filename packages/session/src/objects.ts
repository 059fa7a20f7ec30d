import type { Commit, HeadChange, ObjectId, Store } from '@ken/store';
import { isRawId } from './kinds.ts';
import { Recent } from './recent.ts';

/** Where objects are read: a store, or the blocks of a bundle. What comes back was re-hashed and is the caller's own copy. */
export interface Objects {
  /** The bytes under an id, or undefined when nothing is held under it. */
  get(id: ObjectId): Promise<Uint8Array | undefined>;
}

/** Where a run's objects go as it is made, and where it reads them again. */
export interface Sink extends Objects {
  /** Takes over `bytes`, which the caller must not change afterwards. */
  put(id: ObjectId, bytes: Uint8Array): void;
  /** A moment at which what was put may be written away. */
  relieve(): Promise<void>;
}

// One transaction a batch: batching buys speed without giving up durability.
const batchBytes = 4 * 1024 * 1024;
const batchObjects = 4096;

/**
 * Collects new objects and hands them to a store in batches; reads see what is still pending.
 * A head changes only in the batch that holds the last of what it reaches.
 */
export class Staged implements Sink {
  readonly #store: Store;
  readonly #pending = new Map<ObjectId, Uint8Array>();
  readonly #recent = new Recent();
  #bytes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    return this.#pending.get(id) ?? this.#recent.get(id) ?? (await this.#store.get(id));
  }

  put(id: ObjectId, bytes: Uint8Array): void {
    if (this.#pending.has(id)) return;
    this.#pending.set(id, bytes);
    if (isRawId(id)) this.#recent.add(id, bytes);
    this.#bytes += bytes.length;
  }

  /** Commits what is pending once it is worth a transaction. */
  async relieve(): Promise<void> {
    if (this.#bytes >= batchBytes || this.#pending.size >= batchObjects) await this.commit([]);
  }

  /** Commits what is pending together with changes of heads, as one transaction. */
  async commit(heads: readonly HeadChange[]): Promise<void> {
    const commit: Commit = { objects: [...this.#pending], heads };
    await this.#store.commit(commit);
    this.#pending.clear();
    this.#bytes = 0;
  }
}

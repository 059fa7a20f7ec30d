import type { RawContentId } from '@ken/address';
import { type Commit, type HeadChange, type ObjectId, type Store, StoreError } from '@ken/store';
import { searchableText } from './preview.ts';

/** Where objects are read: a store, or the blocks of a bundle. What comes back was re-hashed and is the caller's own copy. */
export interface Objects {
  /** The bytes under an id, or undefined when nothing is held under it. */
  get(id: ObjectId): Promise<Uint8Array | undefined>;
  /** What `get` gives for each of these ids, in the order asked for. All of it is in memory at once. */
  getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]>;
}

/** Where a run's objects go as it is made, and where it reads them again. */
export interface Sink extends Objects {
  /** Takes over `bytes`, which the caller must not change afterwards. */
  put(id: ObjectId, bytes: Uint8Array): void;
  /** Takes over what the model saw of a source, so that its text can be searched. */
  shown(source: RawContentId, part: Uint8Array): void;
  /** A moment at which what was put may be written away. */
  relieve(): Promise<void>;
}

// One transaction a batch: batching buys speed without giving up durability.
const batchBytes = 8 * 1024 * 1024;
const batchObjects = 8192;

/** What is searched is derived and not worth a session: where its index is damaged, everything else is committed. */
const committed = async (store: Store, commit: Commit): Promise<void> => {
  try {
    await store.commit(commit);
  } catch (failure) {
    const isIndex =
      failure instanceof StoreError && failure.code === 'store/corrupt' && failure.facts['reason'] === 'texts';
    if (!isIndex) throw failure;
    const { texts: _, ...rest } = commit;
    await store.commit(rest);
  }
};

/**
 * Collects new objects and hands them to a store in batches; reads see what is still pending.
 * A head changes only in the batch that holds the last of what it reaches.
 */
export class Staged implements Sink {
  readonly #store: Store;
  readonly #since: number | undefined;
  readonly #pending = new Map<ObjectId, Uint8Array>();
  readonly #shown = new Map<RawContentId, Uint8Array>();
  #bytes = 0;

  /**
   * @param since - what `store.collections()` gave before the first object is put: see `Commit`. Not needed where all that
   *   is not reached by a branch yet goes into one commit.
   */
  constructor(store: Store, since?: number) {
    this.#store = store;
    this.#since = since;
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    return this.#pending.get(id) ?? (await this.#store.get(id));
  }

  /** Those that are pending as they are, and the rest in one reading of the store. */
  async getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    const found = ids.map((id) => this.#pending.get(id));
    const wanted = ids.filter((_, at) => found[at] === undefined);
    if (wanted.length === 0) return found;
    const read = await this.#store.getMany(wanted);
    let next = 0;
    return found.map((bytes) => (bytes === undefined ? read[next++] : bytes));
  }

  put(id: ObjectId, bytes: Uint8Array): void {
    if (this.#pending.has(id)) return;
    this.#pending.set(id, bytes);
    this.#bytes += bytes.length;
  }

  shown(source: RawContentId, part: Uint8Array): void {
    this.#shown.set(source, part);
  }

  /** Commits what is pending once it is worth a transaction. */
  async relieve(): Promise<void> {
    if (this.#bytes >= batchBytes || this.#pending.size >= batchObjects) await this.commit([]);
  }

  /** Commits what is pending together with changes of heads, as one transaction. */
  async commit(heads: readonly HeadChange[]): Promise<void> {
    const objects = [...this.#pending];
    const texts = [...this.#shown].map(([source, part]) => ({ source, text: searchableText(part) }));
    const since = this.#since === undefined ? {} : { since: this.#since };
    await committed(this.#store, { objects, heads, texts, ...since });
    this.#pending.clear();
    this.#shown.clear();
    this.#bytes = 0;
  }
}

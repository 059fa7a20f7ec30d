import type { ContentId } from '@ken/address';
import { type FullStore, type Marking, StoreError } from '@ken/store';
import type { Objects } from './objects.ts';
import { type Lost, reach } from './reach.ts';
import { refused, type SessionResult } from './refusal.ts';
import { orFault, walking } from './walk.ts';

/** What was removed, or would be: how many objects that no branch reaches, and their length altogether in bytes. */
export interface Collected {
  readonly objects: number;
  readonly bytes: number;
  /** The objects that some branch reaches. */
  readonly kept: number;
  readonly branches: number;
}

export interface CollectOptions {
  /** Removes nothing. */
  readonly dryRun?: boolean;
  readonly progress?: (done: { readonly kept: number; readonly removed: number }) => void;
}

/** What is below these is below the tables of the same run too, so that without them everything else is still found. */
const isEnd = ({ kind }: Lost): boolean => kind === 'source' || kind === 'unit' || kind === 'root';

const headsOf = async (store: FullStore): Promise<Map<string, ContentId>> => {
  const heads = new Map<string, ContentId>();
  for await (const { branch, head } of store.branches()) heads.set(branch, head);
  return heads;
};

class Collection {
  readonly #store: FullStore;
  readonly #marking: Marking;
  readonly #options: CollectOptions;
  readonly #followed = new Set<ContentId>();
  #kept = 0;
  #objects = 0;
  #bytes = 0;

  constructor(store: FullStore, marking: Marking, options: CollectOptions) {
    this.#store = store;
    this.#marking = marking;
    this.#options = options;
  }

  async run(): Promise<Collected> {
    for (;;) {
      const heads = await headsOf(this.#store);
      for (const head of heads.values()) await this.#follow(head);
      if (await this.#remove(heads))
        return { objects: this.#objects, bytes: this.#bytes, kept: this.#kept, branches: heads.size };
    }
  }

  async #follow(head: ContentId): Promise<void> {
    if (this.#followed.has(head)) return;
    const lost: Lost[] = [];
    await reach(this.#store as Objects, this.#marking, [{ id: head, kind: 'run' }], {
      reached: () => {
        this.#kept += 1;
        if (this.#kept % 4096 === 0) this.#tell();
      },
      lost: (one) => {
        if (!isEnd(one)) lost.push(one);
      },
    });
    const [first] = lost;
    if (first !== undefined) orFault(refused('run/unreadable', { id: first.id, head }));
    this.#followed.add(head);
  }

  /** False where a branch was made or moved meanwhile. */
  async #remove(heads: ReadonlyMap<string, ContentId>): Promise<boolean> {
    for (;;) {
      const dryRun = this.#options.dryRun === true;
      const swept = await (dryRun ? this.#marking.count(heads) : this.#marking.sweep(heads));
      this.#objects += swept.objects;
      this.#bytes += swept.bytes;
      this.#tell();
      if (swept.moved) return false;
      if (swept.done) return true;
    }
  }

  #tell(): void {
    this.#options.progress?.({ kept: this.#kept, removed: this.#objects });
  }
}

/**
 * Removes the objects that no branch reaches, beside others who read and write: docs/decisions/0006-collecting.md. The room
 * that they had stays in the store until `compact`.
 *
 * @returns what was removed. Refused with `run/unreadable`, and nothing is removed, where what a branch reaches cannot be
 *   told because a part of its tables is missing or damaged. Throws StoreError when the store fails; what was removed
 *   before that is gone, and nothing else
 */
export const collect = (store: FullStore, options: CollectOptions = {}): Promise<SessionResult<Collected>> =>
  walking(async () => {
    for (;;) {
      try {
        return await new Collection(store, await store.marking(), options).run();
      } catch (failure) {
        // Somebody else collected at the same time, so that marks may stand for other objects now.
        if (!(failure instanceof StoreError && failure.code === 'store/collected')) throw failure;
      }
    }
  });

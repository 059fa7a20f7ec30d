import type { ContentId } from '@ken/address';
import { StoreError } from './error.ts';
import type { ObjectId } from './store.ts';
import type { Marked, Marking, Swept } from './upkeep.ts';

/** What a marking sees of the store in memory, and how it removes objects from it. */
interface Held {
  readonly objects: ReadonlyMap<ObjectId, Uint8Array>;
  readonly heads: ReadonlyMap<string, ContentId>;
  readonly collections: () => number;
  readonly remove: (ids: readonly ObjectId[]) => void;
}

/** A marking of the store in memory. Everything is one step. */
export class MemoryMarking implements Marking {
  readonly #held: Held;
  readonly #marks = new Set<ObjectId>();
  readonly #begun: ReadonlySet<ObjectId>;
  #collections: number;

  constructor(held: Held) {
    this.#held = held;
    this.#begun = new Set(held.objects.keys());
    this.#collections = held.collections();
  }

  async add(ids: readonly ObjectId[]): Promise<Marked> {
    const missing = ids.filter((id) => !this.#held.objects.has(id));
    const fresh = [...new Set(ids)].filter((id) => this.#held.objects.has(id) && !this.#marks.has(id));
    for (const id of fresh) this.#marks.add(id);
    return { fresh, missing };
  }

  async count(heads: ReadonlyMap<string, ContentId>): Promise<Swept> {
    return this.#step(heads, () => undefined);
  }

  async sweep(heads: ReadonlyMap<string, ContentId>): Promise<Swept> {
    return this.#step(heads, (ids) => {
      this.#held.remove(ids);
      this.#collections += 1;
    });
  }

  #step(heads: ReadonlyMap<string, ContentId>, remove: (ids: readonly ObjectId[]) => void): Swept {
    if (this.#held.collections() !== this.#collections) throw new StoreError('store/collected');
    const isMoved = [...this.#held.heads].some(([branch, head]) => heads.get(branch) !== head);
    if (isMoved) return { objects: 0, bytes: 0, done: false, moved: true };
    const unmarked = [...this.#held.objects].filter(([id]) => this.#begun.has(id) && !this.#marks.has(id));
    if (unmarked.length > 0) remove(unmarked.map(([id]) => id));
    const bytes = unmarked.reduce((sum, [, { length }]) => sum + length, 0);
    return { objects: unmarked.length, bytes, done: true, moved: false };
  }
}

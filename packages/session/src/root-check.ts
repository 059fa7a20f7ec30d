import type { RootId } from '@ken/address';
import { RootEvent } from '@ken/kernel';
import type { Objects } from './objects.ts';
import type { VerdictBuilder } from './verdict.ts';

/**
 * Says of each root whether it resolves: whether the event that it names is held here and is one. A root that nobody holds
 * is counted apart and fails nothing, since a unit over it is still what it says it is.
 */
export class RootCheck {
  readonly #objects: Objects;
  readonly #verdict: VerdictBuilder;
  readonly #seen = new Set<RootId>();

  constructor(objects: Objects, verdict: VerdictBuilder) {
    this.#objects = objects;
    this.#verdict = verdict;
  }

  async look(id: RootId): Promise<void> {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    const bytes = await this.#objects.get(id);
    if (bytes === undefined) {
      this.#verdict.roots.unresolved += 1;
      return;
    }
    const root = RootEvent.fromBytes(bytes);
    if (root.ok) this.#verdict.roots.resolved += 1;
    else this.#verdict.fail(id, 'root', root.refusal);
  }
}

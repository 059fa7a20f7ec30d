import type { ContentId } from '@ken/address';
import { type ExaminedBranch, type FullStore, type Marking, StoreError } from '@ken/store';
import { type Damaged, patient } from './doctor-objects.ts';
import { kindOf, type ObjectKind } from './kinds.ts';
import type { Objects } from './objects.ts';
import { type Lost, reach } from './reach.ts';
import type { Linked } from './reach-links.ts';

/** An object that is damaged or missing, and what depends on it. */
export interface Ailing {
  /** Its id, as far as that is known: perhaps only the beginning of one, or null. */
  readonly id: string | null;
  /** What kind of object is named so; null where nothing tells. */
  readonly kind: ObjectKind | null;
  readonly state: 'damaged' | 'missing';
  readonly error: StoreError | null;
  /** The branches that reach it, in their order. */
  readonly branches: readonly string[];
}

interface Found {
  id: string | null;
  kind: ObjectKind | null;
  state: Ailing['state'];
  error: StoreError | null;
  readonly branches: Set<string>;
}

const idLength = 59;

/** The damage of a store by id. Of some objects only the beginning of the id is known. */
class Register {
  readonly #whole = new Map<string, Found>();
  readonly #begun: Found[] = [];
  readonly #nameless: Found[] = [];

  constructor(damaged: readonly Damaged[]) {
    for (const { id, error } of damaged) {
      const kind = id?.startsWith('bafk') === true ? 'source' : null;
      const found: Found = { id, kind, state: 'damaged', error, branches: new Set() };
      if (id === null) this.#nameless.push(found);
      else if (id.length < idLength) this.#begun.push(found);
      else this.#whole.set(id, found);
    }
  }

  get size(): number {
    return this.#whole.size + this.#begun.length + this.#nameless.length;
  }

  /** What is damaged under an id, if it is. Where only a beginning was known, the id completes it. */
  at(id: string): Found | undefined {
    const whole = this.#whole.get(id);
    if (whole !== undefined) return whole;
    const begun = this.#begun.findIndex((one) => one.id !== null && id.startsWith(one.id));
    if (begun === -1) return undefined;
    const [found] = this.#begun.splice(begun, 1);
    if (found === undefined) return undefined;
    found.id = id;
    this.#whole.set(id, found);
    return found;
  }

  add({ id, kind, isHeld }: Lost): Found {
    const state = isHeld ? 'damaged' : 'missing';
    const found: Found = { id, kind, state, error: null, branches: new Set() };
    this.#whole.set(id, found);
    return found;
  }

  all(): Ailing[] {
    return [...this.#whole.values(), ...this.#begun, ...this.#nameless].map((one) => ({
      ...one,
      branches: [...one.branches],
    }));
  }
}

/** What a whole object says that it is, where its bytes are sound and only its index is not. */
const kindByBytes = async (objects: Objects, id: ContentId): Promise<ObjectKind | null> => {
  try {
    const bytes = await objects.get(id);
    const kind = bytes === undefined ? undefined : kindOf(id, bytes);
    return kind?.ok === true ? kind.value : null;
  } catch (failure) {
    if (failure instanceof StoreError && failure.code === 'store/corrupt') return null;
    throw failure;
  }
};

/**
 * Follows every link from every head, and says of each object that is damaged or missing what kind of object it is and
 * which branches reach it.
 *
 * @param marking - in which everything that is reached is marked afterwards
 */
export const dependents = async (
  store: FullStore,
  marking: Marking,
  damaged: readonly Damaged[],
  branches: readonly ExaminedBranch[],
  progress: (done: number) => void,
): Promise<readonly Ailing[]> => {
  const objects = patient(store);
  const register = new Register(damaged);
  let done = 0;
  const follow = async (into: Marking, head: ContentId, branch: string | null): Promise<void> => {
    const note = (found: Found, { kind }: Linked): void => {
      found.kind ??= kind;
      if (branch !== null) found.branches.add(branch);
    };
    await reach(objects, into, [{ id: head, kind: 'run' }], {
      reached: (link) => {
        const found = register.at(link.id);
        if (found !== undefined) note(found, link);
        done += 1;
        if (done % 1024 === 0) progress(done);
      },
      lost: (lost) => note(register.at(lost.id) ?? register.add(lost), lost),
    });
  };
  for (const { head } of branches) if (head !== null) await follow(marking, head, null);
  if (register.size === 0) return [];
  done = 0;
  // Again for each branch alone, because what one reaches another may reach too.
  for (const { branch, head } of branches) if (head !== null) await follow(await store.marking(), head, branch);
  const ailing: Ailing[] = [];
  for (const one of register.all()) {
    const asked = one.kind === null && one.id?.length === idLength;
    ailing.push(asked ? { ...one, kind: await kindByBytes(objects, one.id as ContentId) } : one);
  }
  return ailing;
};

import type { ContentId } from '@ken/address';
import { type Branch, type Store, StoreError } from '@ken/store';
import { readable } from './branches.ts';
import { refused, type SessionResult } from './refusal.ts';
import { orFault, runAt, walking } from './walk.ts';

/** A branch that a word names, with what its head says of it; null where that cannot be read. */
export interface Named extends Branch {
  readonly run: string;
  readonly label: string | null;
  readonly bytes: number | null;
  readonly records: number | null;
}

/** The key of the run that a branch is of, out of its name. */
export const keyOf = (branch: string): string => {
  const at = branch.lastIndexOf('#');
  return (at === -1 ? branch : branch.slice(0, at)).replaceAll('%23', '#').replaceAll('%25', '%');
};

const namedOf = async (store: Store, branch: Branch): Promise<Named> => {
  const node = await readable(() => runAt(store, branch.head));
  if (node?.ok !== true) return { ...branch, run: keyOf(branch.branch), label: null, bytes: null, records: null };
  const { run, label, bytes, records } = node.value;
  return { ...branch, run, label, bytes, records: records.count };
};

/** Each way in which a word can mean branches, the most exact first. */
const meanings: readonly ((one: Named, word: string) => boolean)[] = [
  ({ branch }, word) => branch === word,
  ({ head }, word) => head === word,
  ({ run }, word) => run === word,
  ({ label }, word) => label === word,
];

/**
 * The branches that a word means: the one of that name, those of that head, all of the run of that key, or all of the only
 * run of that label. The first of these that there is counts.
 *
 * @returns at least one branch; refused with `run/unknown`, or with `run/ambiguous` for the label of several runs
 */
export const branchesNamed = (store: Store, word: string): Promise<SessionResult<readonly Named[]>> =>
  walking(async () => {
    const all: Named[] = [];
    for await (const branch of store.branches()) all.push(await namedOf(store, branch));
    for (const means of meanings) {
      const found = all.filter((one) => means(one, word));
      if (found.length === 0) continue;
      const runs = new Set(found.map(({ run }) => run));
      const isLabel = means === meanings[3];
      return isLabel && runs.size > 1 ? orFault(refused('run/ambiguous', { runs: runs.size })) : found;
    }
    return orFault(refused('run/unknown', {}));
  });

/**
 * Takes branches away, all or none. The objects that they reach stay until the store is collected.
 *
 * @returns false, and nothing is done, where one of them has moved since it was read
 */
export const dropBranches = async (
  store: Store,
  branches: readonly { readonly branch: string; readonly head: ContentId }[],
): Promise<boolean> => {
  try {
    const heads = branches.map(({ branch, head }) => ({ branch, expected: head, next: null }));
    await store.commit({ objects: [], heads });
    return true;
  } catch (failure) {
    if (failure instanceof StoreError && failure.code === 'store/conflict') return false;
    throw failure;
  }
};

import { type Branch, type Store, StoreError } from '@ken/store';
import { compareStreams, type Relation } from './compare.ts';
import type { RunNode } from './run.ts';
import { endOfMessages, type Transcript } from './source-file.ts';
import { storedFile } from './stored-file.ts';
import { chainTo, fileOf, WalkFault } from './walk.ts';

// A key is text of the file's: what separates it from the number of the branch must not stand in it.
const branchPrefix = (run: string): string => `${run.replaceAll('%', '%25').replaceAll('#', '%23')}#`;

/** The name of a branch of a run; branches are numbered from 1. */
export const branchName = (run: string, number: number): string => `${branchPrefix(run)}${number}`;

/** The number of a branch by its name. */
export const branchNumber = (branch: string): number => Number(branch.slice(branch.lastIndexOf('#') + 1));

/** A branch of a run with its seals. */
export interface Known {
  readonly branch: Branch;
  readonly chain: readonly RunNode[];
}

/** What a reading of stored objects gives, or undefined where one of them is damaged. */
export const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof WalkFault || (failure instanceof StoreError && failure.code === 'store/corrupt'))
      return undefined;
    throw failure;
  }
};

const bytesOf = ({ chain }: Known): number => chain.at(-1)?.bytes ?? 0;

/**
 * The branches of a run, that of the longest file first. One that cannot be read is passed over: the file is sealed all the
 * same, and what of it is missing in the store is written again.
 */
export const knownBranches = async (
  store: Store,
  run: string,
): Promise<{ readonly known: readonly Known[]; readonly names: ReadonlySet<string> }> => {
  const known: Known[] = [];
  const names = new Set<string>();
  for await (const branch of store.branches(branchPrefix(run))) {
    names.add(branch.branch);
    const chain = await readable(() => chainTo(store, branch.head));
    if (chain?.ok === true) known.push({ branch, chain: chain.value });
  }
  return { known: known.sort((a, b) => bytesOf(b) - bytesOf(a)), names };
};

/**
 * How a file relates to the bytes of a branch; undefined where the branch cannot be read. Documents that differ are compared as
 * far as what closes them, since one that grew is closed further on.
 */
export const relationTo = (store: Store, { chain }: Known, transcript: Transcript): Promise<Relation | undefined> =>
  readable(async () => {
    const relation = await compareStreams(fileOf(store, chain), transcript.file.open());
    if (relation !== 'differ') return relation;
    const stored = storedFile(store, chain);
    const one = await endOfMessages({ ...transcript, file: stored });
    const other = one === undefined ? undefined : await endOfMessages(transcript);
    return one === undefined || other === undefined
      ? relation
      : compareStreams(stored.open(0, one), transcript.file.open(0, other));
  });

/** How many bytes of a file the store holds: those up to the end of a branch that it is a continuation of, or all of it. */
export const heldBytes = async (store: Store, transcript: Transcript): Promise<number> => {
  for (const known of (await knownBranches(store, transcript.identity.key)).known) {
    const relation = await relationTo(store, known, transcript);
    if (relation === 'left-is-prefix') return bytesOf(known);
    if (relation === 'equal' || relation === 'right-is-prefix') {
      let bytes = 0;
      for await (const piece of transcript.file.open()) bytes += piece.length;
      return bytes;
    }
  }
  return 0;
};

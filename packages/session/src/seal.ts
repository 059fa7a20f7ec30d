import type { ContentId } from '@ken/address';
import { type Branch, type Store, StoreError } from '@ken/store';
import type { TranscriptRecord } from '@ken/transcript';
import { compareStreams, type Relation } from './compare.ts';
import { Staged } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import type { RunNode } from './run.ts';
import { Sealing } from './sealing.ts';
import type { Transcript } from './source-file.ts';
import { chainTo, fileOf, need, orFault, WalkFault, walking } from './walk.ts';

/**
 * What sealing did: a run that was not known; a known one that went on; nothing new, because the file is what was sealed
 * or a beginning of it; another branch, because the file went on differently from a common beginning; or another branch,
 * because the same beginning is now read differently (by another reader, or since what follows settled how it ends).
 */
export type SealStatus = 'new' | 'continued' | 'unchanged' | 'shorter' | 'diverged' | 'reread';

export interface Sealed {
  readonly status: SealStatus;
  readonly branch: string;
  readonly head: ContentId;
}

/** Called now and then while records are sealed. */
export type Progress = (done: { readonly records: number; readonly bytes: number }) => void;

// A key is text of the file's: what separates it from the number of the branch must not stand in it.
const branchPrefix = (run: string): string => `${run.replaceAll('%', '%25').replaceAll('#', '%23')}#`;

/** A branch of the run with its seals. */
interface Known {
  readonly branch: Branch;
  readonly chain: readonly RunNode[];
}

/**
 * The branches of a run, that of the longest file first. One that cannot be read is passed over: the file is sealed all the
 * same, and what of it is missing in the store is written again.
 */
const knownBranches = async (
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
  const bytesOf = ({ chain }: Known): number => chain.at(-1)?.bytes ?? 0;
  return { known: known.sort((a, b) => bytesOf(b) - bytesOf(a)), names };
};

/** What a reading of stored objects gives, or undefined where one of them is damaged. */
const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof WalkFault || (failure instanceof StoreError && failure.code === 'store/corrupt'))
      return undefined;
    throw failure;
  }
};

/** How a file relates to the bytes of a branch; undefined where the branch cannot be read. */
const relationTo = (store: Store, { chain }: Known, transcript: Transcript): Promise<Relation | undefined> =>
  readable(() => compareStreams(fileOf(store, chain), transcript.file.open()));

/**
 * Reads the transcript from its beginning and stages everything below its new head. The seals of `chain` are made again on
 * the way.
 *
 * @returns the head; undefined where the file does not give the nodes of `chain` again. Throws WalkFault.
 */
const stage = async (
  staged: Staged,
  transcript: Transcript,
  chain: readonly RunNode[],
  progress: Progress | undefined,
): Promise<ContentId | undefined> => {
  const sealing = new Sealing(staged);
  const reading = transcript.read();
  let prior: RunNode | undefined;
  let due = 0;
  const sealUp = (tail: Uint8Array): RunNode =>
    orFault(sealing.seal(transcript.identity, transcript, tail, prior?.id ?? null));
  const tailOf = async (node: RunNode, end: Uint8Array | undefined): Promise<Uint8Array> => {
    if (node.tail === null) return new Uint8Array();
    // What the file itself ends with need not be in the store, and is put there again.
    if (end !== undefined && node.bytes === sealing.end + end.length) return end;
    return orFault(await need(staged, node.tail));
  };
  const sealAgain = async (end?: Uint8Array): Promise<boolean> => {
    for (let node = chain[due]; node?.records.count === sealing.records; node = chain[due]) {
      prior = sealUp(await tailOf(node, end));
      if (prior.id !== node.id) return false;
      due += 1;
    }
    return true;
  };
  const add = async (records: readonly TranscriptRecord[]): Promise<boolean> => {
    for (const record of records) {
      if (!(await sealAgain())) return false;
      orFault(await sealing.add(record));
      for (const finding of record.findings) sealing.note({ ...finding });
      await staged.relieve();
    }
    progress?.({ records: sealing.records, bytes: sealing.end });
    return true;
  };
  for await (const chunk of transcript.file.open()) if (!(await add(reading.push(chunk)))) return undefined;
  const { records, tail } = reading.finish();
  if (!(await add(records)) || !(await sealAgain(tail)) || due < chain.length) return undefined;
  // Only the same file has the same first records: anything else was put in its place while it was read.
  if (reading.identity()?.key !== transcript.identity.key) orFault(refused('run/changed', {}));
  if (prior !== undefined && prior.bytes === sealing.end + tail.length) return prior.id;
  return sealUp(tail).id;
};

/** Commits with a move of one branch. False where another writer was faster. */
const moved = async (staged: Staged, branch: string, expected: ContentId | null, next: ContentId): Promise<boolean> => {
  try {
    await staged.commit([{ branch, expected, next }]);
    return true;
  } catch (failure) {
    if (failure instanceof StoreError && failure.code === 'store/conflict') return false;
    throw failure;
  }
};

/** Seals a file that no branch leads to as a branch of its own, under the first number that is free. */
const sealAnew = async (
  store: Store,
  transcript: Transcript,
  names: ReadonlySet<string>,
  status: SealStatus,
  progress: Progress | undefined,
): Promise<Sealed> => {
  const staged = new Staged(store);
  const head = await stage(staged, transcript, [], progress);
  if (head === undefined) throw new TypeError('a run without earlier seals has none that could come out differently');
  for (let number = 1; ; number += 1) {
    const branch = `${branchPrefix(transcript.identity.key)}${number}`;
    if (names.has(branch)) continue;
    if (await moved(staged, branch, null, head)) return { status, branch, head };
    if ((await store.head(branch)) === head) return { status: 'unchanged', branch, head };
  }
};

/** One try; undefined where another writer moved the branch meanwhile. Throws WalkFault. */
const attempt = async (
  store: Store,
  transcript: Transcript,
  progress: Progress | undefined,
): Promise<Sealed | undefined> => {
  const { known, names } = await knownBranches(store, transcript.identity.key);
  for (const { branch, chain } of known) {
    const staged = new Staged(store);
    const head = await readable(() => stage(staged, transcript, chain, progress));
    if (head === undefined) continue;
    if (!(await moved(staged, branch.branch, branch.head, head))) return undefined;
    return { status: head === branch.head ? 'unchanged' : 'continued', branch: branch.branch, head };
  }
  let status: SealStatus = names.size === 0 ? 'new' : 'diverged';
  for (const one of known) {
    const relation = await relationTo(store, one, transcript);
    if (relation === 'right-is-prefix') return { status: 'shorter', branch: one.branch.branch, head: one.branch.head };
    if (relation === 'equal' || relation === 'left-is-prefix') status = 'reread';
  }
  return sealAnew(store, transcript, names, status, progress);
};

/**
 * Seals a transcript: every record becomes an event, what left the context becomes units and packets, and the branch's
 * head moves to the new run node in the same commit that completes what it reaches. A file that was sealed before is made
 * again and compared, so that a stored run is never believed; what of it was missing in the store is there afterwards.
 *
 * @returns the head of the file that was sealed, and what was done; refused with `run/cover` when the classification does
 *   not tile the context, with `run/changed` when the file was another one before it was read to its end, or with a
 *   refusal of a stored object. Throws StoreError when the store fails.
 */
export const sealTranscript = async (
  store: Store,
  transcript: Transcript,
  progress?: Progress,
): Promise<SessionResult<Sealed>> =>
  walking(async () => {
    for (;;) {
      const sealed = await attempt(store, transcript, progress);
      if (sealed !== undefined) return sealed;
    }
  });

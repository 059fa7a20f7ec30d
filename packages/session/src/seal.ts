import { type ContentId, rawContentId } from '@ken/address';
import { type Store, StoreError } from '@ken/store';
import type { TranscriptRecord } from '@ken/transcript';
import { branchName, knownBranches, readable, relationTo } from './branches.ts';
import { Continuity } from './continuity.ts';
import { Staged } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import type { RunNode } from './run.ts';
import { type Ending, Sealing } from './sealing.ts';
import type { Transcript } from './source-file.ts';
import { type FindingRow, findingTable } from './tables.ts';
import { need, orFault, rowsOf, walking } from './walk.ts';

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

/** Who is told of what is read as it is sealed. */
export interface Watch {
  readonly progress?: Progress | undefined;
  /** A file is read from its beginning, once more where an earlier attempt came to nothing. */
  begin?(): void;
  see?(record: TranscriptRecord): void;
}

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
  watch: Watch,
): Promise<ContentId | undefined> => {
  watch.begin?.();
  const sealing = new Sealing(staged, transcript.format);
  const continuity = new Continuity();
  const reading = transcript.read();
  let prior: RunNode | undefined;
  let due = 0;
  const sealUp = (end: Ending): RunNode =>
    orFault(sealing.seal(transcript.identity, transcript, end, prior?.id ?? null));
  const isAt = (node: RunNode, { tail }: Ending): boolean =>
    node.bytes === sealing.end + tail.length && node.tail === (tail.length === 0 ? null : rawContentId(tail));
  const endingOf = async (node: RunNode, end: Ending | undefined): Promise<Ending> => {
    // What the file itself ends with need not be in the store, and is put there again.
    if (end !== undefined && isAt(node, end)) return end;
    const findings: FindingRow[] = [];
    for await (const finding of rowsOf(staged, findingTable, node.ending)) findings.push(finding);
    return { tail: node.tail === null ? new Uint8Array() : orFault(await need(staged, node.tail)), findings };
  };
  const sealAgain = async (end?: Ending): Promise<boolean> => {
    for (let node = chain[due]; node?.records.count === sealing.records; node = chain[due]) {
      const ending = await endingOf(node, end);
      prior = sealUp(ending);
      if (prior.id !== node.id || !continuity.end(ending.tail)) return false;
      due += 1;
    }
    return true;
  };
  const add = async (records: readonly TranscriptRecord[]): Promise<boolean> => {
    for (const record of records) {
      if (!(await sealAgain())) return false;
      // What an earlier seal held as its tail must be what the file goes on with.
      if (!continuity.record(record, record.bytes)) return false;
      watch.see?.(record);
      orFault(await sealing.add({ ...record, retrieves: null }));
      for (const finding of record.findings) sealing.note({ ...finding });
      await staged.relieve();
    }
    watch.progress?.({ records: sealing.records, bytes: sealing.end });
    return true;
  };
  for await (const chunk of transcript.file.open()) if (!(await add(reading.push(chunk, true)))) return undefined;
  const { records, ...end } = reading.finish();
  if (!(await add(records)) || !(await sealAgain(end)) || due < chain.length || !continuity.end(end.tail))
    return undefined;
  // Only the same file has the same first records: anything else was put in its place while it was read.
  if (reading.identity()?.key !== transcript.identity.key) orFault(refused('run/changed', {}));
  if (prior !== undefined && prior.records.count === sealing.records && isAt(prior, end)) return prior.id;
  return sealUp(end).id;
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
  watch: Watch,
  since: number,
): Promise<Sealed> => {
  const staged = new Staged(store, since);
  const head = await stage(staged, transcript, [], watch);
  if (head === undefined) throw new TypeError('a run without earlier seals has none that could come out differently');
  for (const branch of names) {
    if ((await store.head(branch)) !== head) continue;
    // What this branch had lost is there again.
    if (await moved(staged, branch, head, head)) return { status: 'unchanged', branch, head };
  }
  for (let number = 1; ; number += 1) {
    const branch = branchName(transcript.identity.key, number);
    if (names.has(branch)) continue;
    if (await moved(staged, branch, null, head)) return { status, branch, head };
    if ((await store.head(branch)) === head) return { status: 'unchanged', branch, head };
  }
};

/**
 * One try; undefined where another writer moved the branch meanwhile. Throws WalkFault.
 *
 * @param since - what `store.collections()` gave before
 */
const attempt = async (
  store: Store,
  transcript: Transcript,
  watch: Watch,
  since: number,
): Promise<Sealed | undefined> => {
  const { known, names } = await knownBranches(store, transcript.identity.key);
  for (const { branch, chain } of known) {
    const staged = new Staged(store, since);
    const head = await readable(() => stage(staged, transcript, chain, watch));
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
  return sealAnew(store, transcript, names, status, watch, since);
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
  watch: Watch = {},
): Promise<SessionResult<Sealed>> =>
  walking(async () => {
    for (;;) {
      const since = await store.collections();
      try {
        const sealed = await attempt(store, transcript, watch, since);
        if (sealed !== undefined) return sealed;
      } catch (failure) {
        // What was staged can have been removed before a branch reached it, and then it is staged anew.
        if ((await store.collections()) === since) throw failure;
      }
    }
  });

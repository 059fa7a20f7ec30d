import type { ContentId } from '@ken/address';
import { type Branch, type Store, StoreError } from '@ken/store';
import { compareStreams } from './compare.ts';
import { Staged } from './objects.ts';
import type { SessionResult } from './refusal.ts';
import type { RunNode } from './run.ts';
import { Sealing } from './sealing.ts';
import type { Transcript } from './source-file.ts';
import { chainTo, fileOf, need, orFault, walking } from './walk.ts';

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

const branchPrefix = (run: string): string => `${run}#`;

/** A branch whose bytes are the file, a beginning of it, or the other way round. */
interface Match {
  readonly branch: Branch;
  readonly relation: 'equal' | 'left-is-prefix' | 'right-is-prefix';
  readonly chain: readonly RunNode[];
}

/** The branches of the run, and of those that the file agrees with the one that holds most of it. Throws WalkFault. */
const lookUp = async (
  store: Store,
  transcript: Transcript,
): Promise<{ readonly branches: number; readonly match: Match | undefined }> => {
  let branches = 0;
  let match: Match | undefined;
  const bytesOf = (chain: readonly RunNode[] | undefined): number => chain?.at(-1)?.bytes ?? -1;
  for await (const branch of store.branches(branchPrefix(transcript.identity.key))) {
    branches += 1;
    const chain = orFault(await chainTo(store, branch.head));
    if (bytesOf(chain) <= bytesOf(match?.chain)) continue;
    const relation = await compareStreams(fileOf(store, chain), transcript.file.open());
    if (relation !== 'differ') match = { branch, relation, chain };
  }
  return { branches, match };
};

/**
 * Reads the transcript from its beginning and stages everything below its new head. The seals that came before are made
 * again on the way: a run goes on only where its beginning gives the very nodes that are stored, and undefined says that
 * it does not. Throws WalkFault.
 */
const stage = async (
  staged: Staged,
  transcript: Transcript,
  chain: readonly RunNode[],
  progress: Progress | undefined,
): Promise<ContentId | undefined> => {
  const sealing = new Sealing(staged);
  const reading = transcript.read();
  let prior: ContentId | null = null;
  let due = 0;
  const sealAgain = async (): Promise<boolean> => {
    for (let node = chain[due]; node?.records.count === sealing.records; node = chain[due]) {
      const tail = node.tail === null ? new Uint8Array() : orFault(await need(staged, node.tail));
      prior = orFault(sealing.seal(transcript.identity, transcript, tail, prior));
      if (prior !== node.id) return false;
      due += 1;
    }
    return true;
  };
  const add = async (records: ReturnType<typeof reading.push>): Promise<boolean> => {
    for (const record of records) {
      if (!(await sealAgain())) return false;
      orFault(await sealing.add(record));
      await staged.relieve();
    }
    progress?.({ records: sealing.records, bytes: sealing.end });
    return true;
  };
  for await (const chunk of transcript.file.open()) if (!(await add(reading.push(chunk)))) return undefined;
  const { records, tail } = reading.finish();
  if (!(await add(records)) || !(await sealAgain()) || due < chain.length) return undefined;
  if (prior !== null && chain.at(-1)?.bytes === sealing.end + tail.length) return prior;
  return orFault(sealing.seal(transcript.identity, transcript, tail, prior));
};

// Another writer may move the branch between our look and our commit; looking again settles it.
const attempts = 3;

/**
 * Seals a transcript: every record becomes an event, what left the context becomes units and packets, and the branch's
 * head moves to the new run node in the same commit that completes what it reaches.
 *
 * @returns the head of the file that was sealed, and what was done; refused with `run/cover` when the classification does
 *   not tile the context, or with a refusal of a stored object that is missing or malformed. Throws StoreError when the store fails.
 */
export const sealTranscript = async (
  store: Store,
  transcript: Transcript,
  progress?: Progress,
): Promise<SessionResult<Sealed>> =>
  walking(async () => {
    for (let attempt = 1; ; attempt += 1) {
      const { branches, match } = await lookUp(store, transcript);
      if (match !== undefined && match.relation !== 'left-is-prefix') {
        const status = match.relation === 'equal' ? 'unchanged' : 'shorter';
        return { status, branch: match.branch.branch, head: match.branch.head };
      }
      const another = `${branchPrefix(transcript.identity.key)}${branches + 1}`;
      const staged = new Staged(store);
      const goingOn = match === undefined ? undefined : await stage(staged, transcript, match.chain, progress);
      const head = goingOn ?? (await stage(staged, transcript, [], progress));
      if (head === undefined)
        throw new TypeError('a run without earlier seals has none that could come out differently');
      const onward = goingOn === undefined ? undefined : match?.branch;
      const branch = onward?.branch ?? another;
      try {
        await staged.commit([{ branch, expected: onward?.head ?? null, next: head }]);
      } catch (failure) {
        if (failure instanceof StoreError && failure.code === 'store/conflict' && attempt < attempts) continue;
        throw failure;
      }
      if (onward !== undefined) return { status: 'continued', branch, head };
      return { status: match !== undefined ? 'reread' : branches === 0 ? 'new' : 'diverged', branch, head };
    }
  });

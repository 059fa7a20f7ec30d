import type { ContentId } from '@ken/address';
import { type Branch, type Store, StoreError } from '@ken/store';
import { compareStreams } from './compare.ts';
import { Staged } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import type { RunNode } from './run.ts';
import { Sealing } from './sealing.ts';
import type { Transcript } from './source-file.ts';
import { chainTo, fileOf, need, orFault, walking } from './walk.ts';

/**
 * What sealing did: a run that was not known; a known one that went on; nothing new, because the file is what was sealed
 * or a beginning of it; or another branch, because the file went on differently from a common beginning.
 */
export type SealStatus = 'new' | 'continued' | 'unchanged' | 'shorter' | 'diverged';

export interface Sealed {
  readonly status: SealStatus;
  readonly branch: string;
  readonly head: ContentId;
}

/** Called now and then while records are sealed. */
export type Progress = (done: { readonly records: number; readonly bytes: number }) => void;

const branchPrefix = (run: string): string => `${run}#`;

interface Known {
  readonly branches: readonly Branch[];
  /** The branch that this file is, begins or continues. */
  readonly match:
    | { readonly branch: Branch; readonly status: SealStatus; readonly chain: readonly RunNode[] }
    | undefined;
}

/** Looks for the branch of this run whose bytes are a beginning of the file, or the other way round. Throws WalkFault. */
const lookUp = async (store: Store, transcript: Transcript): Promise<Known> => {
  const branches: Branch[] = [];
  let match: Known['match'];
  for await (const branch of store.branches(branchPrefix(transcript.identity.key))) {
    branches.push(branch);
    if (match !== undefined) continue;
    const chain = orFault(await chainTo(store, branch.head));
    const relation = await compareStreams(fileOf(store, chain), transcript.file.open());
    if (relation === 'differ') continue;
    const status = { equal: 'unchanged', 'left-is-prefix': 'continued', 'right-is-prefix': 'shorter' } as const;
    match = { branch, status: status[relation], chain };
  }
  return { branches, match };
};

/**
 * Reads the transcript from its beginning and stages everything below its new head. The seals that came before are made
 * again on the way: a run goes on only where its beginning gives the very nodes that are stored. Throws WalkFault.
 */
const stage = async (
  staged: Staged,
  transcript: Transcript,
  chain: readonly RunNode[],
  progress: Progress | undefined,
): Promise<ContentId> => {
  const sealing = new Sealing(staged);
  const reading = transcript.read();
  let prior: ContentId | null = null;
  let due = 0;
  const passSeals = async (): Promise<void> => {
    for (let node = chain[due]; node?.records.count === sealing.records; node = chain[due]) {
      const tail = node.tail === null ? new Uint8Array() : orFault(await need(staged, node.tail));
      const again: ContentId = orFault(sealing.seal(transcript.identity, transcript, tail, prior));
      if (again !== node.id)
        orFault(refused('run/unlike', { stored: node.id, found: again, reader: transcript.reader }));
      prior = again;
      due += 1;
    }
  };
  const add = async (records: ReturnType<typeof reading.push>): Promise<void> => {
    for (const record of records) {
      await passSeals();
      orFault(await sealing.add(record));
      await staged.relieve();
    }
    progress?.({ records: sealing.records, bytes: sealing.end });
  };
  for await (const chunk of transcript.file.open()) await add(reading.push(chunk));
  const { records, tail } = reading.finish();
  await add(records);
  await passSeals();
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
 *   not tile the context, with `run/unlike` when the stored beginning cannot be made again (another reader sealed it), or
 *   with a refusal of a stored object that is missing or malformed. Throws StoreError when the store fails.
 */
export const sealTranscript = async (
  store: Store,
  transcript: Transcript,
  progress?: Progress,
): Promise<SessionResult<Sealed>> =>
  walking(async () => {
    for (let attempt = 1; ; attempt += 1) {
      const { branches, match } = await lookUp(store, transcript);
      if (match !== undefined && match.status !== 'continued') {
        return { status: match.status, branch: match.branch.branch, head: match.branch.head };
      }
      const branch = match?.branch.branch ?? `${branchPrefix(transcript.identity.key)}${branches.length + 1}`;
      const staged = new Staged(store);
      const head = await stage(staged, transcript, match?.chain ?? [], progress);
      try {
        await staged.commit([{ branch, expected: match?.branch.head ?? null, next: head }]);
      } catch (failure) {
        if (failure instanceof StoreError && failure.code === 'store/conflict' && attempt < attempts) continue;
        throw failure;
      }
      const status = match?.status ?? (branches.length === 0 ? 'new' : 'diverged');
      return { status, branch, head };
    }
  });

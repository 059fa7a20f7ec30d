import type { Store } from '@ken/store';
import { branchFindings, recordsIn } from './branch-findings.ts';
import { branchNumber, knownBranches, readable, relationTo } from './branches.ts';
import type { SessionResult } from './refusal.ts';
import { type Progress, type Sealed, sealTranscript } from './seal.ts';
import { SideChains } from './side-chains.ts';
import { continuedBy } from './slice.ts';
import { openTranscript, type Transcript } from './source-file.ts';
import { storedFile } from './stored-file.ts';
import type { FindingRow } from './tables.ts';
import { orFault, walking } from './walk.ts';

/** A session of a file that was sealed. */
export interface SealedSession extends Sealed {
  /** The side-chain of the file that this session is; null for the session of the file itself. */
  readonly chain: string | null;
  /** What shows only beside an earlier branch of the same run; it is no part of what was sealed. */
  readonly findings: readonly FindingRow[];
}

/** How a file stands to the branch of its run that has the lowest number of those before its own. */
const besideEarlier = async (store: Store, transcript: Transcript, sealed: Sealed): Promise<readonly FindingRow[]> => {
  const number = branchNumber(sealed.branch);
  if (number === 1 || sealed.status === 'shorter') return [];
  const { known } = await knownBranches(store, transcript.identity.key);
  const [earlier] = known
    .filter(({ branch }) => branchNumber(branch.branch) < number)
    .sort((a, b) => branchNumber(a.branch.branch) - branchNumber(b.branch.branch));
  if (earlier === undefined || (await relationTo(store, earlier, transcript)) !== 'differ') return [];
  const file = storedFile(store, earlier.chain);
  return (await readable(() => branchFindings({ ...transcript, file }, transcript))) ?? [];
};

/** The side-chains of a file that was not read alone and to its end as it was sealed. */
const chainsOf = async (transcript: Transcript): Promise<SideChains> => {
  const chains = new SideChains();
  for await (const record of recordsIn(transcript)) chains.see(record);
  return chains;
};

const wholeOf = async (store: Store, transcript: Transcript): Promise<Transcript> =>
  (await continuedBy(store, transcript)) ?? transcript;

/**
 * Seals all that a file tells of: the session that it is of, and each side-chain in it as a run of its own (transcripts.md
 * §2, §7). A slice that follows the end of a sealed run continues that run, and its head stands for both.
 *
 * @returns one entry a session, that of the file first; refused as `sealTranscript`. Throws StoreError when the store fails
 */
export const sealSessions = async (
  store: Store,
  transcript: Transcript,
  progress?: Progress,
): Promise<SessionResult<readonly SealedSession[]>> =>
  walking(async () => {
    const whole = await wholeOf(store, transcript);
    let chains = new SideChains();
    const sealed = orFault(
      await sealTranscript(store, whole, {
        progress,
        begin: () => {
          chains = new SideChains();
        },
        see: (record) => chains.see(record),
      }),
    );
    if (sealed.status === 'shorter' || whole !== transcript) chains = await chainsOf(transcript);
    const sessions: SealedSession[] = [{ ...sealed, chain: null, findings: await besideEarlier(store, whole, sealed) }];
    for (const { chain, file } of chains.files(transcript.file)) {
      const opened = await openTranscript(file);
      // Without an identifier in any of its records it has no name that would be the same again.
      if (!opened.ok) continue;
      const wholeSide = await wholeOf(store, opened.value);
      const side = orFault(await sealTranscript(store, wholeSide, { progress }));
      sessions.push({ ...side, chain, findings: await besideEarlier(store, wholeSide, side) });
    }
    return sessions;
  });

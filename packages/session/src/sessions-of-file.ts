import type { Store } from '@ken/store';
import { besideEarlier } from './beside-earlier.ts';
import { recordsIn } from './branch-findings.ts';
import type { SessionResult } from './refusal.ts';
import { type Progress, type Sealed, sealTranscript } from './seal.ts';
import { SideChains } from './side-chains.ts';
import { Tips } from './slice.ts';
import { openTranscript, type Transcript } from './source-file.ts';
import type { FindingRow } from './tables.ts';
import { orFault, walking } from './walk.ts';

/** A session of a file that was sealed. */
export interface SealedSession extends Sealed {
  /** The side-chain of the file that this session is; null for the session of the file itself. */
  readonly chain: string | null;
  /** What shows only beside an earlier branch of the same run; it is no part of what was sealed. */
  readonly findings: readonly FindingRow[];
}

/** The side-chains of a file that was not read alone and to its end as it was sealed. */
const chainsOf = async (transcript: Transcript): Promise<SideChains> => {
  const chains = new SideChains();
  for await (const record of recordsIn(transcript)) chains.see(record);
  return chains;
};

/**
 * Seals all that a file tells of: the session that it is of, and each side-chain in it as a run of its own (transcripts.md
 * §2, §7). A slice that follows the end of a sealed run continues that run, and its head stands for both.
 *
 * @param tips - what is known of the ends of the runs of this store, where several files are sealed one after another
 * @returns one entry a session, that of the file first; refused as `sealTranscript`. Throws StoreError when the store fails
 */
export const sealSessions = async (
  store: Store,
  transcript: Transcript,
  progress?: Progress,
  tips: Tips = new Tips(store),
): Promise<SessionResult<readonly SealedSession[]>> =>
  walking(async () => {
    const of = async (file: Transcript, { status, branch }: Sealed): Promise<readonly FindingRow[]> =>
      status === 'shorter' ? [] : besideEarlier(store, file, branch);
    const whole = await tips.wholeOf(transcript);
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
    await tips.sealed(sealed.head, transcript);
    if (sealed.status === 'shorter' || whole !== transcript) chains = await chainsOf(transcript);
    const sessions: SealedSession[] = [{ ...sealed, chain: null, findings: await of(whole, sealed) }];
    for (const { chain, file } of chains.files(transcript.file)) {
      const opened = await openTranscript(file);
      // Without an identifier in any of its records it has no name that would be the same again.
      if (!opened.ok) continue;
      const wholeSide = await tips.wholeOf(opened.value);
      const side = orFault(await sealTranscript(store, wholeSide, { progress }));
      await tips.sealed(side.head, opened.value);
      sessions.push({ ...side, chain, findings: await of(wholeSide, side) });
    }
    return sessions;
  });

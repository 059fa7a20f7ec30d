import type { ContentId } from '@ken/address';
import type { Store } from '@ken/store';
import { branchFindings } from './branch-findings.ts';
import { branchNumber, knownBranches, readable, relationTo } from './branches.ts';
import { openTranscript, type Transcript } from './source-file.ts';
import { storedFile } from './stored-file.ts';
import type { FindingRow } from './tables.ts';
import { chainTo, orFault } from './walk.ts';

/**
 * How the file of a branch stands to that of the branch of its run with the lowest number; nothing where that is itself, or
 * where one file is a beginning of the other. Throws StoreError.
 */
export const besideEarlier = async (
  store: Store,
  transcript: Transcript,
  branch: string,
): Promise<readonly FindingRow[]> => {
  const number = branchNumber(branch);
  if (number === 1) return [];
  const { known } = await knownBranches(store, transcript.identity.key);
  const [earlier] = known
    .filter((one) => branchNumber(one.branch.branch) < number)
    .sort((a, b) => branchNumber(a.branch.branch) - branchNumber(b.branch.branch));
  if (earlier === undefined || (await relationTo(store, earlier, transcript)) !== 'differ') return [];
  const file = storedFile(store, earlier.chain);
  return (await readable(() => branchFindings({ ...transcript, file }, transcript))) ?? [];
};

/**
 * What shows of a sealed session only beside another branch of its run; nothing where the head is that of no branch, or
 * its file cannot be read again. Throws StoreError.
 */
export const findingsBeside = async (store: Store, head: ContentId): Promise<readonly FindingRow[]> => {
  for await (const branch of store.branches()) {
    if (branch.head !== head || branchNumber(branch.branch) === 1) continue;
    const found = await readable(async () => {
      const chain = orFault(await chainTo(store, head));
      const opened = await openTranscript(storedFile(store, chain));
      return opened.ok ? besideEarlier(store, opened.value, branch.branch) : [];
    });
    return found ?? [];
  }
  return [];
};

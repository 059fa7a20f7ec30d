import type { Objects } from '../objects.ts';
import type { RunNode } from '../run.ts';
import { recordTable } from '../tables.ts';
import { need, orFault, rowsOf } from '../walk.ts';
import { LIVE } from '../witness.ts';
import { readLiveRecord } from './records.ts';

/** What a live run says of itself in its first record. */
export interface Opening {
  readonly agent: string;
  readonly at: string;
}

/** The key of the live run that was opened with a nonce. */
export const liveKey = (nonce: string): string => `${LIVE}:${nonce}`;

/**
 * Reads the opening of a live run. Throws WalkFault where an object is missing.
 *
 * @param chain - its nodes from the first on
 * @returns undefined for a run that is none, or whose key is not that of its nonce
 */
export const openingOf = async (objects: Objects, chain: readonly RunNode[]): Promise<Opening | undefined> => {
  const [first] = chain;
  if (first?.format !== LIVE) return undefined;
  for await (const { source } of rowsOf(objects, recordTable, first.records.chunks)) {
    const read = readLiveRecord(orFault(await need(objects, source)));
    const { nonce, agent } = read?.record === 'opening' ? read.says : {};
    if (read === undefined || typeof nonce !== 'string' || typeof agent !== 'string' || liveKey(nonce) !== first.run)
      return undefined;
    return { agent, at: read.at };
  }
  return undefined;
};

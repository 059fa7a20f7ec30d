import type { ContentId } from '@ken/address';
import type { Objects } from '../objects.ts';
import type { SessionResult } from '../refusal.ts';
import { chainTo, orFault, walking } from '../walk.ts';
import { scanRun } from './scan.ts';
import type { SeenInRun } from './seen.ts';

/**
 * Reads the run of a head for what tools delivered to the model, and what of it left the context again (transcripts.md §8).
 * Only what the model saw in this run counts: a side-chain is another agent's, and has a run of its own.
 *
 * @returns what was seen, to be compared with revisions by `readsOf`; refused when an object of the run is missing or damaged
 */
export const deliveriesIn = (objects: Objects, head: ContentId): Promise<SessionResult<SeenInRun>> =>
  walking(async () => scanRun(objects, orFault(await chainTo(objects, head))));

import type { ContentId } from '@ken/address';
import { type Opening, openingOf } from '../live/opening.ts';
import type { Objects } from '../objects.ts';
import { scanRun } from '../reads/scan.ts';
import type { SeenInRun } from '../reads/seen.ts';
import type { SessionResult } from '../refusal.ts';
import { chainTo, orFault, walking } from '../walk.ts';
import { LIVE } from '../witness.ts';
import { deliveredIn } from './delivered.ts';
import type { Delivery } from './receipt.ts';

/** What a run tells of deliveries, whoever asks for which. */
export interface DeliveryRun {
  readonly witnessed: boolean;
  readonly opening: Opening | undefined;
  readonly delivered: readonly Delivery[];
  readonly run: SeenInRun;
}

/**
 * Reads the run of a head for what tools and Ken itself delivered to the model, and what of it left the context again
 * (transcripts.md §8); once for any number of questions. Only what the model saw in this run counts: a side-chain is another
 * agent's, and has a run of its own.
 *
 * @returns what was seen, to be compared with revisions by `readsOf`; refused when an object of the run is missing or damaged
 */
export const deliveryRun = async (objects: Objects, head: ContentId): Promise<SessionResult<DeliveryRun>> =>
  walking(async () => {
    const chain = orFault(await chainTo(objects, head));
    const opening = await openingOf(objects, chain);
    const delivered: Delivery[] = [];
    if (opening !== undefined) for await (const one of deliveredIn(objects, chain, opening)) delivered.push(one);
    return { witnessed: chain[0]?.format === LIVE, opening, delivered, run: await scanRun(objects, chain) };
  });

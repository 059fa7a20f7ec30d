import type { FullStore } from '@ken/store';
import { openLive } from '../live/open-live.ts';
import type { SessionResult } from '../refusal.ts';
import type { DeliveryNote } from './delivered.ts';
import { type ReceiptRow, receiptOf } from './receipt.ts';

/** A delivery that was witnessed: the head of the run that tells of it, and its receipt. */
export interface Witnessed {
  readonly head: string;
  readonly run: string;
  readonly receipt: ReceiptRow;
}

/**
 * Witnesses that the bytes of a material were delivered to an agent, in a live run of its own, and mints the receipt. To be
 * called when they are with the agent, and not before.
 *
 * @param bytes - exactly what was delivered
 * @returns refused as `LiveRun.observe`. Throws StoreError when the store fails; then nothing is minted
 */
export const witnessDelivery = async (
  store: FullStore,
  note: DeliveryNote,
  bytes: Uint8Array,
  clock: () => Date = () => new Date(),
): Promise<SessionResult<Witnessed>> => {
  const at = clock();
  const run = await openLive(store, { agent: note.agent, label: `${note.material} to ${note.agent}`, clock: () => at });
  try {
    const seen = await run.deliver({ ...note }, bytes);
    if (!seen.ok) return seen;
    const { event, head } = seen.value;
    const receipt = receiptOf({ ...note, event, at: at.toISOString() }, true);
    return { ok: true, value: { head, run: run.key, receipt } };
  } finally {
    await run.close();
  }
};

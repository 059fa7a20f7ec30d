import type { ContentId } from '@ken/address';
import { RECEIPT_SCHEMA } from '@ken/frontier';
import { type ReceiptRow, type Receipts, receiptsIn, verifyObject } from '@ken/session';
import type { Store } from '@ken/store';
import type { CommonOptions } from './command.ts';
import { CommandError, exitCode } from './exit.ts';
import { accepted } from './failures.ts';
import { type Addressee, addressee, type Plain } from './goal-document.ts';
import { resolveContentId } from './ids.ts';
import { type GivenLocations, locationsIfAny } from './locations.ts';
import { bytesIn, wantedOf } from './receipts-of.ts';
import { whyNotText } from './show/receipts.ts';
import { many } from './show/text.ts';
import { withStore } from './store-place.ts';

/** The receipts of one head for an agent and a goal. */
export const receiptsOfHead = async (
  store: Store,
  head: ContentId,
  of: Addressee,
  goal: { readonly name: string; readonly document: object; readonly locations: GivenLocations | undefined },
  isOwn: boolean,
): Promise<Receipts> => {
  // What a run says of deliveries counts once the run holds.
  const { verdict } = accepted(await verifyObject(store, head));
  if (!verdict.verified)
    throw new CommandError(exitCode.no, 'run/unverified', `The head ${head} does not verify: ken verify tells why.`);
  const wanted = wantedOf(goal.name, goal.document, goal.locations);
  return accepted(await receiptsIn(store, head, { ...of, wanted, isOwn, bytesOf: bytesIn(goal.locations) }));
};

/** The heads that words name; without any, those of every live run of the store. */
export const headsOf = async (store: Store, words: readonly string[]): Promise<readonly ContentId[]> => {
  const heads: ContentId[] = [];
  for (const word of words) heads.push(await resolveContentId(store, word));
  if (words.length === 0) for await (const { head } of store.branches('live:')) heads.push(head);
  return heads;
};

/** What names sessions on the command line, beside the goal and the agent. */
export interface SessionOptions extends CommonOptions {
  readonly goal: string;
  readonly agent: string;
  readonly todo?: string;
  /** Heads whose deliveries count. */
  readonly session?: readonly string[];
  readonly acceptHistorical?: boolean;
  readonly locations?: string;
}

/**
 * The rows of what was delivered in the sessions named. What a finished file tells counts only where that was asked for; what
 * counts and what does not is said.
 */
export const sessionRows = async (
  { session = [], acceptHistorical, store, locations, goal: name, agent, todo }: SessionOptions,
  goal: Plain,
  say: (message: string) => void,
): Promise<readonly ReceiptRow[]> => {
  if (session.length === 0) {
    if (acceptHistorical !== true) return [];
    throw new CommandError(exitCode.usage, 'usage/session', '--accept-historical goes with --session HEAD.');
  }
  const of = addressee(goal, agent, todo);
  const given = { name, document: goal, locations: await locationsIfAny(locations) };
  return withStore(store, 'read', async (opened, isOwn) => {
    const rows: ReceiptRow[] = [];
    for (const head of await headsOf(opened, session)) {
      const { witnessed, receipts, notMinted } = await receiptsOfHead(opened, head, of, given, isOwn);
      const counted = witnessed || acceptHistorical === true;
      const what = many(
        receipts.length,
        witnessed ? 'receipt' : 'historical delivery',
        witnessed ? 'receipts' : 'historical deliveries',
      );
      const whose = isOwn ? 'since nobody witnessed them' : 'since a bundle is the word of whoever made it';
      const why = counted ? 'accepted' : `NOT counted, ${whose}: --accept-historical counts them`;
      say(`${head}: ${what} ${why}`);
      for (const one of notMinted) say(`  ${whyNotText(one)}`);
      if (counted) rows.push(...receipts.map((row) => ({ ...row, schema_version: RECEIPT_SCHEMA })));
    }
    return rows;
  });
};

import { type ContentId, type RawContentId, rawContentId } from '@ken/address';
import { openingOf } from '../live/opening.ts';
import type { Objects } from '../objects.ts';
import { type Read, readOfRevision } from '../reads/reads.ts';
import { revisionOf } from '../reads/revision.ts';
import { scanRun } from '../reads/scan.ts';
import type { SeenInRun } from '../reads/seen.ts';
import type { Lines } from '../reads/spans.ts';
import type { SessionResult } from '../refusal.ts';
import { chainTo, orFault, walking } from '../walk.ts';
import { LIVE } from '../witness.ts';
import { deliveredIn } from './delivered.ts';
import { type Delivery, type ReceiptRow, receiptOf } from './receipt.ts';

/** A revision of a material that may have been delivered. */
export interface Wanted {
  readonly material: string;
  readonly revision: string;
  /** What its bytes hash to; null where nobody registered that. */
  readonly content: RawContentId | null;
  /** Where the material is, absolute; null where nobody says. */
  readonly path: string | null;
}

export interface ReceiptQuery extends Pick<Delivery, 'goal' | 'agent' | 'todo'> {
  readonly wanted: readonly Wanted[];
  /** The bytes under an id, from wherever they are; undefined where they are not to be had. Hashed here again. */
  readonly bytesOf: (wanted: Wanted) => Promise<Uint8Array | undefined>;
}

/**
 * Why a revision has no receipt: nobody registered what it hashes to; its bytes are not at hand to compare with; no delivery
 * was seen; only some of it was delivered; it left the context before it could be used; its text was delivered and not its
 * bytes; the session is another agent's; or the record does not say when.
 */
export type Unminted = 'unregistered' | 'no-bytes' | 'unseen' | 'part' | 'unused' | 'text' | 'other-agent' | 'no-time';

export interface NotMinted {
  readonly material: string;
  readonly revision: string;
  readonly why: Unminted;
  /** What was delivered of it, and how many lines it has, where some was. */
  readonly lines: readonly Lines[];
  readonly total: number | null;
}

export interface Receipts {
  /** Whether the run was witnessed as it happened; else the rows are of `ken_historical_delivery_v0`. */
  readonly witnessed: boolean;
  readonly receipts: readonly ReceiptRow[];
  readonly notMinted: readonly NotMinted[];
}

/** The bytes of a revision: as the run itself holds them, else from the store, else from wherever the caller has them. */
const bytesFor = async (
  objects: Objects,
  run: SeenInRun,
  wanted: Wanted,
  { bytesOf }: ReceiptQuery,
): Promise<Uint8Array | undefined> => {
  const { content } = wanted;
  if (content === null) return undefined;
  const encoder = new TextEncoder();
  const recorded = run.recorded
    .map(({ text }) => encoder.encode(text))
    .find((bytes) => rawContentId(bytes) === content);
  if (recorded !== undefined) return recorded;
  const held = await objects.get(content);
  if (held !== undefined) return held;
  const found = await bytesOf(wanted);
  return found !== undefined && rawContentId(found) === content ? found : undefined;
};

const whyNot = (read: Read): Unminted | undefined => {
  if (read.lines.length === 0) return 'unused';
  if (!read.whole) return 'part';
  return read.exact ? undefined : 'text';
};

/**
 * The receipts of what was delivered whole in the run of a head: of what Ken itself delivered there, and of every revision
 * wanted that results of tools re-compute (transcripts.md §8). For a finished file the rows are of historical deliveries.
 *
 * @returns refused when an object of the run is missing or damaged
 */
export const receiptsIn = async (
  objects: Objects,
  head: ContentId,
  query: ReceiptQuery,
): Promise<SessionResult<Receipts>> =>
  walking(async () => {
    const chain = orFault(await chainTo(objects, head));
    const witnessed = chain[0]?.format === LIVE;
    const rows = new Map<string, ReceiptRow>();
    const keep = (delivery: Delivery): void => {
      const row = receiptOf(delivery, witnessed);
      rows.set(row.receipt_id, row);
    };
    const { goal, agent, todo } = query;
    if (witnessed)
      for await (const one of deliveredIn(objects, chain))
        if (one.goal === goal && one.agent === agent && (todo === null || one.todo === todo)) keep(one);
    const opening = await openingOf(objects, chain);
    const run = await scanRun(objects, chain);
    const done = new Set([...rows.values()].map((row) => JSON.stringify([row.material_id, row.observed_revision])));
    const notMinted: NotMinted[] = [];
    for (const wanted of query.wanted) {
      const { material, revision, content } = wanted;
      if (done.has(JSON.stringify([material, revision]))) continue;
      const not = (why: Unminted, read?: Read): void => {
        notMinted.push({ material, revision, why, lines: read?.lines ?? [], total: read?.total ?? null });
      };
      if (content === null) not('unregistered');
      else if (opening !== undefined && opening.agent !== agent) not('other-agent');
      else {
        const bytes = await bytesFor(objects, run, wanted, query);
        if (bytes === undefined) {
          not('no-bytes');
          continue;
        }
        const read = readOfRevision(run.seen, revisionOf({ path: wanted.path, bytes, anywhere: true }));
        const why = read === undefined ? 'unseen' : whyNot(read);
        const last = read?.deliveries.filter(({ used }) => used).at(-1);
        const at = last?.at ?? opening?.at;
        if (why !== undefined) not(why, read);
        else if (last === undefined || at === undefined) not('no-time', read);
        else keep({ goal, agent, todo, material, revision, content, event: last.event, at });
      }
    }
    return { witnessed, receipts: [...rows.values()], notMinted };
  });

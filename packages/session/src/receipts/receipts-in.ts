import { type ContentId, type RawContentId, rawContentId } from '@ken/address';
import type { Objects } from '../objects.ts';
import { type Read, type ReadDelivery, readsOfRevision } from '../reads/reads.ts';
import { revisionOf } from '../reads/revision.ts';
import type { SeenInRun } from '../reads/seen.ts';
import { isWhole, joinedLines, type Lines } from '../reads/spans.ts';
import type { SessionResult } from '../refusal.ts';
import { walking } from '../walk.ts';
import { type DeliveryRun, deliveryRun } from './delivery-run.ts';
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
  /** Whether what the store holds was witnessed here: a bundle is the word of whoever made it, and its rows are historical. */
  readonly isOwn: boolean;
  /** The bytes under an id, from wherever they are; undefined where they are not to be had. Hashed here again. */
  readonly bytesOf: (wanted: Wanted) => Promise<Uint8Array | undefined>;
}

/**
 * Why a revision has no receipt: nobody registered what it hashes to; its bytes are not at hand to compare with; no delivery
 * was seen; other bytes were delivered under its name; only some of it was delivered; it left the context before it could be
 * used; the model has said nothing since; its text was delivered and not its bytes; the session is another agent's; or the
 * record does not say when.
 */
export type Unminted =
  | 'unregistered'
  | 'no-bytes'
  | 'unseen'
  | 'other-bytes'
  | 'part'
  | 'unused'
  | 'unanswered'
  | 'text'
  | 'other-agent'
  | 'no-time';

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
  { recorded }: SeenInRun,
  wanted: Wanted,
  content: RawContentId,
  { bytesOf }: ReceiptQuery,
): Promise<Uint8Array | undefined> => {
  const text = recorded.find((one) => one.id === content)?.text;
  if (text !== undefined) return new TextEncoder().encode(text);
  const held = await objects.get(content);
  if (held !== undefined) return held;
  const found = await bytesOf(wanted);
  return found !== undefined && rawContentId(found) === content ? found : undefined;
};

/**
 * The delivery with which the whole of a revision had been given, byte for byte, to a model that spoke afterwards: the first
 * such one, so that nothing that comes later changes it.
 */
const completedBy = ({ deliveries, total }: Read): ReadDelivery | undefined => {
  const lines: Lines[] = [];
  return deliveries.find((one) => {
    if (one.answered && one.exact) lines.push(one.lines);
    return isWhole(joinedLines(lines), total);
  });
};

const linesOf = ({ lines }: Read): number => lines.reduce((sum, [first, last]) => sum + last - first + 1, 0);

const whyNot = (read: Read): Unminted => {
  if (read.lines.length === 0) return 'unused';
  if (!read.whole) return 'part';
  return read.exact ? 'unanswered' : 'text';
};

/** What the results of tools tell of one revision: a delivery, or why there is none. */
const fromResults = async (
  objects: Objects,
  { opening, delivered, run }: DeliveryRun,
  wanted: Wanted,
  query: ReceiptQuery,
): Promise<Delivery | NotMinted> => {
  const { material, revision, content, path } = wanted;
  const { goal, agent, todo } = query;
  const not = (why: Unminted, read?: Read): NotMinted => {
    return { material, revision, why, lines: read?.lines ?? [], total: read?.total ?? null };
  };
  if (content === null) return not('unregistered');
  if (opening !== undefined && opening.agent !== agent) return not('other-agent');
  const bytes = await bytesFor(objects, run, wanted, content, query);
  if (bytes === undefined) return not('no-bytes');
  // What Ken delivered counts for whom and for what it says, and as nothing else.
  const byKen = new Set(delivered.map(({ event }) => event));
  const seen = run.seen.filter(({ event }) => !byKen.has(event));
  const reads = readsOfRevision(seen, revisionOf({ path, bytes, anywhere: true }));
  const [nearest] = reads.toSorted((one, other) => linesOf(other) - linesOf(one));
  if (nearest === undefined) return not('unseen');
  // Of several files that it was read from, the one that gave the whole of it first.
  const [completing] = reads.flatMap((read) => completedBy(read) ?? []).sort((one, other) => one.record - other.record);
  if (completing === undefined) return not(whyNot(nearest), nearest);
  const at = completing.at ?? opening?.at;
  return at === undefined
    ? not('no-time', nearest)
    : { goal, agent, todo, material, revision, content, event: completing.event, at };
};

/** The receipts that a run gives to a question. Throws WalkFault where an object is missing or damaged. */
export const mintedFrom = async (objects: Objects, of: DeliveryRun, query: ReceiptQuery): Promise<Receipts> => {
  const { goal, agent, todo, wanted } = query;
  const witnessed = of.witnessed && query.isOwn;
  const rows = new Map<string, ReceiptRow>();
  const notMinted: NotMinted[] = [];
  const keep = (delivery: Delivery): void => {
    const row = receiptOf(delivery, witnessed);
    rows.set(row.receipt_id, row);
  };
  // A live run without its opening is nobody's.
  const isTold = !of.witnessed || of.opening !== undefined;
  for (const one of isTold ? wanted : []) {
    const { material, revision, content } = one;
    const delivered = of.delivered.filter(
      (delivery) =>
        delivery.material === material &&
        delivery.revision === revision &&
        delivery.goal === goal &&
        delivery.agent === agent &&
        (todo === null || delivery.todo === todo),
    );
    const registered = delivered.filter((delivery) => delivery.content === content);
    for (const delivery of registered) keep(delivery);
    if (registered.length > 0) continue;
    const other = delivered.length > 0 && content !== null;
    const found = other
      ? { material, revision, why: 'other-bytes' as const, lines: [], total: null }
      : await fromResults(objects, of, one, query);
    if ('why' in found) notMinted.push(found);
    else keep(found);
  }
  return { witnessed, receipts: [...rows.values()], notMinted };
};

/**
 * The receipts of what was delivered whole in the run of a head: of what Ken itself delivered there, and of every revision
 * wanted that results of tools re-compute (transcripts.md §8). Only what is wanted, in the bytes that are registered for it.
 * For a finished file the rows are of historical deliveries.
 *
 * @returns refused when an object of the run is missing or damaged
 */
export const receiptsIn = async (
  objects: Objects,
  head: ContentId,
  query: ReceiptQuery,
): Promise<SessionResult<Receipts>> => {
  const run = await deliveryRun(objects, head);
  return run.ok ? walking(() => mintedFrom(objects, run.value, query)) : run;
};

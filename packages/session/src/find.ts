import type { ContentId, RawContentId, UnitId } from '@ken/address';
import { type FullStore, phrasesOf, type Store } from '@ken/store';
import { readable } from './branches.ts';
import type { Objects } from './objects.ts';
import { passageOf } from './passage.ts';
import { searchableText } from './preview.ts';
import type { RunNode } from './run.ts';
import { frameTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { chainTo, orFault, type PlacedRow, packetsFrom, placedRows, rowsOf, withObjects } from './walk.ts';

/** A part of a record in which all that was searched for occurs. */
export interface Found {
  readonly run: string;
  readonly label: string | null;
  readonly head: ContentId;
  readonly record: number;
  readonly producer: string | null;
  readonly reason: string;
  /** In bytes of the file. */
  readonly span: Span;
  /** The unit by which this part can be had, where it left the context; null where it is still in it. */
  readonly unit: UnitId | null;
  /** The text around the first place, on one line. */
  readonly passage: string;
}

/** What to search in. */
export interface FindOptions {
  /** Only what the context lost. */
  readonly omitted: boolean;
  /** Only the session of this head; every branch of the store where it is null. */
  readonly head: ContentId | null;
}

/** A part of a record: still in the context, or a unit. */
interface Part {
  readonly span: Span;
  readonly unit: UnitId | null;
}

const candidatesIn = async (
  objects: Objects,
  chain: readonly RunNode[],
  likely: ReadonlySet<RawContentId> | null,
): Promise<readonly PlacedRow[]> => {
  const candidates: PlacedRow[] = [];
  for await (const placed of placedRows(objects, chain))
    if (placed.row.context !== null && (likely?.has(placed.row.source) ?? true)) candidates.push(placed);
  return candidates;
};

/** The parts of some records: what the frame of the last seal keeps of them, and the units that the packets list. */
const partsOf = async (
  objects: Objects,
  last: RunNode,
  candidates: readonly PlacedRow[],
  omitted: boolean,
): Promise<ReadonlyMap<number, readonly Part[]>> => {
  const parts = new Map<number, Part[]>(candidates.map(({ index }) => [index, []]));
  // Equal records have one source, and what left of them has equal units.
  const records = new Map<RawContentId, number[]>();
  for (const { row, index } of candidates) records.set(row.source, [...(records.get(row.source) ?? []), index]);
  for await (const packet of packetsFrom(objects, last.packets.last)) {
    for await (const [id, held] of withObjects(objects, packet.units, (one) => one)) {
      const { source, span } = orFault(unitFrom(held));
      const part = { span: { start: Number(span.start), end: Number(span.end) }, unit: id };
      for (const index of records.get(source) ?? []) {
        const known = parts.get(index);
        if (known?.every((one) => one.unit !== id) === true) known.push(part);
      }
    }
  }
  if (omitted) return parts;
  for await (const { record, spans } of rowsOf(objects, frameTable, last.frame))
    for (const span of spans) parts.get(record)?.push({ span, unit: null });
  return parts;
};

async function* foundIn(
  store: Store,
  head: ContentId,
  likely: ReadonlySet<RawContentId> | null,
  phrases: readonly string[],
  omitted: boolean,
): AsyncGenerator<Found> {
  const chain = orFault(await chainTo(store, head));
  const last = chain.at(-1);
  const candidates = await candidatesIn(store, chain, likely);
  if (last === undefined || candidates.length === 0) return;
  const parts = await partsOf(store, last, candidates, omitted);
  const sources = withObjects(
    store,
    candidates,
    ({ row }) => row.source,
    ({ row }) => row.length,
  );
  for await (const [{ index, start, row }, bytes] of sources) {
    const ordered = [...(parts.get(index) ?? [])].sort((a, b) => a.span.start - b.span.start);
    for (const { span, unit } of ordered) {
      const passage = passageOf(searchableText(bytes.subarray(span.start, span.end)), phrases);
      if (passage === undefined) continue;
      yield {
        run: last.run,
        label: last.label,
        head,
        record: index,
        producer: row.producer,
        reason: row.reason,
        span: { start: start + span.start, end: start + span.end },
        unit,
        passage,
      };
    }
  }
}

const collected = async <T>(rows: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

/** The search of a store that has one. */
const searchOf = (store: Store & Partial<FullStore>): FullStore['search'] | undefined => store.search?.bind(store);

// How many hits of the index are asked for at once.
const page = 1024;

/** The sources that the index of a store names; null where it has none, and everything has to be read. */
const likelySources = async (store: Store, text: string): Promise<ReadonlySet<RawContentId> | null> => {
  const search = searchOf(store);
  if (search === undefined) return null;
  const likely = new Set<RawContentId>();
  for (let after: RawContentId | undefined; ; ) {
    const hits = await search({ text, limit: page, ...(after === undefined ? {} : { after }) });
    for (const hit of hits) likely.add(hit);
    after = hits.at(-1);
    if (hits.length < page || after === undefined) return likely;
  }
};

/**
 * Searches what the model saw in sealed sessions: what is still in the context, and what left it. The words and "phrases in
 * quotes" must all occur in one part of a record, whatever their case. The store's index only says where to look: what is
 * found was found in the bytes.
 *
 * @param text - what a person typed; see `FullStore.search` for what a word is
 * @returns the parts by session and then in the order of the file; a branch that is damaged is passed over. Nothing where no
 *   word was typed. Throws StoreError when the store fails, with the reason `texts` when its index is damaged
 */
export async function* find(store: Store, text: string, { omitted, head }: FindOptions): AsyncGenerator<Found> {
  const phrases = phrasesOf(text);
  if (phrases.length === 0) return;
  const likely = await likelySources(store, text);
  if (likely?.size === 0) return;
  for await (const one of head === null ? store.branches() : [{ head }]) {
    const found = await readable(() => collected(foundIn(store, one.head, likely, phrases, omitted)));
    if (found !== undefined) yield* found;
  }
}

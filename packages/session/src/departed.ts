import type { ContentId, RawContentId, RootId, UnitId } from '@ken/address';
import { type Packet, RootEvent } from '@ken/kernel';
import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { need, orFault, packetsFrom, withObjects } from './walk.ts';

/** One packet: what left the context at once. */
export interface Departed {
  readonly packet: ContentId;
  readonly units: number;
  readonly bytes: number;
  readonly root: RootId;
  /** The kind of the root, or null when it is not held. */
  readonly kind: RootEvent['kind'] | null;
  /** The record that the root stands for, or null when it is not held. */
  readonly record: number | null;
  /** Why it left, as the reader said of that record; null when that is not known. */
  readonly cause: string | null;
  /** The first unit, in order. */
  readonly first: UnitId;
  /** The units that hold what the operator had said, in order: what an agent can least afford to lose. */
  readonly said: readonly Said[];
  /** The summary that stands in its place, when a record after it is one. */
  readonly summary: { readonly record: number; readonly preview: string } | null;
}

/** A message of the operator that left the context. */
export interface Said {
  readonly unit: UnitId;
  readonly record: number;
  /** The first of its text, for recognition. */
  readonly preview: string;
}

/** What is remembered of the records, so that it can be told what left. */
export interface Notes {
  /** The records whose producer is the operator, by their source. */
  readonly prompts: Map<RawContentId, number>;
  /** Why something left because of a record, by the record's index. */
  readonly causes: Map<number, string>;
  /** The records that stand in for what left, in order. */
  readonly summaries: { readonly record: number; readonly source: RawContentId; readonly span: Span }[];
}

const summaryAfter = async (
  objects: Objects,
  record: number | null,
  summaries: Notes['summaries'],
): Promise<Departed['summary']> => {
  const found = summaries.find((one) => record !== null && one.record > record);
  if (found === undefined) return null;
  const source = orFault(await need(objects, found.source));
  return { record: found.record, preview: previewOf(source.subarray(found.span.start, found.span.end)) };
};

const departed = async (objects: Objects, packet: Packet, notes: Notes): Promise<Departed | undefined> => {
  let bytes = 0;
  let root: RootId | undefined;
  const said: Said[] = [];
  for await (const [id, held] of withObjects(objects, packet.units, (one) => one)) {
    const unit = orFault(unitFrom(held));
    const span = { start: Number(unit.span.start), end: Number(unit.span.end) };
    bytes += span.end - span.start;
    root ??= unit.root;
    const prompt = notes.prompts.get(unit.source);
    if (prompt === undefined) continue;
    const source = orFault(await need(objects, unit.source));
    said.push({ unit: id, record: prompt, preview: previewOf(source.subarray(span.start, span.end)) });
  }
  const [first] = packet.units;
  if (root === undefined || first === undefined) return undefined;
  const held = await objects.get(root);
  const event = held === undefined ? undefined : orFault(RootEvent.fromBytes(held));
  const record = event === undefined ? null : Number(event.seq);
  const cause = record === null ? null : (notes.causes.get(record) ?? null);
  return {
    packet: packet.id,
    units: packet.units.length,
    bytes,
    root,
    kind: event?.kind ?? null,
    record,
    cause,
    first,
    said,
    summary: cause === 'compaction' ? await summaryAfter(objects, record, notes.summaries) : null,
  };
};

/** What left the context of a run, packet by packet, first to last. Throws WalkFault. */
export const departuresTo = async (objects: Objects, last: ContentId | null, notes: Notes): Promise<Departed[]> => {
  const departures: Departed[] = [];
  for await (const packet of packetsFrom(objects, last)) {
    const one = await departed(objects, packet, notes);
    if (one !== undefined) departures.push(one);
  }
  return departures.reverse();
};

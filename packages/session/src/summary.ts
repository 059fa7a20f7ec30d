import type { ContentId, RawContentId, RootId, UnitId } from '@ken/address';
import { type Packet, RootEvent } from '@ken/kernel';
import { lengthOf } from './cover.ts';
import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { SessionResult } from './refusal.ts';
import { type FindingRow, findingTable, frameTable, recordTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { chainTo, need, orFault, packetsFrom, rowsOf, walking } from './walk.ts';

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

/** The figures of a run at one head. Counts are of records, spans or bytes, as named. */
export interface Summary {
  readonly head: ContentId;
  readonly run: string;
  readonly label: string | null;
  readonly format: string;
  readonly reader: string;
  readonly seals: number;
  readonly bytes: number;
  /** Bytes after the last record, which no record was read from. */
  readonly tailBytes: number;
  readonly records: number;
  readonly context: number;
  readonly beside: number;
  readonly contextBytes: number;
  readonly keptSpans: number;
  readonly keptBytes: number;
  readonly units: number;
  readonly elidedBytes: number;
  readonly packets: number;
  readonly departures: readonly Departed[];
  readonly findings: readonly FindingRow[];
}

/** What is remembered of the records while they are counted. */
interface Notes {
  /** The records whose producer is the operator, by their source. */
  readonly prompts: Map<RawContentId, number>;
  /** The records that stand in for what left, in order. */
  readonly summaries: { readonly record: number; readonly source: RawContentId; readonly span: Span }[];
}

/** How a reader names a record that stands in for what left. */
const isSummary = (reason: string): boolean => reason.endsWith('/compact-summary');

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
  for (const id of packet.units) {
    const unit = orFault(unitFrom(orFault(await need(objects, id))));
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
  return {
    packet: packet.id,
    units: packet.units.length,
    bytes,
    root,
    kind: event?.kind ?? null,
    record,
    first,
    said,
    summary: await summaryAfter(objects, record, notes.summaries),
  };
};

const departuresTo = async (objects: Objects, last: ContentId | null, notes: Notes): Promise<Departed[]> => {
  const departures: Departed[] = [];
  for await (const packet of packetsFrom(objects, last)) {
    const one = await departed(objects, packet, notes);
    if (one !== undefined) departures.push(one);
  }
  return departures.reverse();
};

/**
 * Adds up a run from its stored tables. Refused when an object that it needs is missing or malformed; it verifies nothing
 * beyond that.
 */
export const summarise = async (objects: Objects, head: ContentId): Promise<SessionResult<Summary>> =>
  walking(async () => {
    const chain = orFault(await chainTo(objects, head));
    const last = chain.at(-1);
    if (last === undefined) throw new TypeError('a chain has at least the node that was asked for');
    const totals = { context: 0, beside: 0, contextBytes: 0, keptSpans: 0, keptBytes: 0 };
    const findings: FindingRow[] = [];
    const notes: Notes = { prompts: new Map(), summaries: [] };
    let record = 0;
    for (const node of chain) {
      for await (const { place, reason, context, producer, source } of rowsOf(
        objects,
        recordTable,
        node.records.chunks,
      )) {
        if (producer === 'operator' && context !== null && !notes.prompts.has(source))
          notes.prompts.set(source, record);
        if (context !== null && isSummary(reason)) notes.summaries.push({ record, source, span: context.span });
        record += 1;
        totals[place] += 1;
        if (context !== null) totals.contextBytes += context.span.end - context.span.start;
      }
      for await (const row of rowsOf(objects, findingTable, node.findings.chunks)) findings.push(row);
    }
    for await (const { spans } of rowsOf(objects, frameTable, last.frame)) {
      totals.keptSpans += spans.length;
      totals.keptBytes += lengthOf(spans);
    }
    const departures = await departuresTo(objects, last.packets.last, notes);
    return {
      head,
      run: last.run,
      label: last.label,
      format: last.format,
      reader: last.reader,
      seals: chain.length,
      bytes: last.bytes,
      tailBytes: last.tail === null ? 0 : orFault(await need(objects, last.tail)).length,
      records: last.records.count,
      ...totals,
      units: last.units,
      elidedBytes: departures.reduce((sum, one) => sum + one.bytes, 0),
      packets: last.packets.count,
      departures,
      findings,
    };
  });

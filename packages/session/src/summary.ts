import type { ContentId } from '@ken/address';
import { type Departed, departuresTo, type Notes } from './departed.ts';
import { Holdings, type Kept } from './holdings.ts';
import type { Objects } from './objects.ts';
import type { SessionResult } from './refusal.ts';
import { type FindingRow, findingTable, frameTable, recordTable } from './tables.ts';
import { chainTo, need, orFault, rowsOf, walking } from './walk.ts';

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
  /** What is in the context now by who produced it, in a fixed order; those of whom nothing is in it are left out. */
  readonly kept: readonly Kept[];
  /** The last thing that the operator said of what is in the context now. */
  readonly lastSaid: { readonly record: number; readonly preview: string } | null;
  readonly units: number;
  readonly elidedBytes: number;
  readonly packets: number;
  readonly departures: readonly Departed[];
  readonly findings: readonly FindingRow[];
}

/** How a reader names a record that stands in for what left. */
const isSummary = (reason: string): boolean => reason.endsWith('/compact-summary');

/**
 * Adds up a run from its stored tables. Refused when an object that it needs is missing or malformed; it verifies nothing
 * beyond that.
 */
export const summarise = async (objects: Objects, head: ContentId): Promise<SessionResult<Summary>> =>
  walking(async () => {
    const chain = orFault(await chainTo(objects, head));
    const last = chain.at(-1);
    if (last === undefined) throw new TypeError('a chain has at least the node that was asked for');
    const totals = { context: 0, beside: 0, contextBytes: 0 };
    const holdings = new Holdings(rowsOf(objects, frameTable, last.frame));
    const findings: FindingRow[] = [];
    const notes: Notes = { prompts: new Map(), causes: new Map(), summaries: [] };
    let record = 0;
    for (const node of chain) {
      for await (const row of rowsOf(objects, recordTable, node.records.chunks)) {
        const { place, reason, context, producer, source, cause } = row;
        await holdings.see(record, row);
        if (producer === 'operator' && context !== null && !notes.prompts.has(source))
          notes.prompts.set(source, record);
        if (cause !== null) notes.causes.set(record, cause);
        if (context !== null && isSummary(reason)) notes.summaries.push({ record, source, span: context.span });
        record += 1;
        totals[place] += 1;
        if (context !== null) totals.contextBytes += context.span.end - context.span.start;
      }
      for await (const row of rowsOf(objects, findingTable, node.findings.chunks)) findings.push(row);
    }
    for await (const row of rowsOf(objects, findingTable, last.ending)) findings.push(row);
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
      keptSpans: holdings.spans,
      keptBytes: holdings.kept.reduce((sum, { bytes }) => sum + bytes, 0),
      kept: holdings.kept,
      lastSaid: await holdings.lastSaid(objects),
      units: last.units,
      elidedBytes: departures.reduce((sum, one) => sum + one.bytes, 0),
      packets: last.packets.count,
      departures,
      findings,
    };
  });

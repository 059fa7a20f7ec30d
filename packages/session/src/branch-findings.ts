import { type RawContentId, rawContentId } from '@ken/address';
import type { TranscriptRecord } from '@ken/transcript';
import { DOCUMENT } from './continuity.ts';
import type { Transcript } from './source-file.ts';
import type { FindingRow } from './tables.ts';

/** Every record that a reader finds in a transcript, in order. */
export async function* recordsIn(transcript: Transcript): AsyncGenerator<TranscriptRecord> {
  const reading = transcript.read();
  for await (const chunk of transcript.file.open()) yield* reading.push(chunk, true);
  yield* reading.finish().records;
}

/** What one file of a run has under each identifier: the first record that carries it, by its place among them. */
const identified = async (transcript: Transcript): Promise<Map<string, { source: RawContentId; place: number }>> => {
  const known = new Map<string, { source: RawContentId; place: number }>();
  for await (const { id, bytes } of recordsIn(transcript))
    if (id !== null && !known.has(id)) known.set(id, { source: rawContentId(bytes), place: known.size });
  return known;
};

/** What closes a document is written anew whenever the document grows. */
async function* told(transcript: Transcript): AsyncGenerator<TranscriptRecord> {
  for await (const record of recordsIn(transcript)) if (record.reason !== 'document-end') yield record;
}

/** The first record of a file that differs from the one in its place in another, or that the other ends before. */
const firstDifferent = async (earlier: Transcript, later: Transcript): Promise<TranscriptRecord | undefined> => {
  const others = told(earlier);
  const equal = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
  try {
    for await (const record of told(later)) {
      const other = await others.next();
      if (other.done === true) return record;
      if (!equal(record.gap, other.value.gap) || !equal(record.bytes, other.value.bytes)) return record;
    }
    return undefined;
  } finally {
    await others.return(undefined);
  }
};

/**
 * What shows only when a file is held beside an earlier file of its run (transcripts.md §7): records that carry the same
 * identifier and have other bytes (`record-rewritten`, those that follow one another as one finding with their count), and the
 * record from which on each went its own way (`run-diverged`).
 */
export const branchFindings = async (earlier: Transcript, later: Transcript): Promise<readonly FindingRow[]> => {
  const known = await identified(earlier);
  const different = await firstDifferent(earlier, later);
  const findings: FindingRow[] = [];
  // What stands before the messages of a document is one record, and written anew where it holds figures of the messages.
  if (different?.index === 0 && different.reason === DOCUMENT)
    findings.push({ code: 'record-rewritten', record: 0, span: different.span, facts: { count: 1 } });
  const seen = new Set<string>();
  let group: { first: TranscriptRecord; count: number } | undefined;
  let parted: TranscriptRecord | undefined;
  let furthest = -1;
  const endGroup = (): void => {
    if (group !== undefined) {
      const { first, count } = group;
      findings.push({ code: 'record-rewritten', record: first.index, span: first.span, facts: { count } });
    }
    group = undefined;
  };
  for await (const record of recordsIn(later)) {
    if (record.id === null || seen.has(record.id)) continue;
    seen.add(record.id);
    const held = known.get(record.id);
    if (held === undefined) {
      parted ??= record;
      endGroup();
      continue;
    }
    parted = undefined;
    furthest = Math.max(furthest, held.place);
    if (held.source === rawContentId(record.bytes)) endGroup();
    else if (group === undefined) group = { first: record, count: 1 };
    else group.count += 1;
  }
  endGroup();
  const bothWentOn = parted !== undefined && furthest < known.size - 1;
  // Where no identifier shows how two files part, the first bytes that differ do.
  const at = bothWentOn ? parted : findings.length === 0 ? different : undefined;
  if (at !== undefined) findings.push({ code: 'run-diverged', record: at.index, span: at.span, facts: {} });
  return findings;
};

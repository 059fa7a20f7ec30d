import { type RawContentId, rawContentId } from '@ken/address';
import type { TranscriptRecord } from '@ken/transcript';
import type { Transcript } from './source-file.ts';
import type { FindingRow } from './tables.ts';

/** Every record that a reader finds in a transcript, in order. */
export async function* recordsIn(transcript: Transcript): AsyncGenerator<TranscriptRecord> {
  const reading = transcript.read();
  for await (const chunk of transcript.file.open()) yield* reading.push(chunk);
  yield* reading.finish().records;
}

/** What one file of a run has under each identifier: the first record that carries it, by its place among them. */
const identified = async (transcript: Transcript): Promise<Map<string, { source: RawContentId; place: number }>> => {
  const known = new Map<string, { source: RawContentId; place: number }>();
  for await (const { id, bytes } of recordsIn(transcript))
    if (id !== null && !known.has(id)) known.set(id, { source: rawContentId(bytes), place: known.size });
  return known;
};

/** The first record of a file that differs from the one in its place in another, or in what stands before it. */
const firstDifferent = async (earlier: Transcript, later: Transcript): Promise<TranscriptRecord | undefined> => {
  const others = recordsIn(earlier);
  try {
    for await (const record of recordsIn(later)) {
      const other = (await others.next()).value as TranscriptRecord | undefined;
      const same = (a: Uint8Array, b: Uint8Array | undefined): boolean => b !== undefined && Buffer.compare(a, b) === 0;
      if (!same(record.gap, other?.gap) || !same(record.bytes, other?.bytes)) return record;
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
  const findings: FindingRow[] = [];
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
  if ((parted !== undefined && furthest < known.size - 1) || findings.length === 0) {
    // Where no identifier shows how two files part, the first bytes that differ do.
    const at = parted ?? (await firstDifferent(earlier, later));
    findings.push({ code: 'run-diverged', record: at?.index ?? null, span: at?.span ?? null, facts: {} });
  }
  return findings;
};

import { departed } from '../document/telling.ts';
import type { Finding, FindingCode } from '../findings.ts';
import type { TranscriptRecord } from '../types.ts';
import { digestOfBytes } from './equality.ts';
import { type Beginning, movedRecord } from './moved.ts';
import type { StandingMessages } from './standing.ts';

/** Findings about a message that were made when it was first read. */
const OF_THE_MESSAGE: ReadonlySet<FindingCode> = new Set(['lone-surrogate', 'duplicate-key']);

/** The reason of a message that a later file repeats, because it is in the context still. */
const KEPT = 'message/kept';

/**
 * The records of a later file behind those of an earlier one. What of the earlier file's messages it does not hold leaves
 * at its first record; a message that it holds still is beside, as it is in the context already. A message that the later
 * file itself takes out of the context again, in part or whole, counts as held no more.
 *
 * @param standing what is in the context where the earlier file ends
 * @param records all of the later file, as read by itself
 * @param findings what the end of the earlier file showed. Of a message that stays, the later file shows it by itself
 */
export function behind(
  standing: StandingMessages,
  records: readonly TranscriptRecord[],
  by: Beginning,
  findings: readonly Finding[],
): TranscriptRecord[] {
  const gone = new Set(records.flatMap(({ departures }) => departures.flatMap(({ parts }) => parts.map(recordOf))));
  const messages = records.filter(({ index, context }) => context !== null && !gone.has(index));
  const { isKept, left } = standing.against(messages.map(({ bytes }) => digestOfBytes(bytes)));
  const kept = new Set(messages.filter((_, at) => isKept[at] === true).map(({ index }) => index));
  const leaving = new Set(left.map(recordOf));
  const settled = findings.filter(({ record }) => record === null || leaving.has(record));
  return records.map((record) => {
    const moved = movedRecord(kept.has(record.index) ? repeated(record) : record, by);
    const own = moved.findings.filter(({ code }) => code !== 'compaction-unobservable');
    if (record.index > 0) {
      return Object.freeze({ ...moved, findings: Object.freeze(own) });
    }
    return Object.freeze({
      ...moved,
      departures: Object.freeze([...departed('compaction', 'harness', left), ...moved.departures]),
      findings: Object.freeze([...settled, ...own]),
    });
  });
}

function repeated(record: TranscriptRecord): TranscriptRecord {
  const findings = record.findings.filter(({ code }) => !OF_THE_MESSAGE.has(code));
  return { ...record, place: 'beside', reason: KEPT, context: null, findings };
}

function recordOf({ record }: { readonly record: number }): number {
  return record;
}

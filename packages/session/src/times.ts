import { timeTold } from '@ken/transcript';
import { readLiveRecord } from './live/records.ts';
import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import { type RecordRow, recordTable } from './tables.ts';
import { need, orFault, rowsOf } from './walk.ts';
import { LIVE } from './witness.ts';

/** The times at the two ends of a session, as its file claims; each in ISO 8601 and UTC, null where no record near that end tells one. */
export interface Times {
  readonly first: string | null;
  readonly last: string | null;
}

// Headers and the like tell no time; a session of which none of so many records does has none worth looking for.
const looked = 64;

/**
 * When a sealed session began and when it last went on, by the first and the last of its records that says so. Records are not in
 * the order of their times, so that others may be earlier or later. Throws WalkFault where an object is missing or malformed.
 */
export const timesOf = async (objects: Objects, chain: readonly RunNode[]): Promise<Times> => {
  const format = chain[0]?.format ?? '';
  const told = async (rows: readonly RecordRow[]): Promise<string | null> => {
    for (const { source } of rows.slice(0, looked)) {
      const bytes = orFault(await need(objects, source));
      const time = format === LIVE ? readLiveRecord(bytes)?.at : timeTold(format, bytes);
      if (time != null) return time;
    }
    return null;
  };
  const first: RecordRow[] = [];
  const last: RecordRow[] = [];
  for await (const row of rowsOf(objects, recordTable, chain[0]?.records.chunks.slice(0, 1) ?? [])) first.push(row);
  for (const { records } of [...chain].reverse()) {
    const rows: RecordRow[] = [];
    for await (const row of rowsOf(objects, recordTable, records.chunks.slice(-1))) rows.push(row);
    last.push(...rows.reverse());
    if (last.length >= looked) break;
  }
  return { first: await told(first), last: await told(last) };
};

import { expect } from 'vitest';
import type { TranscriptRecord } from '../src/index.ts';
import { shown, type Told, tell } from './claude-code/transcripts.ts';

/** What must hold of every reading of a file, whatever is in it. */
export function holds(file: Uint8Array, told: Told): void {
  const pieces = told.records.flatMap(({ gap, bytes }) => [gap, bytes]);
  expect(Buffer.concat([...pieces, told.tail]).equals(file)).toBe(true);
  for (const { gap } of told.records) {
    expect(Buffer.from(gap).toString('latin1')).toMatch(/^(?:[ \t\r\n,\0]|\xef\xbb\xbf)*$/);
  }
  for (const [index, record] of told.records.entries()) {
    expect(record.index).toBe(index);
    expect(Buffer.from(file.subarray(record.span.start, record.span.end)).equals(record.bytes)).toBe(true);
    expect(record.context !== null).toBe(record.place === 'context');
  }
}

/** What the model has seen and not lost, by records, as the departures leave it: an account kept apart from the reader's. */
export function kept(records: readonly TranscriptRecord[]): ReadonlyMap<number, string> {
  const left = new Map<number, string>();
  for (const { index, context, departures } of records) {
    for (const { parts } of departures) {
      for (const { record, spans } of parts) {
        const about = records[record];
        const text = left.get(record);
        if (about === undefined || text === undefined) {
          throw new Error(`record ${record} left without being in the context`);
        }
        let rest = text;
        for (const { start, end } of spans) {
          const cut = Buffer.from(about.bytes.subarray(start, end)).toString();
          expect(rest).toContain(cut);
          rest = rest.replace(cut, () => '');
        }
        if (rest === '') {
          left.delete(record);
        } else {
          left.set(record, rest);
        }
      }
    }
    const record = records[index];
    if (context !== null && record !== undefined) {
      left.set(index, shown(record) ?? '');
    }
  }
  return left;
}

/** Records without their bytes, of which only the lengths are compared: the bytes are those of the file by their spans. */
export function inBrief(records: readonly TranscriptRecord[]): unknown[] {
  return records.map((record) => ({ ...record, gap: record.gap.length, bytes: record.bytes.length }));
}

/** Reads a file in chunks of some sizes, which must not differ, and gives what was read. */
export function tellAnyhow(file: Uint8Array): Told {
  const whole = tell(file);
  holds(file, whole);
  for (const chunk of [1 + (file.length % 97), 4096]) {
    const told = tell(file, Math.max(chunk, Math.ceil(file.length / 3000)));
    expect(inBrief(told.records)).toEqual(inBrief(whole.records));
    expect(told.findings).toEqual(whole.findings);
    expect(told.reading.identity()).toEqual(whole.reading.identity());
  }
  return whole;
}

/** The ways in which the same document may be written. */
export const LAYOUTS: Readonly<Record<string, (value: unknown) => string>> = {
  pretty: (value) => JSON.stringify(value, null, 2),
  tabs: (value) => `${JSON.stringify(value, null, '\t')}\n`,
  minified: (value) => JSON.stringify(value),
  CRLF: (value) => `${JSON.stringify(value, null, 1).replaceAll('\n', '\r\n')}\r\n`,
  'with a byte-order mark': (value) => `\ufeff${JSON.stringify(value, null, 2)}`,
};

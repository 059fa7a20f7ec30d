import { plainBytes } from '../bytes.ts';
import type { Finding } from '../findings.ts';
import type { Reading, RunIdentity, TranscriptRecord } from '../types.ts';
import { behind } from './after.ts';
import { endOfFirst } from './end-of-first.ts';
import { movedFinding, movedSpan } from './moved.ts';
import { StandingMessages } from './standing.ts';

/**
 * Reads two files of one format, one behind the other, as one transcript: the session as it was, and as it was after a
 * compaction that its format does not record (§5). What the second file holds no more left the context at its first
 * record. Its bytes are those of both; the run, the format and the reader are those of the first.
 *
 * A message stays iff the second file has one that is deeply equal to it as parsed; of equal ones the first stays for the
 * first. The second file is held until it ends, since only then it is known what it does not hold. That the first file is
 * no record of what left before it was written is found still, at its first record.
 *
 * @param before reads the first file; it can be such a reading itself
 * @param length how many bytes the first file has. What follows is the second, and a new line before it is a part of it
 * @param after reads the second file
 */
export function readThen(before: Reading, length: number, after: Reading): Reading {
  return new ThenReading(before, length, after);
}

class ThenReading implements Reading {
  readonly format: string;
  readonly reader: string;
  readonly #before: Reading;
  readonly #length: number;
  readonly #after: Reading;
  readonly #standing = new StandingMessages();
  #held: TranscriptRecord[] = [];
  #read = 0;
  #count = 0;
  #end = 0;
  #gap: Uint8Array = new Uint8Array();
  /** What the end of the first file showed; null while it is being read. */
  #settled: readonly Finding[] | null = null;

  constructor(before: Reading, length: number, after: Reading) {
    this.#before = before;
    this.#length = length;
    this.#after = after;
    this.format = before.format;
    this.reader = before.reader;
  }

  push(chunk: Uint8Array, own?: boolean): TranscriptRecord[] {
    const bytes = plainBytes(chunk);
    const first = bytes.subarray(0, Math.max(0, this.#length - this.#read));
    const second = bytes.subarray(first.length);
    this.#read += bytes.length;
    const records: TranscriptRecord[] = [];
    if (first.length > 0) {
      this.#take(this.#before.push(first, own), records);
    }
    if (second.length > 0) {
      this.#turn(records);
      this.#hold(this.#after.push(second, own));
    }
    return records;
  }

  finish(): ReturnType<Reading['finish']> {
    if (this.#settled === null) {
      return this.#before.finish();
    }
    const by = { records: this.#count, bytes: this.#length };
    const { records: last, tail, findings, closing = null } = this.#after.finish();
    this.#hold(last);
    const records = behind(this.#standing, this.#held, by, this.#settled);
    const isEmpty = records.length === 0;
    this.#held = [];
    return {
      records,
      tail: isEmpty ? Buffer.concat([this.#gap, tail]) : tail,
      findings: Object.freeze([...(isEmpty ? this.#settled : []), ...findings.map((one) => movedFinding(one, by))]),
      closing: closing === null ? null : movedSpan(closing, by),
    };
  }

  identity(): RunIdentity | null {
    return this.#before.identity();
  }

  /** Goes over to the second file, where that was not done. */
  #turn(records: TranscriptRecord[]): void {
    if (this.#settled !== null) {
      return;
    }
    const { records: rest, tail, findings, closing = null } = this.#before.finish();
    this.#take(rest, records);
    const { last, gap } = endOfFirst(tail, this.#end, this.#count, closing !== null);
    if (last !== null) {
      this.#take([last], records);
    }
    this.#gap = gap;
    this.#settled = findings;
  }

  #take(given: readonly TranscriptRecord[], records: TranscriptRecord[]): void {
    for (const record of given) {
      this.#standing.see(record);
      this.#count += 1;
      this.#end = record.span.end;
      records.push(record);
    }
  }

  #hold(records: readonly TranscriptRecord[]): void {
    for (const record of records) {
      const isFirst = this.#held.length === 0 && this.#gap.length > 0;
      this.#held.push(isFirst ? { ...record, gap: Buffer.concat([this.#gap, record.gap]) } : record);
    }
  }
}

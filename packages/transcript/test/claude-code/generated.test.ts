import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TranscriptRecord } from '../../src/index.ts';
import { build, session, type Truth } from './model.ts';
import { shown, tell } from './transcripts.ts';

/** What the reader says, in the words of the model. */
function told(records: readonly TranscriptRecord[], truths: readonly Truth[]): Truth[] {
  return records.map((record, at) => ({
    context: shown(record),
    producer: record.producer,
    chain: record.chain,
    ...(truths[at]?.reason === undefined ? {} : { reason: record.reason }),
    left: record.departures.map(({ cause, by, parts }) => [
      cause,
      by,
      parts.map((part) => [
        part.record,
        part.spans.map(({ start, end }) =>
          Buffer.from(records[part.record]?.bytes.subarray(start, end) ?? []).toString(),
        ),
      ]),
    ]),
  }));
}

describe('generated sessions', () => {
  test('are read as they were made: places, producers, side-chains, and all that left, piece by piece', () => {
    fc.assert(
      fc.property(session, (ops) => {
        const { file, truths } = build(ops);
        const { records, reading } = tell(Buffer.from(file));
        expect(told(records, truths)).toEqual(truths);
        expect(reading.identity()?.key).toBe('claude-code:u0');
      }),
      { seed: 20_26, numRuns: 600 },
    );
  });

  test('are read alike however they are divided into chunks', () => {
    fc.assert(
      fc.property(session, fc.integer({ min: 1, max: 300 }), (ops, chunk) => {
        const file = Buffer.from(build(ops).file);
        expect(tell(file, chunk).records).toEqual(tell(file).records);
      }),
      { seed: 11, numRuns: 60 },
    );
  });

  test('hold every kind of departure', () => {
    const causes = new Set(
      fc.sample(session, { seed: 20_26, numRuns: 200 }).flatMap((ops) => {
        const { file } = build(ops);
        return tell(Buffer.from(file)).records.flatMap(({ departures }) => departures.map(({ cause }) => cause));
      }),
    );
    expect([...causes].toSorted()).toEqual(['branch', 'clearing', 'compaction', 'micro-compaction', 'rewind']);
  });
});

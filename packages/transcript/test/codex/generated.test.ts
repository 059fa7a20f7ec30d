import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TranscriptRecord } from '../../src/index.ts';
import { shown, tell } from '../claude-code/transcripts.ts';
import { build, session, type Truth } from './model.ts';

/** What the reader says, in the words of the model. */
function told(records: readonly TranscriptRecord[]): Truth[] {
  return records.map((record) => ({
    context: shown(record),
    producer: record.producer,
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

/** Whether all that leaves of a record was in its context span, and nothing of it twice. */
function isCovered(records: readonly TranscriptRecord[]): boolean {
  const left = new Map<number, { start: number; end: number }[]>();
  for (const { departures } of records) {
    for (const { record, spans } of departures.flatMap(({ parts }) => parts)) {
      left.set(record, [...(left.get(record) ?? []), ...spans]);
    }
  }
  return [...left].every(([record, spans]) => {
    const span = records[record]?.context?.span;
    const sorted = spans.toSorted((one, other) => one.start - other.start);
    return (
      span !== undefined &&
      sorted.every(
        ({ start, end }, at) => start >= (sorted[at - 1]?.end ?? span.start) && start < end && end <= span.end,
      )
    );
  });
}

describe('generated sessions', () => {
  test('are read as they were made: places, producers, and all that left, piece by piece', () => {
    fc.assert(
      fc.property(session, (ops) => {
        const { file, truths } = build(ops);
        const { records, reading } = tell(Buffer.from(file));
        expect(told(records)).toEqual(truths);
        expect(isCovered(records)).toBe(true);
        expect(reading.identity()?.key).toBe('codex:run');
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
      { seed: 11, numRuns: 40 },
    );
  });

  test('hold both kinds of departure, whole histories, single items and copies', () => {
    const made = fc
      .sample(session, { seed: 20_26, numRuns: 200 })
      .flatMap((ops) => tell(Buffer.from(build(ops).file)).records);
    const causes = new Set(made.flatMap(({ departures }) => departures.map(({ cause }) => cause)));
    expect([...causes].toSorted()).toEqual(['compaction', 'rewind']);
    const paths = new Set(made.flatMap(({ context }) => context?.path.replace(/\d+$/, 'n') ?? []));
    expect([...paths].toSorted()).toEqual([
      'payload',
      'payload.message',
      'payload.replacement_history',
      'payload.replacement_history.n',
    ]);
    expect(
      made.some(({ departures }) => departures.some(({ parts }) => parts.some(({ spans }) => spans.length > 2))),
    ).toBe(true);
  });
});

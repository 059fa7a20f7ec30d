import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthOf, without } from '../src/spans.ts';
import type { Span } from '../src/types.ts';

/** Spans from sorted marks, two a span. */
const spansOf = (marks: readonly number[]): Span[] =>
  marks.flatMap((start, at) => (at % 2 === 0 && at + 1 < marks.length ? [{ start, end: marks[at + 1] ?? start }] : []));

const inSpans = (spans: readonly Span[], byte: number): boolean =>
  spans.some(({ start, end }) => byte >= start && byte < end);

test('what is left of spans holds exactly the bytes that were not taken, in as few spans as that takes', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 12 }),
      fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 12 }),
      (marks, cuts) => {
        const spans = spansOf(marks.toSorted((a, b) => a - b));
        const taken = spansOf(cuts.toSorted((a, b) => a - b)).filter(({ start, end }) =>
          spans.some((span) => span.start <= start && end <= span.end),
        );
        const left = without(spans, taken);
        for (let byte = 0; byte <= 60; byte += 1) {
          expect(inSpans(left, byte)).toBe(inSpans(spans, byte) && !inSpans(taken, byte));
        }
        expect(left.every(({ start, end }) => start < end)).toBe(true);
        expect(lengthOf(left)).toBe(lengthOf(spans) - lengthOf(taken));
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

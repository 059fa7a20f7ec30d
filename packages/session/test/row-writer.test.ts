import { contentId, encode, link, rawContentId, type Value } from '@ken/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eventTable,
  type FindingRow,
  type FrameRow,
  findingTable,
  frameTable,
  type RecordRow,
  readChunk,
  recordTable,
  type Span,
  sealChunk,
  type Table,
} from '../src/tables.ts';

const settings = { seed: 20_261_130, numRuns: 100 };
const limit = Number.MAX_SAFE_INTEGER;

// Positions of every length of head.
const count = fc.oneof(fc.nat(30), fc.nat(300), fc.nat(70_000), fc.maxSafeNat());
const text = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
const bytes = fc.uint8Array({ maxLength: 300 });
const span = fc.record({ start: count, end: count });

const recordRow: fc.Arbitrary<RecordRow> = fc.record({
  gap: bytes,
  seq: count,
  place: fc.constantFrom('context', 'beside'),
  reason: text,
  source: bytes.map(rawContentId),
  length: count,
  context: fc.option(fc.record({ path: text, span })),
  producer: fc.option(fc.constantFrom('operator', 'model', 'tool', 'harness')),
  generated: fc.option(text),
  cause: fc.option(text),
});
const frameRow: fc.Arbitrary<FrameRow> = fc.record({ record: count, spans: fc.array(span, { maxLength: 30 }) });
const findingRow: fc.Arbitrary<FindingRow> = fc.record({
  code: text,
  record: fc.option(count),
  span: fc.option(span),
  facts: fc.dictionary(text, fc.option(fc.oneof(text, count))),
});

const spanValue = ({ start, end }: Span): Value => ({ start, end });

/** What the codec for values of any shape makes of a chunk. */
const generic = (schema: string, rows: readonly Value[]): Uint8Array => {
  const encoded = encode({ schema, rows });
  if (!encoded.ok) throw new Error(encoded.refusal.code);
  return encoded.value;
};

const same = <Row>(table: Table<Row>, row: fc.Arbitrary<Row>, toValue: (row: Row) => Value): void => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const { id, bytes: written } = sealChunk(table, rows);
      expect(Buffer.from(written)).toEqual(Buffer.from(generic(table.schema, rows.map(toValue))));
      expect(id).toBe(contentId(written));
      expect(readChunk(table, written)).toEqual({ ok: true, value: rows });
    }),
    settings,
  );
};

describe('a chunk is written as the codec for values of any shape writes it, and read as it was', () => {
  it('records', () =>
    same(recordTable, recordRow, ({ source, context, ...row }) => ({
      ...row,
      source: link(source),
      context: context === null ? null : { path: context.path, span: spanValue(context.span) },
    })));
  it('events', () => same(eventTable, bytes.map(contentId), link));
  it('frame', () => same(frameTable, frameRow, ({ record, spans }) => ({ record, spans: spans.map(spanValue) })));
  it('findings', () =>
    same(findingTable, findingRow, ({ span: at, ...row }) => ({ ...row, span: at === null ? null : spanValue(at) })));
});

describe('a row that has no encoding is misuse', () => {
  const row: RecordRow = {
    gap: new Uint8Array(),
    seq: limit,
    place: 'context',
    reason: 'a/reason',
    source: rawContentId(Uint8Array.of(1)),
    length: 1,
    context: { path: 'message.content', span: { start: 0, end: 1 } },
    producer: 'tool',
    generated: 'a tool',
    cause: null,
  };
  const bad: readonly (readonly [what: string, row: RecordRow])[] = [
    ['a lone surrogate', { ...row, generated: '\ud800' }],
    ['a negative position', { ...row, seq: -1 }],
    ['a position beyond what is safe', { ...row, length: limit + 1 }],
    ['a fraction', { ...row, context: { path: '', span: { start: 0, end: 0.5 } } }],
  ];
  it('control: the row itself is written', () =>
    expect(readChunk(recordTable, sealChunk(recordTable, [row]).bytes).ok).toBe(true));
  it.each(bad)('%s', (_, one) => expect(() => sealChunk(recordTable, [one])).toThrow(TypeError));
});

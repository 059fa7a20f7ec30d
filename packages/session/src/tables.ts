import { type ContentId, contentId, decode, encode, link, type RawContentId, type Value } from '@ken/address';
import type { Producer } from '@ken/transcript';
import { type Refused, refused, type SessionResult } from './refusal.ts';
import {
  bytes,
  contentLink,
  count,
  dictionary,
  list,
  map,
  nullable,
  oneOf,
  type Reader,
  rawLink,
  ShapeFault,
  text,
} from './shape.ts';

/** Half-open [start, end), in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One record of the transcript: docs/format.md, "Record table". */
export interface RecordRow {
  /** The bytes between the record before this one, or the beginning of the file, and this one. */
  readonly gap: Uint8Array;
  /** The seq of the event that observed this record. */
  readonly seq: number;
  readonly place: 'context' | 'beside';
  readonly reason: string;
  readonly source: RawContentId;
  /** How many bytes the source has. */
  readonly length: number;
  /** What of the record the model saw, as a span of the record's own bytes. */
  readonly context: { readonly path: string; readonly span: Span } | null;
  readonly producer: Producer | null;
  readonly generated: string | null;
  /** Why something left the context because of this record, as the reader says; null when nothing did. */
  readonly cause: string | null;
}

/** What one record still contributes to the working frame. */
export interface FrameRow {
  readonly record: number;
  readonly spans: readonly Span[];
}

export type FindingFact = string | number | null;

/** A finding as it is kept: its sentence is made where it is shown. */
export interface FindingRow {
  readonly code: string;
  readonly record: number | null;
  /** In bytes of the file. */
  readonly span: Span | null;
  readonly facts: Readonly<Record<string, FindingFact>>;
}

const span: Reader<Span> = map<Span>({ start: count, end: count });

const fact: Reader<FindingFact> = (value, path) => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new ShapeFault(path, 'text, a number or null');
};

const record: Reader<RecordRow> = map<RecordRow>({
  gap: bytes,
  seq: count,
  place: oneOf('context', 'beside'),
  reason: text,
  source: rawLink,
  length: count,
  context: nullable(map<{ path: string; span: Span }>({ path: text, span })),
  producer: nullable(oneOf('operator', 'model', 'tool', 'harness')),
  generated: nullable(text),
  cause: nullable(text),
});

const frame: Reader<FrameRow> = map<FrameRow>({ record: count, spans: list(span) });

const finding: Reader<FindingRow> = map<FindingRow>({
  code: text,
  record: nullable(count),
  span: nullable(span),
  facts: dictionary(fact),
});

/** One kind of table: its rows are cut into chunks of a fixed number, so that the same rows always give the same ids. */
export interface Table<Row> {
  readonly schema: string;
  readonly rowsPerChunk: number;
  readonly toValue: (row: Row) => Value;
  readonly reader: Reader<Row>;
}

const spanValue = ({ start, end }: Span): Value => ({ start, end });

export const recordTable: Table<RecordRow> = {
  schema: 'ken_records_v0',
  rowsPerChunk: 512,
  toValue: ({ context, source, ...row }) => ({
    ...row,
    source: link(source),
    context: context === null ? null : { path: context.path, span: spanValue(context.span) },
  }),
  reader: record,
};

export const eventTable: Table<ContentId> = {
  schema: 'ken_events_v0',
  rowsPerChunk: 1024,
  toValue: (id) => link(id),
  reader: contentLink,
};

export const frameTable: Table<FrameRow> = {
  schema: 'ken_frame_v0',
  rowsPerChunk: 512,
  toValue: (row) => ({ record: row.record, spans: row.spans.map(spanValue) }),
  reader: frame,
};

export const findingTable: Table<FindingRow> = {
  schema: 'ken_findings_v0',
  rowsPerChunk: 512,
  toValue: (row) => ({ ...row, span: row.span === null ? null : spanValue(row.span) }),
  reader: finding,
};

/** A sealed chunk of a table. */
export interface Chunk {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Seals some rows, at most `rowsPerChunk` of them, as one chunk. */
export const sealChunk = <Row>(table: Table<Row>, rows: readonly Row[]): Chunk => {
  const encoded = encode({ schema: table.schema, rows: rows.map(table.toValue) });
  if (!encoded.ok) throw new TypeError(`a row of ${table.schema} cannot be encoded: ${encoded.refusal.code}`);
  return { id: contentId(encoded.value), bytes: encoded.value };
};

/**
 * The rows of one chunk. Refused with the code of the codec, or with `table/shape` when the bytes are no chunk of this table.
 */
export const readChunk = <Row>(table: Table<Row>, chunk: Uint8Array): SessionResult<readonly Row[]> => {
  const decoded = decode(chunk);
  if (!decoded.ok) return decoded;
  return readShape(
    map<{ schema: string; rows: Row[] }>({ schema: oneOf(table.schema), rows: list(table.reader) }),
    decoded.value,
    'table/shape',
    ({ rows }) => rows,
  );
};

/** Reads a decoded value by its shape; a fault becomes a refusal of the code given, with the path of the field. */
export const readShape = <T, U>(
  reader: Reader<T>,
  value: Value,
  code: 'table/shape' | 'run/shape',
  then: (read: T) => U,
): { readonly ok: true; readonly value: U } | Refused => {
  try {
    return { ok: true, value: then(reader(value, '')) };
  } catch (fault) {
    if (fault instanceof ShapeFault) return refused(code, { wanted: fault.wanted }, fault.path);
    throw fault;
  }
};

import { type CborWriter, type ContentId, decode, encode, fragment, type RawContentId, type Value } from '@ken/address';
import type { Producer } from '@ken/transcript';
import { type Refused, refused, type SessionResult } from './refusal.ts';
import { type RowWriter, writeBytes, writeChunk, writeCount, writeNullable, writeText } from './row-writer.ts';
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
  readonly write: RowWriter<Row>;
  readonly reader: Reader<Row>;
}

// Keys in canonical order: by length, then by bytes. Every record has such a row, and a walk over values of any shape would
// sort its keys again for each.
const key = (name: string): Uint8Array => fragment((writer) => writer.text(name));
const first = (size: number, name: string): Uint8Array => fragment((writer) => writer.map(size).text(name));

const spanKeys = { end: first(2, 'end'), start: key('start') };
const writeSpan: RowWriter<Span> = (writer, { start, end }) => {
  writeCount(writer.raw(spanKeys.end), end);
  writeCount(writer.raw(spanKeys.start), start);
};

const contextKeys = { path: first(2, 'path'), span: key('span') };
const writeContext: RowWriter<NonNullable<RecordRow['context']>> = (writer, { path, span }) => {
  writeText(writer.raw(contextKeys.path), path);
  writeSpan(writer.raw(contextKeys.span), span);
};

const recordKeys = {
  gap: first(10, 'gap'),
  seq: key('seq'),
  cause: key('cause'),
  place: key('place'),
  length: key('length'),
  reason: key('reason'),
  source: key('source'),
  context: key('context'),
  producer: key('producer'),
  generated: key('generated'),
};

export const recordTable: Table<RecordRow> = {
  schema: 'ken_records_v0',
  rowsPerChunk: 512,
  write: (writer, row) => {
    writeBytes(writer.raw(recordKeys.gap), row.gap);
    writeCount(writer.raw(recordKeys.seq), row.seq);
    writeNullable(writer.raw(recordKeys.cause), row.cause, writeText);
    writer.raw(recordKeys.place).text(row.place);
    writeCount(writer.raw(recordKeys.length), row.length);
    writeText(writer.raw(recordKeys.reason), row.reason);
    writer.raw(recordKeys.source).link(row.source);
    writeNullable(writer.raw(recordKeys.context), row.context, writeContext);
    writeNullable(writer.raw(recordKeys.producer), row.producer, writeText);
    writeNullable(writer.raw(recordKeys.generated), row.generated, writeText);
  },
  reader: record,
};

export const eventTable: Table<ContentId> = {
  schema: 'ken_events_v0',
  rowsPerChunk: 1024,
  write: (writer, id) => {
    writer.link(id);
  },
  reader: contentLink,
};

const frameKeys = { spans: first(2, 'spans'), record: key('record') };

export const frameTable: Table<FrameRow> = {
  schema: 'ken_frame_v0',
  rowsPerChunk: 512,
  write: (writer, row) => {
    writer.raw(frameKeys.spans).list(row.spans.length);
    for (const one of row.spans) writeSpan(writer, one);
    writeCount(writer.raw(frameKeys.record), row.record);
  },
  reader: frame,
};

const findingSchema = 'ken_findings_v0';

export const findingTable: Table<FindingRow> = {
  schema: findingSchema,
  rowsPerChunk: 512,
  // Its facts have any names, and there are few of them.
  write: (writer: CborWriter, { span, ...row }: FindingRow) => {
    const encoded = encode({ ...row, span: span === null ? null : { start: span.start, end: span.end } });
    if (!encoded.ok) throw new TypeError(`a row of ${findingSchema} cannot be encoded: ${encoded.refusal.code}`);
    writer.raw(encoded.value);
  },
  reader: finding,
};

/** A sealed chunk of a table. */
export interface Chunk {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Seals some rows, at most `rowsPerChunk` of them, as one chunk. */
export const sealChunk = <Row>(table: Table<Row>, rows: readonly Row[]): Chunk =>
  writeChunk(table.schema, rows, table.write);

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

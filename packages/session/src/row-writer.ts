import { CborWriter, type ContentId, contentIdOf, fragment } from '@ken/address';

/** Writes one row of a table as the canonical encoding has it. */
export type RowWriter<Row> = (writer: CborWriter, row: Row) => void;

const byteString = 0x40;
const nothing = Uint8Array.of(0xf6);

/** Text with its head. Throws TypeError for text with lone surrogates, which has no encoding. */
export const writeText = (writer: CborWriter, text: string): void => {
  if (!text.isWellFormed()) throw new TypeError('a row holds text with a lone surrogate');
  writer.text(text);
};

/** A count or position. Throws TypeError for what is none. */
export const writeCount = (writer: CborWriter, count: number): void => {
  if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`a row holds ${count}, which is no count`);
  writer.uint(count);
};

/** Bytes with their head. */
export const writeBytes = (writer: CborWriter, bytes: Uint8Array): void => {
  writer.head(byteString, bytes.length).raw(bytes);
};

/** What stands where there may be nothing. */
export const writeNullable = <T extends object | string>(
  writer: CborWriter,
  value: T | null,
  write: (writer: CborWriter, value: T) => void,
): void => {
  if (value === null) writer.raw(nothing);
  else write(writer, value);
};

const keyOfRows = fragment((writer) => writer.map(2).text('rows'));
const keyOfSchema = fragment((writer) => writer.text('schema'));
// Of a row of records, which are most of what is written here.
const usualBytes = 192;

/** A chunk of a table: docs/format.md, "Objects". Gives its id with its canonical bytes. */
export const writeChunk = <Row>(
  schema: string,
  rows: readonly Row[],
  write: RowWriter<Row>,
): { readonly id: ContentId; readonly bytes: Uint8Array } => {
  const writer = new CborWriter((rows.length + 1) * usualBytes);
  writer.raw(keyOfRows).list(rows.length);
  for (const row of rows) write(writer, row);
  writer.raw(keyOfSchema).text(schema);
  const bytes = writer.bytes();
  return { id: contentIdOf(bytes), bytes };
};

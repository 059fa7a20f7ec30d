import { parseRawContentId, type RawContentId, rawContentId } from '@ken/address';

/** An entry to be appended to the log of one writer in one stream. */
export interface LogAppend {
  readonly stream: string;
  readonly writer: string;
  /** The id of the last entry of that log; null where it has none. */
  readonly expected: RawContentId | null;
  readonly payload: Uint8Array;
}

/** The end of a log: whoever keeps it elsewhere can see that its tail was cut off. */
export interface LogHead {
  readonly stream: string;
  readonly writer: string;
  /** How many entries it has. */
  readonly count: number;
  /** The id of the last one. */
  readonly id: RawContentId;
}

/** An entry as it is read: its id was made again, over the entry before it. */
export interface LogEntry {
  readonly sequence: number;
  readonly payload: Uint8Array;
  readonly id: RawContentId;
}

/** A log as it was re-computed from its beginning: null for one that holds, else the first thing that does not. */
export interface ExaminedLog {
  readonly stream: string;
  readonly writer: string;
  readonly entries: number;
  readonly fault: string | null;
}

/** Begins what is hashed, so that no entry has the bytes of anything else. */
const DOMAIN = new TextEncoder().encode('ken_writer_log_v0\0');

const utf8 = new TextEncoder();

/** The length of each field before it, as 8 bytes, the greatest first: no two lists of fields give the same bytes. */
const framed = (fields: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, { length }) => sum + 8 + length, DOMAIN.length));
  const view = new DataView(bytes.buffer);
  bytes.set(DOMAIN);
  let at = DOMAIN.length;
  for (const field of fields) {
    view.setBigUint64(at, BigInt(field.length));
    bytes.set(field, at + 8);
    at += 8 + field.length;
  }
  return bytes;
};

/**
 * The id of an entry: the RawContentId of stream, writer, sequence, the id of the entry before it, and payload, with a
 * domain before them and each with its length (docs/format.md, "Writer logs").
 *
 * @param sequence - its position in the log, from 0
 * @param prior - null for the first
 */
export const entryId = (
  stream: string,
  writer: string,
  sequence: number,
  prior: RawContentId | null,
  payload: Uint8Array,
): RawContentId => {
  const position = new Uint8Array(8);
  new DataView(position.buffer).setBigUint64(0, BigInt(sequence));
  return rawContentId(framed([utf8.encode(stream), utf8.encode(writer), position, utf8.encode(prior ?? ''), payload]));
};

const checkName = (name: string): void => {
  if (typeof name !== 'string' || name === '' || !name.isWellFormed())
    throw new TypeError('the name of a stream or a writer is well-formed text and not empty');
};

/** Misuse unless these name a log. */
export const checkLog = (stream: string, writer: string): void => {
  checkName(stream);
  checkName(writer);
};

/** Misuse unless this can be appended. */
export const checkAppend = ({ stream, writer, expected, payload }: LogAppend): void => {
  checkLog(stream, writer);
  if (expected !== null && (typeof expected !== 'string' || !parseRawContentId(expected).ok))
    throw new TypeError('what is expected of a log is the id of its last entry, or null');
  if (!(payload instanceof Uint8Array) || payload.buffer instanceof SharedArrayBuffer)
    throw new TypeError('the payload of an entry is bytes of private memory');
};

import { type Reading, type RunIdentity, recognise, type TranscriptRecord } from '@ken/transcript';
import { closesDocument, DOCUMENT } from './continuity.ts';
import { refused, type SessionResult } from './refusal.ts';

/** A transcript that can be read from its beginning more than once. */
export interface SourceFile {
  /**
   * The bytes from `start` (0 unless said) to `end`, or to the end of the file where that comes first. Each piece is given
   * over: whoever opens the file does not write over it any more.
   */
  open(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A transcript whose format and run are known. */
export interface Transcript {
  readonly file: SourceFile;
  readonly format: string;
  /** Name and version of the reader. */
  readonly reader: string;
  readonly identity: RunIdentity;
  /** Begins to read from the first record. */
  read(): Reading;
}

// Most files name their format in the first record; one that begins with damage or a giant record is read further on.
const firstLook = 1024 * 1024;
const longestLook = 64 * 1024 * 1024;

/** Recognises the format from the beginning of a file, reading on while that is not enough. */
const recogniseFile = async (
  file: SourceFile,
  format?: string,
  rather?: string,
): Promise<ReturnType<typeof recognise>> => {
  let head = new Uint8Array();
  let wanted = firstLook;
  for await (const chunk of file.open()) {
    head = Buffer.concat([head, chunk]);
    if (head.length < wanted) continue;
    const recognised = recognise(head, false, format, rather);
    if (recognised.ok || head.length >= longestLook) return recognised;
    wanted = head.length * 2;
  }
  return recognise(head, true, format, rather);
};

/**
 * Recognises a transcript by its content and finds which run it is. Writes nothing.
 *
 * @param format - the only format to take it for, where a person knows better than the content shows
 * @param rather - the format of another file of the same session, taken where the content fits it too
 * @returns the transcript; refused with the codes of recognition (`transcript/empty`, `transcript/unrecognised`) or
 *   `run/no-identity` when no record says which run it belongs to
 */
export const openTranscript = async (
  file: SourceFile,
  format?: string,
  rather?: string,
): Promise<SessionResult<Transcript>> => {
  const recognised = await recogniseFile(file, format, rather);
  if (!recognised.ok) return recognised;
  const { format: found, open } = recognised.value;
  const reading = open();
  const { reader } = reading;
  const known = (identity: RunIdentity): SessionResult<Transcript> => ({
    ok: true,
    value: { file, format: found, reader, identity, read: open },
  });
  for await (const chunk of file.open()) {
    reading.push(chunk, true);
    const identity = reading.identity();
    if (identity !== null) return known(identity);
  }
  reading.finish();
  const identity = reading.identity();
  return identity === null ? refused('run/no-identity', { format: found }) : known(identity);
};

/** Where the last record of a document ends, behind which the document is closed; undefined for a file that is none, or not closed. */
export const endOfMessages = async (transcript: Transcript): Promise<number | undefined> => {
  const reading = transcript.read();
  let first: string | undefined;
  let end = 0;
  const see = (records: readonly TranscriptRecord[]): void => {
    first ??= records[0]?.reason;
    end = records.at(-1)?.span.end ?? end;
  };
  for await (const chunk of transcript.file.open()) {
    see(reading.push(chunk, true));
    if (first !== undefined && first !== DOCUMENT) return undefined;
  }
  const { records, tail } = reading.finish();
  see(records);
  return closesDocument(first, tail) ? end : undefined;
};

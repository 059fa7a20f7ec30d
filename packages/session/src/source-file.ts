import { type Reading, type RunIdentity, recognise } from '@ken/transcript';
import { refused, type SessionResult } from './refusal.ts';

/** A transcript that can be read from its beginning more than once. */
export interface SourceFile {
  open(): AsyncIterable<Uint8Array>;
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

// Enough to meet a record that names its format, whatever stands before it.
const headBytes = 1024 * 1024;

const headOf = async (file: SourceFile): Promise<{ head: Uint8Array; complete: boolean }> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.open()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= headBytes) return { head: Buffer.concat(chunks), complete: false };
  }
  return { head: Buffer.concat(chunks), complete: true };
};

/**
 * Recognises a transcript by its content and finds which run it is. Writes nothing.
 *
 * @returns the transcript; refused with the codes of recognition (`transcript/empty`, `transcript/unrecognised`) or
 *   `run/no-identity` when no record says which run it belongs to
 */
export const openTranscript = async (file: SourceFile): Promise<SessionResult<Transcript>> => {
  const { head, complete } = await headOf(file);
  const recognised = recognise(head, complete);
  if (!recognised.ok) return recognised;
  const { format, open } = recognised.value;
  const reading = open();
  const { reader } = reading;
  const known = (identity: RunIdentity): SessionResult<Transcript> => ({
    ok: true,
    value: { file, format, reader, identity, read: open },
  });
  for await (const chunk of file.open()) {
    reading.push(chunk);
    const identity = reading.identity();
    if (identity !== null) return known(identity);
  }
  reading.finish();
  const identity = reading.identity();
  return identity === null ? refused('run/no-identity', { format }) : known(identity);
};

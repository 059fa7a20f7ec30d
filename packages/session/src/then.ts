import { readThen, recordsNoCompaction } from '@ken/transcript';
import { refused, type SessionResult } from './refusal.ts';
import type { SourceFile, Transcript } from './source-file.ts';
import { joined } from './stored-file.ts';

/** How long a file is, in bytes. */
const lengthOf = async (file: SourceFile): Promise<number> => {
  let length = 0;
  for await (const piece of file.open()) length += piece.length;
  return length;
};

/**
 * A session as it was and as it was later, as one transcript, for formats that record no compaction (transcripts.md §4, §5):
 * what the later file no longer holds left the context. The run is that of the earlier file, so that sealing that one first
 * and then both continues it. The bytes are the earlier file, a new line where it ends without one, and the later one.
 *
 * @param before - can be what this function gave, for a file that is later still
 * @returns nothing is read but the length of the earlier file; refused with `then/records-compaction` (fact `format`) for a
 *   format that says itself what left, and with `then/other-format` (facts `before`, `after`) for two formats
 */
export const followedBy = async (before: Transcript, after: Transcript): Promise<SessionResult<Transcript>> => {
  if (!recordsNoCompaction(before.format)) return refused('then/records-compaction', { format: before.format });
  if (before.format !== after.format)
    return refused('then/other-format', { before: before.format, after: after.format });
  const length = await lengthOf(before.file);
  // The file may have grown since; how far it is the earlier one is settled here.
  const file: SourceFile = { open: (start = 0, end = length) => before.file.open(start, Math.min(end, length)) };
  return {
    ok: true,
    value: {
      ...before,
      file: joined(file, after.file),
      read: () => readThen(before.read(), length, after.read()),
    },
  };
};

import { closeSync, existsSync, openSync, readSync } from 'node:fs';

// The header of a SQLite file: sqlite.org/fileformat2.html §1.3.
export const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/** Where things stand in it. */
export const HEADER = Object.freeze({ writeVersion: 18, readVersion: 19, changes: 24, application: 68 });

/** What the versions at `writeVersion` and `readVersion` are. */
export const VERSION = Object.freeze({ rollbackJournal: 1, writeAheadLog: 2 });

/** How many bytes at a file's beginning say whether it is a SQLite database. */
export const MAGIC_BYTES: number = MAGIC.length;

/** Whether some bytes are the beginning of a SQLite database. */
export const isDatabase = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, MAGIC.length)).toString('latin1') === MAGIC;

/** The first bytes of a file, at most so many; none where there is no file. */
export const beginning = (path: string, length: number = HEADER_BYTES): Buffer => {
  if (!existsSync(path)) return Buffer.alloc(0);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
};

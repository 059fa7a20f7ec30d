import { type BigIntStats, constants, realpathSync, statSync } from 'node:fs';
import { chmod, copyFile, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { ForeignError } from './foreign-error.ts';
import { beginning, HEADER, isDatabase, VERSION } from './sqlite-header.ts';

/** The header of a log: other salts stand in it as soon as it is begun again. */
const LOG_HEADER_BYTES = 32;

const TRIES = 40;
const PAUSE_MS = 50;

const about = (path: string): string => {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino}/${found.size}/${found.mtimeNs}`;
};

/**
 * What must be the same before and after a copy, so that the copy is one state of the database.
 *
 * With a write-ahead log the file itself is only written out of that log, page by page. The log is copied after the file, so
 * that it holds each page that was written meanwhile, for as long as the log was not begun again: then its header is another.
 * Without one, the file is written in place: no commit and no journal may have come between.
 */
const stateOf = (path: string): string => {
  const header = beginning(path);
  if (!isDatabase(header)) throw new ForeignError('database/damaged');
  const journal = about(`${path}-journal`);
  if (header[HEADER.writeVersion] === VERSION.writeAheadLog)
    return `log ${beginning(`${path}-wal`, LOG_HEADER_BYTES).toString('hex')} ${journal}`;
  return `file ${about(path)} ${header.toString('hex', HEADER.changes, HEADER.changes + 4)} ${journal}`;
};

const copyIfThere = async (from: string, to: string): Promise<void> => {
  try {
    // Shares the blocks where the file system can.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
};

/**
 * Copies a SQLite database that another program may be writing, in one of the states that it had, and only reads it: nothing
 * is locked, and nothing made beside it. What the program left unfinished is copied with it, for SQLite to put in order there.
 *
 * @param path - links are followed
 * @param copy - where no file is
 * Throws ForeignError (`database/damaged` for what is no database, `database/busy` where it never stood still), or what the
 * system answered.
 */
export const copyDatabase = async (path: string, copy: string): Promise<void> => {
  const real = realpathSync(path);
  for (let left = TRIES; left > 0; left -= 1) {
    const before = stateOf(real);
    await copyFile(real, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o600);
    for (const suffix of ['-wal', '-journal']) await copyIfThere(`${real}${suffix}`, `${copy}${suffix}`);
    if (stateOf(real) === before) return;
    for (const suffix of ['', '-wal', '-journal']) await rm(`${copy}${suffix}`, { force: true });
    await setTimeout(PAUSE_MS);
  }
  throw new ForeignError('database/busy');
};

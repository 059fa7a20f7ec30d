import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from './error.ts';
import { isBusy, storeErrorOf } from './sqlite-errors.ts';
import { createFile, inspect, logBeside, makePrivate, readWithoutLog } from './sqlite-file.ts';
import { checkSchema, establish } from './sqlite-schema.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { FullStore } from './store.ts';

/** How a SQLite store is opened. */
export interface SqliteOptions {
  readonly mode: 'read' | 'write';
  /** How long to wait for another writer, in milliseconds; 30 000 unless said otherwise. */
  readonly busyMs?: number;
}

// Of several writers on a slow disk one can wait for many turns of the others: the lock is not given in turn.
const DEFAULT_BUSY_MS = 30_000;
const RETRY_MS = 5;

const UNFINISHED: readonly string[] = [
  'SQLITE_READONLY_ROLLBACK',
  'SQLITE_READONLY_RECOVERY',
  'SQLITE_READONLY_CANTINIT',
];

const connect = (file: string | Buffer, readonly: boolean, busyMs: number): Database.Database => {
  const db = new Database(file, { readonly, fileMustExist: true, timeout: busyMs });
  // The file may come from anywhere: no function named in its schema runs, and damaged pages are noticed early.
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  return db;
};

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** Starts the write-ahead log. SQLite gives up at once here where another connection holds the write lock, so this waits. */
const enterLog = (db: Database.Database, busyMs: number): void => {
  const until = Date.now() + busyMs;
  for (;;) {
    try {
      if (db.pragma('journal_mode = WAL', { simple: true }) === 'wal') return;
      throw new StoreError('store/io');
    } catch (error) {
      if (!isBusy(error) || Date.now() >= until) throw error;
      pause(RETRY_MS);
    }
  }
};

const openToWrite = (path: string, busyMs: number): FullStore => {
  if (inspect(path) === 'absent') createFile(path);
  const db = connect(path, false, busyMs);
  try {
    db.pragma('synchronous = FULL');
    establish(db, () => makePrivate(path));
    enterLog(db, busyMs);
    // The log is made at the first reading. A reader that came before would take the file for one that nobody writes, and
    // not see what is committed.
    db.pragma('user_version');
    return new SqliteStore(db, 'write');
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Opens the file so that no other is made beside it where that can be: without a log, nothing is to be read from one. */
const connectToRead = (path: string, busyMs: number): Database.Database => {
  const found = inspect(path);
  if (found === 'absent' || found === 'empty') throw new StoreError('store/absent');
  const bare = found === 'logged' && !logBeside(path).log;
  return connect(bare ? readWithoutLog(path) : path, true, busyMs);
};

/** Whether reading failed because a killed writer left a journal to roll back, or a log whose index cannot be made here. */
const isUnfinished = (error: unknown, path: string): boolean => {
  if (!(error instanceof Database.SqliteError)) return false;
  if (error.code !== 'SQLITE_CANTOPEN') return UNFINISHED.includes(error.code);
  const { log, index } = logBeside(path);
  return log && !index;
};

const openToRead = (path: string, busyMs: number): FullStore => {
  const db = connectToRead(path, busyMs);
  try {
    checkSchema(db);
    return new SqliteStore(db, 'read');
  } catch (error) {
    db.close();
    throw isUnfinished(error, path) ? new StoreError('store/read-only', { reason: 'unfinished' }, error) : error;
  }
};

const checkArguments = (path: string, { mode, busyMs = DEFAULT_BUSY_MS }: SqliteOptions): void => {
  // The SQLite binding trims the path it is given, so such a name would open another file.
  if (typeof path !== 'string' || path === '' || path !== path.trimEnd() || path.includes('\0'))
    throw new TypeError('a path is text, not empty, without NUL, and does not end in white space');
  if (mode !== 'read' && mode !== 'write') throw new TypeError("the mode is 'read' or 'write'");
  if (!Number.isSafeInteger(busyMs) || busyMs < 0 || busyMs > 0x7fffffff)
    throw new TypeError('busyMs is a non-negative integer of at most 2^31 - 1');
};

/**
 * Opens the store in the SQLite file at `path`; links are followed.
 *
 * `write` creates the file (mode 0600) and the folders above it (0700) when they are missing; an empty file counts as
 * missing. A store is for its owner only: of a file that others may use, that is taken back. While it is open the store has a write-ahead log beside it. The last writer to close puts the log away, and
 * the store is one file; where somebody still reads it then, the log stays until the next writer closes. `read` changes
 * neither the store nor its log, reads a closed store in a folder that cannot be written, and one that a writer has open
 * (then it takes part in the locks, which lie in the index of the log). The one file it may make is that index, where a
 * writer was killed and the index is gone.
 *
 * Rejects with a `StoreError`: `store/absent` (nothing there, mode `read` only), `store/foreign` (no database, or
 * another program's; nothing is written to it), `store/newer`, `store/corrupt` (reason `schema` when the tables are not
 * exactly those of a store), `store/busy` (after `busyMs`), `store/read-only` (it cannot be written; reason `unfinished`
 * when it was opened to read and a killed writer's work has to be put in order first), `store/full`, `store/io`.
 */
export const openSqliteStore = async (path: string, options: SqliteOptions): Promise<FullStore> => {
  checkArguments(path, options);
  const { mode, busyMs = DEFAULT_BUSY_MS } = options;
  try {
    return mode === 'read' ? openToRead(resolve(path), busyMs) : openToWrite(resolve(path), busyMs);
  } catch (error) {
    throw storeErrorOf(error);
  }
};

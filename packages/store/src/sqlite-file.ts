import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from './error.ts';
import { beginning, HEADER, HEADER_BYTES, isDatabase, VERSION } from './sqlite-header.ts';
import { APPLICATION_ID } from './sqlite-schema.ts';

/** What stands at a path: nothing, a file of no bytes, or a store, whose log is to be read with it or not. */
export type Found = 'absent' | 'empty' | 'closed' | 'logged';

/**
 * Looks at the file at `path` (links are followed) without SQLite, which could roll back another program's unfinished
 * work on opening its file. `store/foreign` for a folder, a device, a file that is no database, or the database of
 * another program.
 */
export const inspect = (path: string): Found => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'absent';
  if (!stat.isFile()) throw new StoreError('store/foreign');
  const header = beginning(path);
  if (header.length === 0) return 'empty';
  const ours =
    header.length === HEADER_BYTES && isDatabase(header) && header.readUInt32BE(HEADER.application) === APPLICATION_ID;
  if (!ours) throw new StoreError('store/foreign');
  return header[HEADER.readVersion] === VERSION.writeAheadLog ? 'logged' : 'closed';
};

const syncFolder = (path: string): void => {
  // Windows opens no folder, and needs no such call to keep a new name.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

/**
 * Makes the folders (0700) that are missing on the way to one and gives the folders that hold a new name. One at a time:
 * Node's own recursive call never ends where a file system refuses a folder as if its parent were missing, as /proc does.
 */
export const makeFolders = (folder: string): string[] => {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  for (const at of missing.reverse()) {
    try {
      mkdirSync(at, { mode: 0o700 });
    } catch (error) {
      // Another program was faster.
      if (!existsSync(at)) throw error;
    }
  }
  return missing.map((at) => dirname(at));
};

/** Makes an empty file (0600) and the folders above it that are missing (0700), and makes their names durable. */
export const createFile = (path: string): void => {
  const folder = dirname(resolve(path));
  const grown = makeFolders(folder);
  // For appending: unlike an exclusive creation, it goes through a link whose target is missing and is no error when
  // another program was faster.
  closeSync(openSync(path, 'a', 0o600));
  for (const at of new Set([folder, ...grown])) syncFolder(at);
};

// What a file system answers that keeps no modes, or where the file is somebody else's.
const NOT_OURS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EROFS'];
const OTHERS = 0o077;

const withdraw = (path: string): void => {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_OURS.includes(error.code))) throw error;
  }
};

/**
 * Takes from everybody but the owner what they may do with a store (links are followed) and with what lies beside it: a
 * copy has the mode that the copying gave it, and SQLite gives a new log the mode of the store. Does nothing where the
 * file system keeps no modes or the file is another user's, whose matter it is.
 */
export const makePrivate = (path: string): void => {
  // Modes on Windows are no permissions.
  if (process.platform === 'win32') return;
  const real = realpathSync(path);
  for (const suffix of ['', '-wal', '-shm', '-journal']) withdraw(`${real}${suffix}`);
};

/** Whether the log of a store and the index of that log lie beside it. */
export const logBeside = (path: string): { readonly log: boolean; readonly index: boolean } => {
  const real = realpathSync(path);
  return { log: existsSync(`${real}-wal`), index: existsSync(`${real}-shm`) };
};

/**
 * The whole file, its header changed to say that no log goes with it. For a store whose writer ended between putting
 * the log away and saying so: SQLite would make a new log to read it.
 */
export const readWithoutLog = (path: string): Buffer => {
  const file = readFileSync(path);
  file[HEADER.writeVersion] = VERSION.rollbackJournal;
  file[HEADER.readVersion] = VERSION.rollbackJournal;
  return file;
};

import Database from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from './error.ts';

// Keyed by primary result code: extended codes are the primary one, an underscore and a detail.
const SQLITE: { readonly [primary: string]: StoreErrorCode } = {
  SQLITE_BUSY: 'store/busy',
  SQLITE_LOCKED: 'store/busy',
  SQLITE_PROTOCOL: 'store/busy',
  SQLITE_FULL: 'store/full',
  SQLITE_READONLY: 'store/read-only',
  SQLITE_PERM: 'store/read-only',
  SQLITE_NOTADB: 'store/foreign',
  SQLITE_CORRUPT: 'store/corrupt',
  // The statements are fixed and prepared against the schema, so these mean that the schema or a column is not as made.
  SQLITE_ERROR: 'store/corrupt',
  SQLITE_CONSTRAINT: 'store/corrupt',
  SQLITE_MISMATCH: 'store/corrupt',
};

const SYSTEM: { readonly [errno: string]: StoreErrorCode } = {
  ENOSPC: 'store/full',
  EDQUOT: 'store/full',
  EROFS: 'store/read-only',
  EACCES: 'store/read-only',
  EPERM: 'store/read-only',
  EISDIR: 'store/foreign',
};

const primaryOf = (code: string): string => code.split('_', 2).join('_');

/** Whether SQLite reports that somebody else holds a lock that is needed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && primaryOf(error.code) === 'SQLITE_BUSY';

/**
 * The store error for whatever SQLite or the file system threw, with that as its cause. A store error comes back as it
 * is, and whatever is not in the tables is `store/io`.
 */
export const storeErrorOf = (error: unknown): StoreError => {
  if (error instanceof StoreError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return new StoreError('store/io', {}, error);
  // Only the index of texts is such a table. It can show its damage as late as the end of a transaction.
  if (error.code === 'SQLITE_CORRUPT_VTAB') return new StoreError('store/corrupt', { reason: 'texts' }, error);
  const known = error instanceof Database.SqliteError ? SQLITE[primaryOf(error.code)] : SYSTEM[error.code];
  return new StoreError(known ?? 'store/io', { reason: error.code }, error);
};

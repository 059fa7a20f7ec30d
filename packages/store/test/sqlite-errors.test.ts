import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { StoreError, type StoreErrorCode } from '../src/index.ts';
import { storeErrorOf } from '../src/sqlite-errors.ts';

const SQLITE: { readonly [code: string]: StoreErrorCode } = {
  SQLITE_BUSY: 'store/busy',
  SQLITE_BUSY_SNAPSHOT: 'store/busy',
  SQLITE_BUSY_RECOVERY: 'store/busy',
  SQLITE_LOCKED: 'store/busy',
  SQLITE_LOCKED_SHAREDCACHE: 'store/busy',
  SQLITE_PROTOCOL: 'store/busy',
  SQLITE_FULL: 'store/full',
  SQLITE_READONLY: 'store/read-only',
  SQLITE_READONLY_DIRECTORY: 'store/read-only',
  SQLITE_READONLY_RECOVERY: 'store/read-only',
  SQLITE_PERM: 'store/read-only',
  SQLITE_NOTADB: 'store/foreign',
  SQLITE_CORRUPT: 'store/corrupt',
  SQLITE_CORRUPT_INDEX: 'store/corrupt',
  SQLITE_ERROR: 'store/corrupt',
  SQLITE_CONSTRAINT_DATATYPE: 'store/corrupt',
  SQLITE_CONSTRAINT_UNIQUE: 'store/corrupt',
  SQLITE_IOERR: 'store/io',
  SQLITE_IOERR_FSYNC: 'store/io',
  SQLITE_CANTOPEN: 'store/io',
  SQLITE_NOMEM: 'store/io',
  SQLITE_TOOBIG: 'store/io',
  SQLITE_NEW_CODE_OF_TOMORROW: 'store/io',
};

const SYSTEM: { readonly [code: string]: StoreErrorCode } = {
  ENOSPC: 'store/full',
  EDQUOT: 'store/full',
  EROFS: 'store/read-only',
  EACCES: 'store/read-only',
  EPERM: 'store/read-only',
  EIO: 'store/io',
  ENOTDIR: 'store/io',
  EMFILE: 'store/io',
};

describe('every failure has a code of the store', () => {
  it.each(Object.entries(SQLITE))('%s is %s', (reason, code) => {
    const cause = new Database.SqliteError('near /home/user/store.db', reason);
    const error = storeErrorOf(cause);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ code, facts: { reason }, cause });
    expect(error.message).not.toContain('/home');
  });

  it.each(Object.entries(SYSTEM))('%s is %s', (reason, code) => {
    const cause = Object.assign(new Error(`${reason}: open '/home/user/store.db'`), { code: reason });
    const error = storeErrorOf(cause);
    expect(error).toMatchObject({ code, facts: { reason }, cause });
    expect(error.message).not.toContain('/home');
  });

  it('damage of a virtual table is that of the texts, the only one there is', () => {
    const cause = new Database.SqliteError('malformed', 'SQLITE_CORRUPT_VTAB');
    expect(storeErrorOf(cause)).toMatchObject({ code: 'store/corrupt', facts: { reason: 'texts' }, cause });
  });

  it('also what has no code of its own', () => {
    for (const cause of [new RangeError('too long'), 'text', undefined])
      expect(storeErrorOf(cause)).toMatchObject({ code: 'store/io' });
  });

  it('but a failure of the store stays what it is, with frozen facts', () => {
    const error = new StoreError('store/conflict', { branch: 'a', expected: null, actual: null });
    expect(storeErrorOf(error)).toBe(error);
    expect(Object.isFrozen(error.facts)).toBe(true);
    expect(error.cause).toBeUndefined();
  });
});

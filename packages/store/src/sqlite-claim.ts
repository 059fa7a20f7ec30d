import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { rawContentId } from '@ken/address';
import Database from 'better-sqlite3';
import type { Claim } from './claim.ts';
import { StoreError } from './error.ts';
import { isBusy, storeErrorOf } from './sqlite-errors.ts';
import { makeFolders } from './sqlite-file.ts';

/** The folder of the lock files of a store, beside it. */
export const locksOf = (store: string): string => `${store}-locks`;

// A name can be anything, and a file's cannot.
const fileOf = (store: string, name: string): string =>
  join(locksOf(store), `${rawContentId(new TextEncoder().encode(name))}.lock`);

/**
 * Takes a name for one holder among all processes that have this store, by an exclusive transaction over a file that holds
 * nothing: the operating system gives it back when the process dies.
 *
 * The file is opened in no other way, since closing a second descriptor of it would give the lock back. It stays when it is
 * released: whoever had opened it meanwhile would hold a lock on a file that nobody finds any more.
 */
export const claimIn = (store: string, name: string): Claim => {
  try {
    makeFolders(locksOf(store));
    const path = fileOf(store, name);
    const db = new Database(path, { timeout: 0 });
    try {
      // Nothing is written, so that no journal is ever made.
      db.exec('BEGIN EXCLUSIVE');
      chmodSync(path, 0o600);
    } catch (error) {
      db.close();
      throw isBusy(error) ? new StoreError('store/claimed', {}, error) : error;
    }
    return { release: async () => void db.close() };
  } catch (error) {
    throw storeErrorOf(error);
  }
};

import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FullStore, openSqliteStore } from '@ken/store';
import { onTestFinished } from 'vitest';

/** A path for a store, in a folder that is removed after the test. */
export const freshPath = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'store.db');
};

interface Connection {
  prepare(sql: string): { run(...values: unknown[]): unknown };
  close(): void;
}

// What the store is made of is declared by its package alone.
const load = createRequire(new URL('../../store/package.json', import.meta.url));

/** Does something to the file of a store that no store does. */
export const byHand = (path: string, sql: string, ...values: unknown[]): void => {
  const Database: new (path: string) => Connection = load('better-sqlite3');
  const db = new Database(path);
  db.prepare(sql).run(...values);
  db.close();
};

/** Opens a store to write, for one piece of work. */
export const within = async <T>(path: string, work: (store: FullStore) => Promise<T>): Promise<T> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

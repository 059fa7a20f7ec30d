import { statSync } from 'node:fs';
import { type FullStore, openSqliteStore } from '@ken/store';
import { storePath } from './store-place.ts';

/**
 * Runs something with the store itself, never with a bundle, and closes it whatever happens. Throws StoreError:
 * `store/absent` also where it is to be written, since what is not there need not be kept in order.
 */
export const withOwnStore = async <T>(
  option: string | undefined,
  mode: 'read' | 'write',
  use: (store: FullStore) => Promise<T>,
): Promise<T> => {
  const path = storePath(option);
  if (mode === 'write') await (await openSqliteStore(path, { mode: 'read' })).close();
  const store = await openSqliteStore(path, { mode });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

/** How much room the store takes on the disk, in bytes, with the log beside it. */
export const roomOf = (option: string | undefined): number =>
  ['', '-wal'].reduce(
    (sum, suffix) => sum + (statSync(`${storePath(option)}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

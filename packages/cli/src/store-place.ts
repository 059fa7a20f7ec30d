import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Bundle, bundleStore } from '@ken/session';
import { openSqliteStore, type Store, StoreError } from '@ken/store';
import { CommandError, exitCode } from './exit.ts';
import { givenFile } from './given-file.ts';

const storeName = 'store.db';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** The nearest `.ken/` upwards from a folder, if there is one. */
export const nearestKen = (from: string): string | undefined => {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (isFolder(join(folder, '.ken'))) return join(folder, '.ken');
    if (folder === dirname(folder)) return undefined;
  }
};

const dataFolder = (env: NodeJS.ProcessEnv): string => {
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  // The XDG rule: a relative path in the variable is ignored.
  const xdg = env['XDG_DATA_HOME'];
  return xdg?.startsWith('/') === true ? xdg : join(homedir(), '.local', 'share');
};

const checkedName = (name: string, from: string): string => {
  if (name === '') throw new CommandError(exitCode.usage, 'usage/store', `${from} names no file.`);
  // The database library cuts white space off the end of a name and would open another file.
  if (name !== name.trimEnd())
    throw new CommandError(exitCode.usage, 'usage/store', `${from} names a path that ends in white space.`);
  return name;
};

/**
 * Where the store is: the option, else KEN_STORE unless it is empty, else the nearest folder upwards that has `.ken/`, else
 * the user's data folder. An option that is empty, and a name that ends in white space, are wrong use.
 */
export const storePath = (option: string | undefined, cwd = process.cwd(), env = process.env): string => {
  if (option !== undefined) return resolve(cwd, checkedName(option, '--store'));
  const named = env['KEN_STORE'];
  if (named !== undefined && named !== '') return resolve(cwd, checkedName(named, 'KEN_STORE'));
  return join(nearestKen(cwd) ?? join(dataFolder(env), 'ken'), storeName);
};

/** A bundle can be read like a store; any other file is foreign. */
const withBundle = async <T>(path: string, use: (store: Store, isOwn: boolean) => Promise<T>): Promise<T> => {
  const file = await givenFile(path);
  try {
    const bundle = await Bundle.open(file);
    if (!bundle.ok) throw new StoreError('store/foreign');
    return await use(bundleStore(bundle.value), false);
  } finally {
    await file.close();
  }
};

/**
 * Runs something with the store, or for reading with a bundle, open, and closes the store whatever happens. `isOwn` says that
 * it is a store, and no bundle that somebody else may have made.
 */
export const withStore = async <T>(
  option: string | undefined,
  mode: 'read' | 'write',
  use: (store: Store, isOwn: boolean) => Promise<T>,
): Promise<T> => {
  const path = storePath(option);
  const store = await openSqliteStore(path, { mode }).catch((failure: unknown) => {
    if (mode === 'read' && failure instanceof StoreError && failure.code === 'store/foreign') return undefined;
    throw failure;
  });
  if (store === undefined) return withBundle(path, use);
  try {
    return await use(store, true);
  } finally {
    await store.close();
  }
};

/** A store that is opened, and made, only when it is first asked for; that its name is usable is settled at once. */
export const lazyStore = (option: string | undefined): { opened: () => Promise<Store>; close: () => Promise<void> } => {
  const path = storePath(option);
  let store: Store | undefined;
  return {
    opened: async () => {
      store ??= await openSqliteStore(path, { mode: 'write' });
      return store;
    },
    close: async () => store?.close(),
  };
};

import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openSqliteStore, type Store } from '@ken/store';

const storeName = 'store.db';

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

const nearest = (from: string): string | undefined => {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (isFolder(join(folder, '.ken'))) return join(folder, '.ken', storeName);
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

/** Where the store is: the option, else KEN_STORE, else the nearest folder upwards that has `.ken/`, else the user's data folder. */
export const storePath = (option: string | undefined, cwd = process.cwd(), env = process.env): string => {
  const named = option ?? env['KEN_STORE'];
  if (named !== undefined && named !== '') return resolve(cwd, named);
  return nearest(cwd) ?? join(dataFolder(env), 'ken', storeName);
};

/** Runs something with the store open, and closes the store whatever happens. */
export const withStore = async <T>(
  option: string | undefined,
  mode: 'read' | 'write',
  use: (store: Store) => Promise<T>,
): Promise<T> => {
  const store = await openSqliteStore(storePath(option), { mode });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

/** A store that is opened, and made, only when it is first asked for. */
export const lazyStore = (option: string | undefined): { opened: () => Promise<Store>; close: () => Promise<void> } => {
  let store: Store | undefined;
  return {
    opened: async () => {
      store ??= await openSqliteStore(storePath(option), { mode: 'write' });
      return store;
    },
    close: async () => store?.close(),
  };
};

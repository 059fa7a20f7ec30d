import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { CommandError, exitCode } from './exit.ts';
import { fileError } from './failures.ts';

/** A file to seal, and whether it was named or found in a folder that was. */
export interface SessionFile {
  readonly path: string;
  readonly isNamed: boolean;
}

// What agents write their sessions to. Which agent's a file is, and whether it is one at all, its content says.
const extensions: ReadonlySet<string> = new Set(['.jsonl', '.json']);

// OpenCode's, of any of its channels. Other databases in a folder are not looked into: to do that they are copied.
const databaseName = /^opencode[\w.-]*\.db$/;

const mayHoldSessions = (name: string): boolean => extensions.has(extname(name)) || databaseName.test(name);

/** Whether a file may be a database: one that was named, or that has such a name. */
export const mayBeDatabase = ({ path, isNamed }: SessionFile): boolean => isNamed || databaseName.test(basename(path));

/** The databases that OpenCode keeps in its folder, and the one that its variable names; that may be in its folder too. */
const openCodeDatabases = (env: NodeJS.ProcessEnv, folder: string): readonly string[] => {
  const named = env['OPENCODE_DB'] || undefined;
  const found = aboutPath(folder)?.isDirectory() === true ? entriesOf(folder).map(({ name }) => name) : [];
  const paths = found.filter((name) => databaseName.test(name)).map((name) => join(folder, name));
  return [...new Set([...(named === undefined ? [] : [resolve(folder, named)]), ...paths.sort()])].filter(
    (path) => aboutPath(path)?.isFile() === true,
  );
};

/**
 * What agents keep of their sessions here, each where its own variable says or else in its usual place: the folders of Claude
 * Code, Codex and Gemini, and the databases of OpenCode. Throws a CommandError where there is none.
 */
export const agentHomes = (
  env = process.env,
): { readonly folders: readonly string[]; readonly files: readonly string[] } => {
  const places = [
    join(env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'), 'projects'),
    join(env['CODEX_HOME'] || join(homedir(), '.codex'), 'sessions'),
    join(env['GEMINI_CLI_HOME'] || homedir(), '.gemini', 'tmp'),
  ];
  const openCode = join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'opencode');
  const folders = places.filter((folder) => aboutPath(folder)?.isDirectory() === true);
  const files = openCodeDatabases(env, openCode);
  if (folders.length + files.length > 0) return { folders, files };
  throw new CommandError(
    exitCode.no,
    'file/no-session',
    `No agent keeps sessions here: there is none of ${[...places, join(openCode, 'opencode.db')].join(', ')}.`,
  );
};

const aboutPath = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (failure) {
    throw fileError(folder, 'read', failure);
  }
};

/**
 * The files under a folder that may hold sessions, in the order of their names. Links to folders are not followed, since
 * they can lead in a circle. A folder that cannot be read is handed to `unread` and does not stop the rest.
 */
function* filesUnder(folder: string, unread: (folder: string, failure: CommandError) => void): Generator<string> {
  let entries: Dirent[];
  try {
    entries = entriesOf(folder);
  } catch (failure) {
    if (!(failure instanceof CommandError)) throw failure;
    unread(folder, failure);
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path, unread);
    else if (mayHoldSessions(entry.name) && (entry.isFile() || aboutPath(path)?.isFile() === true)) yield path;
  }
}

const noSession = (folder: string): CommandError =>
  new CommandError(exitCode.no, 'file/no-session', `No file that may hold a session was found in ${folder}.`);

/**
 * The files that some words name: a folder stands for every file under it that may hold a session. Each file once.
 *
 * @param unread - is told of each folder that could not be read, or that was named and holds none
 * @param found - files beside those, which nobody named
 */
export const sessionFiles = (
  words: readonly string[],
  unread: (folder: string, failure: CommandError) => void,
  found: readonly string[] = [],
): readonly SessionFile[] => {
  const files = new Map<string, SessionFile>(found.map((path) => [path, { path, isNamed: false }]));
  for (const word of words) {
    if (word !== '-' && aboutPath(word)?.isDirectory() === true) {
      let isEmpty = true;
      const refused = (folder: string, failure: CommandError): void => {
        isEmpty = false;
        unread(folder, failure);
      };
      for (const path of filesUnder(word, refused)) {
        isEmpty = false;
        if (!files.has(path)) files.set(path, { path, isNamed: false });
      }
      if (isEmpty) unread(word, noSession(word));
    } else if (!files.has(word) || files.get(word)?.isNamed === false) files.set(word, { path: word, isNamed: true });
  }
  return [...files.values()];
};

/**
 * When a file was changed last, in milliseconds; standard input is the latest. What a database holds may have been changed in
 * the log beside it. Throws a CommandError where a file that was named is not there.
 */
export const changeOf = (file: SessionFile): number => {
  const { path } = file;
  if (path === '-') return Number.POSITIVE_INFINITY;
  try {
    const log = mayBeDatabase(file) ? aboutPath(`${path}-wal`) : undefined;
    return Math.max(statSync(path).mtimeMs, log?.mtimeMs ?? 0);
  } catch (failure) {
    throw fileError(path, 'read', failure);
  }
};

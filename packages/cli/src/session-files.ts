import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { CommandError, exitCode } from './exit.ts';
import { fileError } from './failures.ts';

/** A file to seal, and whether it was named or found in a folder that was. */
export interface SessionFile {
  readonly path: string;
  readonly isNamed: boolean;
}

// What agents write their sessions to. Which agent's a file is, and whether it is one at all, its content says.
const extensions: ReadonlySet<string> = new Set(['.jsonl', '.json']);

/** Where agents keep their sessions, of those that are here: Claude Code, Codex, Gemini. Throws a CommandError where none is. */
export const agentFolders = (env = process.env): readonly string[] => {
  const folders = [
    join(env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'), 'projects'),
    join(env['CODEX_HOME'] || join(homedir(), '.codex'), 'sessions'),
    join(homedir(), '.gemini', 'tmp'),
  ];
  const here = folders.filter((folder) => aboutPath(folder)?.isDirectory() === true);
  if (here.length > 0) return here;
  throw new CommandError(
    exitCode.no,
    'file/no-session',
    `No agent keeps sessions here: there is none of ${folders.join(', ')}.`,
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
    else if (extensions.has(extname(entry.name)) && (entry.isFile() || aboutPath(path)?.isFile() === true)) yield path;
  }
}

const noSession = (folder: string): CommandError =>
  new CommandError(exitCode.no, 'file/no-session', `No file that may hold a session was found in ${folder}.`);

/**
 * The files that some words name: a folder stands for every file under it that may hold a session. Each file once.
 *
 * @param unread - is told of each folder that could not be read, or that was named and holds none
 */
export const sessionFiles = (
  words: readonly string[],
  unread: (folder: string, failure: CommandError) => void,
): readonly SessionFile[] => {
  const files = new Map<string, SessionFile>();
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

const changeOf = ({ path }: SessionFile): number => {
  try {
    return statSync(path).mtimeMs;
  } catch (failure) {
    throw fileError(path, 'read', failure);
  }
};

/** The files by the time of their last change, the latest first. Throws a CommandError where one that was named is not there. */
export const latestFirst = (files: readonly SessionFile[]): readonly SessionFile[] => {
  const changed = new Map(files.map((file) => [file, file.path === '-' ? Number.POSITIVE_INFINITY : changeOf(file)]));
  return [...files].sort((a, b) => (changed.get(b) ?? 0) - (changed.get(a) ?? 0));
};

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type ForeignDatabase, isDatabase, MAGIC_BYTES, openForeignDatabase } from '@ken/store';
import { openCodeDocument, openCodeSessions } from '@ken/transcript';
import { CommandError } from './exit.ts';
import { accepted, commandErrorOf } from './failures.ts';
import { type GivenFile, givenFile, spooled } from './given-file.ts';
import { changeOf, mayBeDatabase, type SessionFile } from './session-files.ts';

/** A session to seal: a file, or what a database holds of one. */
export interface SessionSource {
  readonly file: SessionFile;
  /** When it was changed last, in milliseconds, where its database says. */
  readonly changed: number | null;
  /** Opens its bytes, which the caller closes. Throws a CommandError, or what `commandErrorOf` knows. */
  open(): Promise<GivenFile>;
}

const beginsAsDatabase = (path: string): boolean => {
  const file = openSync(path, 'r');
  try {
    const head = new Uint8Array(MAGIC_BYTES);
    return isDatabase(head.subarray(0, readSync(file, head, 0, head.length, 0)));
  } finally {
    closeSync(file);
  }
};

/** The sessions that files hold: of a database each of its own, of any other file that file. */
export class SessionSources {
  readonly #databases: ForeignDatabase[] = [];

  /** What a file holds. Throws a CommandError, or what `commandErrorOf` knows, for a database that cannot be read. */
  async of(file: SessionFile): Promise<readonly SessionSource[]> {
    if (!this.#isDatabase(file)) return [{ file, changed: null, open: () => givenFile(file.path) }];
    const database = await openForeignDatabase(file.path);
    this.#databases.push(database);
    return accepted(openCodeSessions(database, statSync(file.path).size)).map(({ id, updated }) => ({
      file,
      changed: updated,
      open: () => spooled(file.path, openCodeDocument(database, id)),
    }));
  }

  /** All that files hold, in their order. What cannot be read is handed to `failed`. */
  async *all(
    files: readonly SessionFile[],
    failed: (file: SessionFile, failure: CommandError) => void,
  ): AsyncGenerator<SessionSource> {
    for (const file of files) yield* await this.#tried(file, failed);
  }

  /** All that files hold, what changed last first. A database is opened only when nothing else changed later than it did. */
  async *latestFirst(
    files: readonly SessionFile[],
    failed: (file: SessionFile, failure: CommandError) => void,
  ): AsyncGenerator<SessionSource> {
    const waiting: { at: number; file: SessionFile; source?: SessionSource }[] = files.map((file) => ({
      at: changeOf(file),
      file,
    }));
    const latestLast = (): void => void waiting.sort((a, b) => a.at - b.at);
    latestLast();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.source !== undefined) yield next.source;
      else if (!mayBeDatabase(next.file)) yield* await this.#tried(next.file, failed);
      else {
        const { at, file } = next;
        for (const source of await this.#tried(file, failed)) waiting.push({ at: source.changed ?? at, file, source });
        latestLast();
      }
    }
  }

  /** Lets every database go. */
  close(): void {
    for (const database of this.#databases) database.close();
  }

  async #tried(
    file: SessionFile,
    failed: (file: SessionFile, failure: CommandError) => void,
  ): Promise<readonly SessionSource[]> {
    const sources = await this.of(file).catch(commandErrorOf);
    if (!(sources instanceof CommandError)) return sources;
    failed(file, sources);
    return [];
  }

  #isDatabase(file: SessionFile): boolean {
    try {
      // A pipe gives its bytes only once.
      return mayBeDatabase(file) && statSync(file.path).isFile() && beginsAsDatabase(file.path);
    } catch {
      // What cannot be read is said by whoever opens it.
      return false;
    }
  }
}

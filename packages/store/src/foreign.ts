import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { copyDatabase } from './foreign-copy.ts';
import { ForeignError } from './foreign-error.ts';

/** A value of a column: a text or blob as its bytes, an integer, another number as the bytes of its text, or null. */
export type Cell = Uint8Array | bigint | null;

/** Which rows of a table are wanted. */
export interface RowQuery {
  readonly table: string;
  readonly columns: readonly string[];
  /** Only rows in which a column has this text. */
  readonly where?: { readonly column: string; readonly is: string };
  /** The columns by which the rows are ordered, the first first. */
  readonly order: readonly string[];
}

/** A database of another program, in the state that it had when it was opened. */
export interface ForeignDatabase {
  /** The columns of an ordinary table, in their order; none where there is no such table. */
  columns(table: string): readonly string[];
  /** The rows asked for, one array of cells a row. Only columns that `columns` names may be asked for. Read to its end or returned. */
  rows(query: RowQuery): Generator<readonly Cell[]>;
  /** Lets it go. */
  close(): void;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// Text is given as its bytes, so that what is no text of UTF-8 stays what it is.
const cell = (name: string): string => {
  const column = quoted(name);
  return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) WHEN 'real' THEN CAST(CAST(${column} AS TEXT) AS BLOB) ELSE ${column} END`;
};

/** Runs what reads the database. What SQLite throws then is a fault of the file. */
const reading = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new ForeignError('database/damaged', error.code, error);
    // A value too long for the memory of this process is none that its program wrote.
    if (error instanceof RangeError) throw new ForeignError('database/damaged', null, error);
    throw error;
  }
};

class Foreign implements ForeignDatabase {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  columns(table: string): readonly string[] {
    return reading(() => {
      // Views and virtual tables run what their makers say; they have no page of their own.
      const own = this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0");
      if (own.get(table) === undefined) return [];
      const columns = this.#db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid');
      return columns.pluck().all(table) as string[];
    });
  }

  *rows({ table, columns, where, order }: RowQuery): Generator<readonly Cell[]> {
    const known = this.columns(table);
    const named = [...columns, ...order, ...(where === undefined ? [] : [where.column])];
    if (named.some((name) => !known.includes(name))) throw new TypeError('there is no such column');
    const condition = where === undefined ? '' : ` WHERE ${quoted(where.column)} = ?`;
    const by = order.length === 0 ? '' : ` ORDER BY ${order.map(quoted).join(', ')}`;
    const sql = `SELECT ${columns.map(cell).join(', ')} FROM ${quoted(table)}${condition}${by}`;
    const rows = reading(() => this.#prepared(sql).iterate(...(where === undefined ? [] : [where.is])));
    try {
      for (let next = reading(() => rows.next()); next.done !== true; next = reading(() => rows.next()))
        yield next.value as readonly Cell[];
    } finally {
      rows.return?.();
    }
  }

  close(): void {
    this.#db.close();
  }

  #prepared(sql: string): Database.Statement<unknown[], unknown> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare<unknown[], unknown>(sql).raw().safeIntegers();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const connect = (path: string): Database.Database => {
  const db = new Database(path, { fileMustExist: true });
  try {
    // The file may come from anywhere: no function named in its schema runs, and damaged pages are noticed early.
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    // So no index of the log is made in a file, and what is there can lose its name.
    db.pragma('locking_mode = EXCLUSIVE');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (db.pragma('encoding', { simple: true }) !== 'UTF-8') throw new ForeignError('database/damaged');
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/**
 * Opens the SQLite database of another program to read it, as it is now, while that program may be writing it. SQLite sees a
 * private copy in the folder for temporary files, which needs as much room; the original is read and nothing else
 * (docs/decisions/0008-databases-of-agents.md).
 *
 * @returns a database that the caller closes. Throws ForeignError, as its reading does, or what the system answered
 */
export const openForeignDatabase = async (path: string): Promise<ForeignDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'ken-'));
  try {
    const copy = join(folder, 'copy.db');
    await copyDatabase(path, copy);
    return new Foreign(reading(() => connect(copy)));
  } finally {
    // An open file needs no name, so that nothing is left whenever the process ends.
    await rm(folder, { recursive: true, force: true });
  }
};

import type { Database, Statement } from 'better-sqlite3';
import { PLACE } from './sqlite-schema.ts';

/**
 * Where an id stands in the index of objects: what tells the two kinds of id apart, and the first ten characters of the
 * digest. Places are in the order of the ids. `id` may be the beginning of one; then it is the beginning of the place.
 */
export const placeOf = (id: string): string => id.slice(3, 4) + id.slice(7, 17);

// The expression is written as the index has it, or SQLite would not use it.
const AT = `${PLACE} = ? AND id = ?`;

/** Every statement the store runs, prepared once a connection. Single columns come as the bare value, not as rows. */
export interface Statements {
  readonly get: Statement<[place: string, id: string], unknown>;
  readonly has: Statement<[place: string, id: string], unknown>;
  readonly number: Statement<[place: string, id: string], number>;
  readonly put: Statement<[id: string, bytes: Uint8Array]>;
  readonly head: Statement<[branch: string], unknown>;
  readonly move: Statement<[branch: string, id: string]>;
  readonly drop: Statement<[branch: string]>;
  readonly heads: Statement<[from: string], { branch: unknown; id: unknown }>;
  readonly resolve: Statement<[place: string, belowPlace: string, id: string, below: string, limit: number], unknown>;
  readonly stats: Statement<[], { objects: number; bytes: number }>;
}

/** Prepares the statements; throws SQLite's error when the schema is not the one they are written for. */
export const prepare = (db: Database): Statements => ({
  get: db.prepare<[string, string], unknown>(`SELECT bytes FROM object WHERE ${AT}`).pluck(),
  has: db.prepare<[string, string], unknown>(`SELECT 1 FROM object WHERE ${AT}`).pluck(),
  number: db.prepare<[string, string], number>(`SELECT number FROM object WHERE ${AT}`).pluck(),
  // Asked first whether it is held: a condition on the insertion itself copies every object into a row of its own first.
  put: db.prepare('INSERT INTO object (id, bytes) VALUES (?, ?)'),
  head: db.prepare<[string], unknown>('SELECT id FROM head WHERE branch = ?').pluck(),
  move: db.prepare('INSERT INTO head (branch, id) VALUES (?, ?) ON CONFLICT (branch) DO UPDATE SET id = excluded.id'),
  drop: db.prepare('DELETE FROM head WHERE branch = ?'),
  heads: db.prepare('SELECT branch, id FROM head WHERE branch >= ? ORDER BY branch'),
  resolve: db
    .prepare<[string, string, string, string, number], unknown>(
      `SELECT id FROM object WHERE ${PLACE} >= ? AND ${PLACE} < ? AND id >= ? AND id < ? ORDER BY ${PLACE}, id LIMIT ?`,
    )
    .pluck(),
  stats: db.prepare('SELECT count(*) AS objects, coalesce(sum(length(bytes)), 0) AS bytes FROM object'),
});

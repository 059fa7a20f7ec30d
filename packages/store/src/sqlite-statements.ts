import type { Database, Statement } from 'better-sqlite3';

/** Every statement the store runs, prepared once a connection. Single columns come as the bare value, not as rows. */
export interface Statements {
  readonly get: Statement<[id: string], unknown>;
  readonly has: Statement<[id: string], unknown>;
  readonly put: Statement<[id: string, bytes: Uint8Array]>;
  readonly head: Statement<[branch: string], unknown>;
  readonly move: Statement<[branch: string, id: string]>;
  readonly heads: Statement<[from: string], { branch: string; id: string }>;
  readonly resolve: Statement<[from: string, below: string, limit: number], unknown>;
  readonly stats: Statement<[], { objects: number; bytes: number }>;
}

/** Prepares the statements; throws SQLite's error when the schema is not the one they are written for. */
export const prepare = (db: Database): Statements => ({
  get: db.prepare<[string], unknown>('SELECT bytes FROM object WHERE id = ?').pluck(),
  has: db.prepare<[string], unknown>('SELECT 1 FROM object WHERE id = ?').pluck(),
  put: db.prepare('INSERT INTO object (id, bytes) VALUES (?, ?) ON CONFLICT (id) DO NOTHING'),
  head: db.prepare<[string], unknown>('SELECT id FROM head WHERE branch = ?').pluck(),
  move: db.prepare('INSERT INTO head (branch, id) VALUES (?, ?) ON CONFLICT (branch) DO UPDATE SET id = excluded.id'),
  heads: db.prepare('SELECT branch, id FROM head WHERE branch >= ? ORDER BY branch'),
  resolve: db
    .prepare<[string, string, number], unknown>('SELECT id FROM object WHERE id >= ? AND id < ? ORDER BY id LIMIT ?')
    .pluck(),
  stats: db.prepare('SELECT count(*) AS objects, coalesce(sum(length(bytes)), 0) AS bytes FROM object'),
});

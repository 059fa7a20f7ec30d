import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';

/** Marks a database file as a store: the ASCII letters "KenS" in the header field that SQLite leaves to applications. */
export const APPLICATION_ID = 0x4b656e53;

/** The newest schema that is understood here. */
export const SCHEMA_VERSION = 1;

// Rowid tables: twice as fast as WITHOUT ROWID where it was measured. Ids are kept as text, because ids are resolved by the
// beginning of their text and listed in its order, and base32 does not sort as the bytes do.
const OBJECT = 'CREATE TABLE object (id TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL) STRICT';
const HEAD = 'CREATE TABLE head (branch TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL) STRICT';

/** What SQLite says of a store: type, name, table and statement of each entry, by name. The indexes are those of the keys. */
const ENTRIES = [
  ['table', 'head', 'head', HEAD],
  ['table', 'object', 'object', OBJECT],
  ['index', 'sqlite_autoindex_head_1', 'head', null],
  ['index', 'sqlite_autoindex_object_1', 'object', null],
];
const AS_MADE = JSON.stringify(ENTRIES);

const damaged = (): StoreError => new StoreError('store/corrupt', { reason: 'schema' });

const applicationOf = (db: Database): unknown => db.pragma('application_id', { simple: true });

const entriesOf = (db: Database): string => {
  // One more than there should be is enough to tell.
  const query = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name LIMIT ?');
  return JSON.stringify(query.raw().all(ENTRIES.length + 1));
};

/**
 * Fails unless the open database is a store as this program makes it: `store/foreign` when it is another program's,
 * `store/newer` by its version, and `store/corrupt` (reason `schema`) unless its entries are exactly those made here.
 * A trigger, a view, or a column that computes its value could take away what a commit wrote, and an index be false.
 */
export const checkSchema = (db: Database): void => {
  // Asked here once more: the log can say something else than the header of the file.
  if (applicationOf(db) !== APPLICATION_ID) throw new StoreError('store/foreign');
  const version = db.pragma('user_version', { simple: true });
  if (typeof version === 'number' && version > SCHEMA_VERSION)
    throw new StoreError('store/newer', { version, supported: SCHEMA_VERSION });
  if (version !== SCHEMA_VERSION || entriesOf(db) !== AS_MADE) throw damaged();
  // Names are ordered and compared as UTF-8.
  if (db.pragma('encoding', { simple: true }) !== 'UTF-8') throw damaged();
};

const isEmpty = (db: Database): boolean => applicationOf(db) === 0 && entriesOf(db) === '[]';

/**
 * Makes the tables of an empty file, or checks those of a store, as `checkSchema` does. Under the write lock, so of two
 * programs that open a new file at once one makes them and the other finds them. `own` is called under that lock before
 * anything is written. Fails as SQLite does when the file cannot be written.
 */
export const establish = (db: Database, own: () => void): void => {
  db.transaction(() => {
    const isNew = isEmpty(db);
    if (!isNew) checkSchema(db);
    own();
    if (isNew)
      db.exec(`${OBJECT}; ${HEAD}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  }).immediate();
};

import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';

/** Marks a database file as a store: the ASCII letters "KenS" in the header field that SQLite leaves to applications. */
export const APPLICATION_ID = 0x4b656e53;

// Rowid tables: twice as fast as WITHOUT ROWID where it was measured. Ids are kept as text, because ids are resolved by the
// beginning of their text and listed in its order, and base32 does not sort as the bytes do. The number says in which
// order objects were written, and is how the index of texts names them.
const OBJECT = 'CREATE TABLE object (number INTEGER PRIMARY KEY, id TEXT NOT NULL, bytes BLOB NOT NULL) STRICT';
const HEAD = 'CREATE TABLE head (branch TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL) STRICT';

/** The kind of an id and the beginning of its digest: `placeOf` in SQL. What stands between is the same in every id. */
export const PLACE = 'substr(id, 4, 1) || substr(id, 8, 10)';

// Ids are random, so a commit of thousands of objects touches a page of the index for nearly each of them, and writes it
// to the log and to the file. Of 11 characters three times as many stand on a page as of 59. Not unique, because ids that
// begin alike can be looked for and found; whoever looks one up compares the whole of it.
const OBJECT_PLACE = `CREATE INDEX object_place ON object (${PLACE})`;

// The text itself is in the objects already, so none is kept here (content = ''). Words are cut by `plain`, which leaves to
// the tokenizer what it does fastest. Positions are kept, for phrases. A row can be deleted with its object.
const WORD = "CREATE VIRTUAL TABLE word USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii')";
// As much as one commit brings is sorted in memory before it is written, and more segments are merged at a time: half the
// writing, for a search that looks into a few more of them.
const TUNE_WORD = `INSERT INTO word (word, rank) VALUES ('hashsize', ${16 * 1024 * 1024}), ('automerge', 8)`;

// One row: how many times objects were removed.
const COLLECTION = 'CREATE TABLE collection (count INTEGER NOT NULL) STRICT';
const START = 'INSERT INTO collection (count) VALUES (0)';

// The entries of writer logs, and apart from them what each log ends with, so that a tail that is cut off shows.
const ENTRY =
  'CREATE TABLE entry (stream TEXT NOT NULL, writer TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL, PRIMARY KEY (stream, writer, sequence)) STRICT';
const LOG =
  'CREATE TABLE log (stream TEXT NOT NULL, writer TEXT NOT NULL, count INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (stream, writer)) STRICT';
// One row: how many commits changed something.
const GENERATION = 'CREATE TABLE generation (count INTEGER NOT NULL) STRICT';
const LOGS = `${ENTRY}; ${LOG}; ${GENERATION}; INSERT INTO generation (count) VALUES (0)`;

/** What makes of a store one of the next version: the first entry of version 1, and so on. */
const MIGRATIONS: readonly string[] = [`${COLLECTION}; ${START}`, LOGS];

/** The newest schema that is understood here. */
export const SCHEMA_VERSION = MIGRATIONS.length + 1;

type Entry = readonly [type: string, name: string, table: string, sql: string | null];

/** What SQLite says of a store of version 1: type, name, table and statement of each entry, by name. */
const FIRST: readonly Entry[] = [
  ['table', 'head', 'head', HEAD],
  ['table', 'object', 'object', OBJECT],
  ['index', 'object_place', 'object', OBJECT_PLACE],
  // The index of the key.
  ['index', 'sqlite_autoindex_head_1', 'head', null],
];

/** What SQLite says of the index of texts, which a store can be without; the tables under it are made by SQLite. */
const TEXT_ENTRIES: readonly Entry[] = [
  ['table', 'word', 'word', WORD],
  ['table', 'word_config', 'word_config', "CREATE TABLE 'word_config'(k PRIMARY KEY, v) WITHOUT ROWID"],
  ['table', 'word_data', 'word_data', "CREATE TABLE 'word_data'(id INTEGER PRIMARY KEY, block BLOB)"],
  [
    'table',
    'word_docsize',
    'word_docsize',
    "CREATE TABLE 'word_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER)",
  ],
  [
    'table',
    'word_idx',
    'word_idx',
    "CREATE TABLE 'word_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
  ],
];

const SECOND: readonly Entry[] = [['table', 'collection', 'collection', COLLECTION], ...FIRST];

const LATEST: readonly Entry[] = [
  ['table', 'collection', 'collection', COLLECTION],
  ['table', 'entry', 'entry', ENTRY],
  ['table', 'generation', 'generation', GENERATION],
  ['table', 'head', 'head', HEAD],
  ['table', 'log', 'log', LOG],
  ['table', 'object', 'object', OBJECT],
  ['index', 'object_place', 'object', OBJECT_PLACE],
  ['index', 'sqlite_autoindex_entry_1', 'entry', null],
  ['index', 'sqlite_autoindex_head_1', 'head', null],
  ['index', 'sqlite_autoindex_log_1', 'log', null],
];

const asMade = (entries: readonly Entry[]): readonly string[] => [
  JSON.stringify([...entries, ...TEXT_ENTRIES]),
  JSON.stringify(entries),
];

/** What the entries of each version may be, from version 1 on. */
const AS_MADE: readonly (readonly string[])[] = [asMade(FIRST), asMade(SECOND), asMade(LATEST)];
const MOST = LATEST.length + TEXT_ENTRIES.length;

const damaged = (): StoreError => new StoreError('store/corrupt', { reason: 'schema' });

const applicationOf = (db: Database): unknown => db.pragma('application_id', { simple: true });

const entriesOf = (db: Database): string => {
  // One more than there should be is enough to tell.
  const query = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name LIMIT ?');
  return JSON.stringify(query.raw().all(MOST + 1));
};

/**
 * Fails unless the open database is a store as this program makes it: `store/foreign` when it is another program's,
 * `store/newer` by its version, and `store/corrupt` (reason `schema`) unless its entries are exactly those that this program
 * makes in that version, with the index of texts or without it.
 * A trigger, a view, or a column that computes its value could take away what a commit wrote, and an index be false.
 */
export const checkSchema = (db: Database): void => {
  // Asked here once more: the log can say something else than the header of the file.
  if (applicationOf(db) !== APPLICATION_ID) throw new StoreError('store/foreign');
  const version = db.pragma('user_version', { simple: true });
  if (typeof version === 'number' && version > SCHEMA_VERSION)
    throw new StoreError('store/newer', { version, supported: SCHEMA_VERSION });
  const made = typeof version === 'number' ? AS_MADE[version - 1] : undefined;
  if (made?.includes(entriesOf(db)) !== true) throw damaged();
  // Names are ordered and compared as UTF-8.
  if (db.pragma('encoding', { simple: true }) !== 'UTF-8') throw damaged();
};

const isEmpty = (db: Database): boolean => applicationOf(db) === 0 && entriesOf(db) === '[]';

const versionOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }));

/** Brings a store from its version to the next, in one transaction; the newest stays as it is. */
const migrate = (db: Database): void =>
  db
    .transaction(() => {
      checkSchema(db);
      const version = versionOf(db);
      const step = MIGRATIONS[version - 1];
      // Another program was faster.
      if (step !== undefined) db.exec(`${step}; PRAGMA user_version = ${version + 1}`);
    })
    .immediate();

/**
 * Makes the tables of an empty file, or checks those of a store, as `checkSchema` does. Under the write lock, so of two
 * programs that open a new file at once one makes them and the other finds them. `own` is called under that lock before
 * anything is written. A store of an older version is then brought to the newest, one version a transaction: ended
 * between two, it is whole in the version between. Fails as SQLite does when the file cannot be written.
 */
export const establish = (db: Database, own: () => void): void => {
  db.transaction(() => {
    const isNew = isEmpty(db);
    if (!isNew) checkSchema(db);
    own();
    if (isNew)
      db.exec(`${OBJECT}; ${OBJECT_PLACE}; ${HEAD}; ${COLLECTION}; ${START}; ${LOGS}; ${WORD}; ${TUNE_WORD};
        PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  }).immediate();
  while (versionOf(db) < SCHEMA_VERSION) migrate(db);
};

/** How many times objects were removed: in a store of version 1, which is only read, never. */
export const collectionsOf = (db: Database): number => {
  if (versionOf(db) < 2) return 0;
  const count: unknown = db.prepare('SELECT count FROM collection').pluck().get();
  if (typeof count !== 'number') throw damaged();
  return count;
};

/** Whether the store has writer logs: one of an earlier version, which is only read, has none. */
export const hasLogs = (db: Database): boolean => versionOf(db) >= 3;

/** How many commits changed something: in a store of an earlier version, which is only read, none that were counted. */
export const generationOf = (db: Database): number => {
  if (!hasLogs(db)) return 0;
  const count: unknown = db.prepare('SELECT count FROM generation').pluck().get();
  if (typeof count !== 'number') throw damaged();
  return count;
};

/** Runs what may change the store, inside the transaction of the caller; where it did, the generation is one more. */
export const counted = (db: Database, change: () => void): void => {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  const before = changes.get();
  change();
  if (changes.get() !== before) db.prepare('UPDATE generation SET count = count + 1').run();
};

/** Whether the store has an index of texts, sound or not. */
export const hasTextIndex = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'word'").get() !== undefined;

/**
 * Puts an empty index of texts in place of whatever is there, sound, damaged or absent. It is not dropped by its own
 * means, which need it to be sound: its entry is taken out, and the tables under it are dropped as tables.
 */
export const renewTextIndex = (db: Database): void => {
  db.unsafeMode(true);
  try {
    db.transaction(() => {
      db.pragma('writable_schema = ON');
      db.exec("DELETE FROM sqlite_schema WHERE name = 'word'");
      db.pragma('writable_schema = RESET');
      for (const [, name] of TEXT_ENTRIES) if (name !== 'word') db.exec(`DROP TABLE IF EXISTS ${name}`);
      db.exec(`${WORD}; ${TUNE_WORD}`);
    }).immediate();
  } finally {
    db.unsafeMode(false);
  }
};

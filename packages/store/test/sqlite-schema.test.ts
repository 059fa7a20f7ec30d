import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { filesOf, freshFolder } from './folder.ts';
import { expectFailure, headAt, raw } from './objects.ts';

const OBJECT = 'CREATE TABLE object (number INTEGER PRIMARY KEY, id TEXT NOT NULL, bytes BLOB NOT NULL) STRICT';
const PLACE = 'CREATE INDEX object_place ON object (substr(id, 4, 1) || substr(id, 8, 10))';
const HEAD = 'CREATE TABLE head (branch TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL) STRICT';
const WORD = "CREATE VIRTUAL TABLE word USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii')";
const COLLECTION = 'CREATE TABLE collection (count INTEGER NOT NULL) STRICT';
const FIRST = `${OBJECT}; ${PLACE}; ${HEAD}; ${WORD}`;
const ENTRY =
  'CREATE TABLE entry (stream TEXT NOT NULL, writer TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL, PRIMARY KEY (stream, writer, sequence)) STRICT';
const LOG =
  'CREATE TABLE log (stream TEXT NOT NULL, writer TEXT NOT NULL, count INTEGER NOT NULL, id TEXT NOT NULL, PRIMARY KEY (stream, writer)) STRICT';
const GENERATION = 'CREATE TABLE generation (count INTEGER NOT NULL) STRICT';
const LOGS = `${ENTRY}; ${LOG}; ${GENERATION}; INSERT INTO generation VALUES (0)`;
const TABLES = `${FIRST}; ${COLLECTION}; INSERT INTO collection VALUES (0); ${LOGS}`;
const MARKS = 'PRAGMA application_id = 0x4b656e53; PRAGMA user_version = 3';

const make = (path: string, sql: string): void => {
  const db = new Database(path);
  db.exec(sql).close();
};

const makeStore = async (path: string): Promise<void> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects: [raw('kept')], heads: [{ branch: 'main', expected: null, next: headAt(1) }] });
  await store.close();
};

/** What is done to a store of this program. Most of it no statement of the store would notice. */
const additions: { readonly [kind: string]: string } = {
  'a trigger that takes a head away':
    'CREATE TRIGGER t AFTER INSERT ON head BEGIN DELETE FROM head WHERE branch = new.branch; END',
  'a trigger that puts another head': "CREATE TRIGGER t AFTER UPDATE ON head BEGIN UPDATE head SET id = ''; END",
  'a trigger that takes objects away': 'CREATE TRIGGER t AFTER INSERT ON object BEGIN DELETE FROM object; END',
  'a view': 'CREATE VIEW v AS SELECT id FROM head',
  'a trigger on a view':
    'CREATE VIEW v AS SELECT id FROM head; CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN DELETE FROM head; END',
  'one more index': 'CREATE INDEX i ON head (id)',
  'an index over a part': "CREATE UNIQUE INDEX i ON head (id) WHERE branch > 'm'",
  'one more table': 'CREATE TABLE t (a)',
  'an index of objects that is gone': 'DROP INDEX object_place',
  'an index of objects by something else': 'DROP INDEX object_place; CREATE INDEX object_place ON object (id)',
  'one more index of texts': 'CREATE VIRTUAL TABLE t USING fts5 (a)',
  'one more column': "ALTER TABLE head ADD COLUMN note TEXT DEFAULT ''",
  'a column that is computed': "ALTER TABLE head ADD COLUMN other TEXT AS (branch || '')",
  'the statistics of a planner': 'ANALYZE',
  'a table that is gone': 'DROP TABLE head',
};

/** Files made from nothing with the marks of a store, as a program that imitates this one could. */
const imitations: { readonly [kind: string]: string } = {
  'a column of another name': TABLES.replace(
    'branch TEXT NOT NULL PRIMARY KEY, id',
    'branch TEXT NOT NULL PRIMARY KEY, head',
  ),
  'a column of another type': TABLES.replace('KEY, id TEXT', 'KEY, id BLOB'),
  'an id that is computed': TABLES.replace('id TEXT NOT NULL) STRICT', 'id TEXT AS (branch)) STRICT'),
  'names that are compared without case': TABLES.replace('branch TEXT', 'branch TEXT COLLATE NOCASE'),
  'conflicts that replace': TABLES.replace(
    'TEXT NOT NULL PRIMARY KEY',
    'TEXT NOT NULL PRIMARY KEY ON CONFLICT REPLACE',
  ),
  'a check': TABLES.replace('id TEXT NOT NULL) STRICT', "id TEXT NOT NULL, CHECK (branch <> 'x')) STRICT"),
  'a table without strictness': TABLES.replace(' STRICT', ''),
  'a table without rowid': TABLES.replace(' STRICT', ' STRICT, WITHOUT ROWID'),
  'a view in place of a table': TABLES.replace(
    HEAD,
    'CREATE TABLE t (branch, id); CREATE VIEW head AS SELECT * FROM t',
  ),
  'an index of texts that cuts words otherwise': TABLES.replace("'ascii'", "'unicode61'"),
  'an index of texts in a table of another kind': TABLES.replace(WORD, 'CREATE TABLE word (text)'),
  'text in UTF-16': `PRAGMA encoding = 'UTF-16le'; ${TABLES}`,
  'no tables at all': '',
};

const expectRefused = async (folder: string, path: string): Promise<void> => {
  const before = filesOf(folder);
  for (const mode of ['write', 'read'] as const)
    await expectFailure(openSqliteStore(path, { mode }), 'store/corrupt', { reason: 'schema' });
  expect(filesOf(folder)).toEqual(before);
};

describe('a store that is not exactly as made is refused in both modes and left alone', () => {
  it.each(Object.entries(additions))('with %s', async (_, sql) => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(path);
    await expectOpen(path);
    make(path, sql);
    await expectRefused(folder, path);
  });

  it.each(Object.entries(imitations))('with %s', async (_, sql) => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    make(path, `${sql}; ${MARKS}`);
    await expectRefused(folder, path);
  });

  it('with a trigger that only the log holds', async () => {
    const from = join(freshFolder(), 'store.db');
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(from);
    const db = new Database(from);
    db.pragma('journal_mode = WAL');
    db.exec(additions['a trigger that takes a head away'] ?? '');
    for (const part of ['', '-wal']) writeFileSync(`${path}${part}`, readFileSync(`${from}${part}`));
    db.close();
    for (const mode of ['read', 'write'] as const)
      await expectFailure(openSqliteStore(path, { mode }), 'store/corrupt', { reason: 'schema' });
  });

  it('and keeps the mode of its file', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    make(path, additions['a view'] ?? '');
    chmodSync(path, 0o644);
    await expectFailure(openSqliteStore(path, { mode: 'write' }), 'store/corrupt');
    expect(statSync(path).mode & 0o777).toBe(0o644);
  });
});

const expectOpen = async (path: string): Promise<void> => {
  for (const mode of ['write', 'read'] as const) {
    const store = await openSqliteStore(path, { mode });
    expect(await store.head('main')).toBe(headAt(1));
    expect(await store.get(raw('kept')[0])).toEqual(raw('kept')[1]);
    await store.close();
  }
};

describe('a store that is exactly as made is opened', () => {
  it('after what was added is taken away again', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    make(path, 'CREATE VIEW v AS SELECT id FROM head; DROP VIEW v');
    await expectOpen(path);
  });

  it('after its pages were put in order, in another size', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    make(path, 'PRAGMA page_size = 8192; VACUUM');
    await expectOpen(path);
  });

  it('also when another hand made it in the same words', async () => {
    const path = join(freshFolder(), 'store.db');
    make(path, `${TABLES}; ${MARKS}`);
    await makeStore(path);
    await expectOpen(path);
  });

  it('also without the index of texts', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    make(path, 'DROP TABLE word');
    await expectOpen(path);
  });
});

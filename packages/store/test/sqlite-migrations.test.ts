import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { filesOf, freshFolder } from './folder.ts';
import { expectFailure, headAt, raw } from './objects.ts';

// Version 1 as it was made, written out here, so that a change of what makes a store does not change it.
const FIRST = `
  CREATE TABLE object (number INTEGER PRIMARY KEY, id TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
  CREATE INDEX object_place ON object (substr(id, 4, 1) || substr(id, 8, 10));
  CREATE TABLE head (branch TEXT NOT NULL PRIMARY KEY, id TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE word USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'ascii');
  PRAGMA application_id = 0x4b656e53; PRAGMA user_version = 1`;

const versionOf = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  try {
    return db.pragma('user_version', { simple: true });
  } finally {
    db.close();
  }
};

const makeFirst = (more = ''): string => {
  const path = join(freshFolder(), 'store.db');
  const db = new Database(path);
  db.exec(FIRST);
  const [id, bytes] = raw('kept');
  db.prepare('INSERT INTO object (id, bytes) VALUES (?, ?)').run(id, bytes);
  db.prepare('INSERT INTO head VALUES (?, ?)').run('main', headAt(1));
  db.exec(`INSERT INTO word (rowid, text) VALUES (1, 'spoken'); ${more}`);
  db.close();
  return path;
};

describe('a store of an older version', () => {
  it('is brought to the newest when it is opened to write, with all that it holds', async () => {
    const path = makeFirst();
    const store = await openSqliteStore(path, { mode: 'write' });
    expect(await store.get(raw('kept')[0])).toEqual(raw('kept')[1]);
    expect(await store.head('main')).toBe(headAt(1));
    expect(await store.search({ text: 'spoken', limit: 9 })).toEqual([raw('kept')[0]]);
    expect(await store.collections()).toBe(0);
    await store.close();
    const made = join(freshFolder(), 'store.db');
    await (await openSqliteStore(made, { mode: 'write' })).close();
    expect(versionOf(path)).toBe(versionOf(made));
    await (await openSqliteStore(path, { mode: 'read' })).close();
  });

  it('of the second version keeps how often it was collected, and gets logs', async () => {
    const more = 'CREATE TABLE collection (count INTEGER NOT NULL) STRICT; INSERT INTO collection VALUES (7)';
    const path = makeFirst(`${more}; PRAGMA user_version = 2`);
    const reader = await openSqliteStore(path, { mode: 'read' });
    expect(await reader.collections()).toBe(7);
    expect([await reader.generation(), await reader.logHeads(), await reader.examineLogs()]).toEqual([0, [], []]);
    await reader.close();
    const store = await openSqliteStore(path, { mode: 'write' });
    expect(await store.collections()).toBe(7);
    await store.commit({
      objects: [],
      entries: [{ stream: 's', writer: 'w', expected: null, payload: new Uint8Array() }],
    });
    expect(await store.logHeads()).toMatchObject([{ count: 1 }]);
    expect(await store.generation()).toBe(1);
    await store.close();
  });

  it('is read as it is, and nothing of it is changed', async () => {
    const path = makeFirst();
    const before = readFileSync(path);
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.head('main')).toBe(headAt(1));
    expect(await store.collections()).toBe(0);
    expect(await (await store.marking()).count(new Map([['main', headAt(1)]]))).toMatchObject({ objects: 1 });
    await store.close();
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
  });

  it('that is not exactly as that version was made is damaged, and left alone', async () => {
    for (const more of [
      'CREATE TABLE collection (count INTEGER NOT NULL) STRICT',
      'CREATE VIEW v AS SELECT 1',
      'PRAGMA user_version = 0',
    ]) {
      const path = makeFirst(more);
      const before = filesOf(join(path, '..'));
      for (const mode of ['write', 'read'] as const)
        await expectFailure(openSqliteStore(path, { mode }), 'store/corrupt', { reason: 'schema' });
      expect(filesOf(join(path, '..'))).toEqual(before);
    }
  });

  it('is brought there once by many that open it at the same time', async () => {
    const path = makeFirst();
    const stores = await Promise.all([1, 2, 3].map(() => openSqliteStore(path, { mode: 'write' })));
    for (const store of stores) {
      expect(await store.collections()).toBe(0);
      await store.close();
    }
  });

  it('and one that was ended in the middle of that is still of its version', async () => {
    const path = makeFirst();
    const folder = freshFolder();
    const db = new Database(path);
    db.pragma('journal_mode = WAL');
    db.exec('BEGIN; CREATE TABLE collection (count INTEGER NOT NULL) STRICT; PRAGMA user_version = 2');
    for (const part of ['', '-wal']) copyFileSync(`${path}${part}`, join(folder, `store.db${part}`));
    db.close();
    const left = join(folder, 'store.db');
    const store = await openSqliteStore(left, { mode: 'write' });
    expect(await store.head('main')).toBe(headAt(1));
    expect(await store.collections()).toBe(0);
    await store.close();
  });
});

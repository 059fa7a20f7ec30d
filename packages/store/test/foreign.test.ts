import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Cell, ForeignError, isDatabase, openForeignDatabase } from '../src/index.ts';
import { asNobody, filesOf, freshFolder } from './folder.ts';

const query = { table: 'thing', columns: ['name', 'value'], order: ['name'] };

const shown = (cell: Cell): unknown => (cell instanceof Uint8Array ? Buffer.from(cell).toString() : cell);

/** What a database holds as it is read now. */
const read = async (path: string): Promise<unknown[]> => {
  const database = await openForeignDatabase(path);
  try {
    return [...database.rows(query)].map((row) => row.map(shown));
  } finally {
    database.close();
  }
};

const made = (journal: string): { path: string; folder: string; db: Database.Database } => {
  const folder = freshFolder();
  const path = join(folder, 'other.db');
  const db = new Database(path);
  db.pragma(`journal_mode = ${journal}`);
  db.exec("CREATE TABLE thing (name TEXT, value); INSERT INTO thing VALUES ('a', 1), ('b', 'zwei')");
  return { path, folder, db };
};

const both = [
  ['a', 1n],
  ['b', 'zwei'],
];

describe.each(['wal', 'delete', 'persist', 'truncate'])('a database with the journal mode %s', (journal) => {
  test('is read while its program has it open, and afterwards, and nothing of it changes', async () => {
    const { path, folder, db } = made(journal);
    const open = filesOf(folder);
    expect(await read(path)).toEqual(both);
    expect(filesOf(folder)).toEqual(open);
    db.exec("INSERT INTO thing VALUES ('c', NULL)");
    expect(await read(path)).toEqual([...both, ['c', null]]);
    db.close();
    const closed = filesOf(folder);
    expect(await read(path)).toEqual([...both, ['c', null]]);
    expect(filesOf(folder)).toEqual(closed);
  });

  test('is read as it was before a change that is not committed', async () => {
    const { path, folder, db } = made(journal);
    db.pragma('cache_size = 1');
    db.exec('BEGIN');
    const put = db.prepare("INSERT INTO thing VALUES ('z', ?)");
    for (let at = 0; at < 200; at += 1) put.run('long'.repeat(900));
    const open = filesOf(folder);
    expect(await read(path)).toEqual(both);
    expect(filesOf(folder)).toEqual(open);
    db.exec('COMMIT');
    expect(await read(path)).toHaveLength(202);
    db.close();
  });
});

test('what a killed program left in its log is read, where its folder cannot be written either, and through a link', async () => {
  const { folder, db } = made('wal');
  const left = freshFolder();
  for (const name of ['other.db', 'other.db-wal']) writeFileSync(join(left, name), readFileSync(join(folder, name)));
  db.close();
  symlinkSync(join(left, 'other.db'), join(folder, 'link.db'));
  expect(await read(join(folder, 'link.db'))).toEqual(both);
  expect(await asNobody(() => read(join(left, 'other.db')))).toEqual(both);
  expect(readdirSync(left).sort()).toEqual(['other.db', 'other.db-wal']);
});

test('each reading is one state, while another thread writes and starts its log again and again', async () => {
  const { path, db } = made('wal');
  db.close();
  const worker = new Worker(
    `const Database = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))});
     const { workerData, parentPort } = require('node:worker_threads');
     const db = new Database(workerData);
     db.pragma('wal_autocheckpoint = 20');
     let stop = false;
     parentPort.on('message', () => { stop = true; });
     const put = db.transaction((n) => { for (const name of ['x', 'y']) { db.prepare('DELETE FROM thing WHERE name = ?').run(name); for (let i = 0; i < 30; i++) db.prepare('INSERT INTO thing VALUES (?, ?)').run(name, n + ' '.repeat(500)); } });
     let n = 0;
     const step = () => { for (let i = 0; i < 5; i++) put(String(n++)); if (stop) { db.close(); parentPort.close(); } else setTimeout(step, 1); };
     step();`,
    { eval: true, workerData: path },
  );
  try {
    const seen = new Set<string>();
    for (let at = 0; at < 25; at += 1) {
      const values = (await read(path)).flatMap((row) => {
        const [name, value] = row as [string, string];
        return name === 'x' || name === 'y' ? [value.trim()] : [];
      });
      expect(new Set(values).size).toBeLessThanOrEqual(1);
      expect([0, 60]).toContain(values.length);
      seen.add(values[0] ?? '');
    }
    expect(seen.size).toBeGreaterThan(1);
  } finally {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop');
    await ended;
  }
});

test('values are given as they are: text that is none, numbers, blobs, nothing', async () => {
  const { path, db } = made('delete');
  db.exec(
    "DELETE FROM thing; INSERT INTO thing VALUES (CAST(x'ff00fe' AS TEXT), 1.5), (x'00', 9007199254740993), (NULL, x'')",
  );
  db.close();
  const database = await openForeignDatabase(path);
  expect(
    [...database.rows(query)].map((row) => row.map((cell) => (cell instanceof Uint8Array ? [...cell] : cell))),
  ).toEqual([
    [null, []],
    [[0xff, 0x00, 0xfe], [...Buffer.from('1.5')]],
    [[0], 9007199254740993n],
  ]);
  const some = { ...query, where: { column: 'value', is: 'zwei' } };
  expect([...database.rows(some)]).toEqual([]);
  expect(() => [...database.rows({ ...query, columns: ['other'] })]).toThrow(TypeError);
  database.close();
});

test('only ordinary tables have columns: a view, a virtual table and a computed column could run what their makers say', async () => {
  const { path, db } = made('delete');
  db.exec(
    `CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name FROM n;
     CREATE VIRTUAL TABLE words USING fts5(name);
     CREATE TABLE "odd ""name" (name, twice AS (name || name))`,
  );
  db.close();
  const database = await openForeignDatabase(path);
  expect(['thing', 'endless', 'words', 'absent', 'odd "name'].map((table) => database.columns(table))).toEqual([
    ['name', 'value'],
    [],
    [],
    [],
    ['name'],
  ]);
  database.close();
});

describe('what is no sound database', () => {
  const refused = async (bytes: Uint8Array, folder = freshFolder()): Promise<unknown> => {
    const path = join(folder, 'x.db');
    writeFileSync(path, bytes);
    return read(path).catch((error: unknown) => error);
  };

  test('is refused: other bytes, a header alone, another encoding; control: a sound one is not', async () => {
    const { path, db } = made('delete');
    db.close();
    const sound = readFileSync(path);
    expect(await refused(sound)).toEqual(both);
    for (const bytes of [Buffer.alloc(0), Buffer.from('SQLite format 4\0'), sound.subarray(0, 100)])
      expect(await refused(bytes)).toMatchObject({ name: 'ForeignError', code: 'database/damaged' });
    const wide = join(freshFolder(), 'wide.db');
    const other = new Database(wide);
    other.pragma("encoding = 'UTF-16le'");
    other.exec('CREATE TABLE thing (name, value)');
    other.close();
    expect(await refused(readFileSync(wide))).toMatchObject({ code: 'database/damaged' });
    expect([isDatabase(sound), isDatabase(Buffer.from('{}'))]).toEqual([true, false]);
  });

  test('gives rows or is refused, wherever it is damaged, and leaves nothing among the temporary files', async () => {
    const { path, folder, db } = made('delete');
    const put = db.prepare('INSERT INTO thing VALUES (?, ?)');
    for (let at = 0; at < 60; at += 1) put.run(`n${at}`, 'x'.repeat(at * 40));
    db.close();
    const sound = readFileSync(path);
    const temporary = freshFolder();
    vi.stubEnv('TMPDIR', temporary);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length - 1), fc.uint8Array({ minLength: 1, maxLength: 24 }), async (at, put) => {
        const hurt = Buffer.from(sound);
        hurt.set(put.subarray(0, hurt.length - at), at);
        const got = await refused(hurt, folder);
        expect(Array.isArray(got) || got instanceof ForeignError).toBe(true);
      }),
      { seed: 7, numRuns: 120 },
    );
    vi.unstubAllEnvs();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('an absent file and a folder are failures of the system', async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'in'));
    await expect(read(join(folder, 'none.db'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(read(join(folder, 'in'))).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { describeStore } from './contract.ts';
import { describeTexts } from './contract-texts.ts';
import { asNobody, filesOf, freshFolder } from './folder.ts';
import { allBranches, expectFailure, headAt, raw } from './objects.ts';

describeStore('SQLite', () => openSqliteStore(join(freshFolder(), 'store.db'), { mode: 'write' }));
describeTexts('SQLite', () => openSqliteStore(join(freshFolder(), 'store.db'), { mode: 'write' }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const makeStore = async (path: string): Promise<void> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects: [raw('kept')], heads: [{ branch: 'main', expected: null, next: headAt(1) }] });
  await store.close();
};

describe('a file', () => {
  it('is created for its owner alone, and so are the folders above it', async () => {
    const folder = freshFolder();
    const path = join(folder, 'a', 'b', 'store.db');
    await makeStore(path);
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(join(folder, 'a'))).toBe(0o700);
    expect(modeOf(join(folder, 'a', 'b'))).toBe(0o700);
  });

  it.skipIf(process.platform !== 'linux')('says so where a file system refuses a new folder, and ends', async () => {
    await expect(openSqliteStore('/proc/ken/store.db', { mode: 'write' })).rejects.toMatchObject({ code: 'store/io' });
    await expect(openSqliteStore('/proc/self/deeper/store.db', { mode: 'write' })).rejects.toMatchObject({
      code: 'store/io',
    });
  });

  it('has a log as private as itself while it is open, and is alone when closed', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    const store = await openSqliteStore(path, { mode: 'write' });
    await store.commit({ objects: [raw('kept')] });
    expect(readdirSync(folder).sort()).toEqual(['store.db', 'store.db-shm', 'store.db-wal']);
    expect(modeOf(`${path}-wal`)).toBe(0o600);
    await store.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('keeps what was written when it is opened again', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    for (const mode of ['write', 'read'] as const) {
      const store = await openSqliteStore(path, { mode });
      expect(await store.get(raw('kept')[0])).toEqual(raw('kept')[1]);
      expect(await store.head('main')).toBe(headAt(1));
      expect(await allBranches(store)).toEqual(['main']);
      await store.close();
    }
  });

  it('may be reached through a link, also one whose target is missing', async () => {
    const folder = freshFolder();
    symlinkSync('target.db', join(folder, 'link.db'));
    await makeStore(join(folder, 'link.db'));
    expect(readdirSync(folder).sort()).toEqual(['link.db', 'target.db']);
    expect(modeOf(join(folder, 'target.db'))).toBe(0o600);
    const store = await openSqliteStore(join(folder, 'link.db'), { mode: 'read' });
    expect(await store.has(raw('kept')[0])).toBe(true);
    await store.close();
  });

  it('may have a name that means something to SQLite', async () => {
    const folder = freshFolder();
    for (const name of [':memory:', 'file:store.db?mode=memory', 'a%20b.db']) {
      await makeStore(join(folder, name));
      expect(existsSync(join(folder, name))).toBe(true);
    }
  });

  it.each(['', 'store.db ', 'store\0.db'])('is never opened under the name %j', async (name) => {
    await expect(openSqliteStore(name, { mode: 'write' })).rejects.toThrow(TypeError);
    await expect(openSqliteStore(name, { mode: 'read' })).rejects.toThrow(TypeError);
  });

  it.each([-1, 0.5, 2 ** 31, Number.NaN])('is never waited for %d milliseconds', async (busyMs) => {
    const path = join(freshFolder(), 'store.db');
    await expect(openSqliteStore(path, { mode: 'write', busyMs })).rejects.toThrow(TypeError);
    expect(existsSync(path)).toBe(false);
  });
});

describe('opened to read', () => {
  it('is absent where nothing is or an empty file, and makes nothing', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'empty.db'), '');
    await expectFailure(openSqliteStore(join(folder, 'none.db'), { mode: 'read' }), 'store/absent');
    await expectFailure(openSqliteStore(join(folder, 'a', 'none.db'), { mode: 'read' }), 'store/absent');
    await expectFailure(openSqliteStore(join(folder, 'empty.db'), { mode: 'read' }), 'store/absent');
    expect(readdirSync(folder)).toEqual(['empty.db']);
    expect(statSync(join(folder, 'empty.db')).size).toBe(0);
  });

  it('refuses to write', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    const store = await openSqliteStore(path, { mode: 'read' });
    await expectFailure(store.commit({ objects: [raw('more')] }), 'store/read-only');
    expect(await store.stats()).toEqual({ objects: 1, bytes: 4 });
    await store.close();
  });

  it('leaves a closed store as it is, bytes, time and folder', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(path);
    const [before, { mtimeMs }] = [filesOf(folder), statSync(path)];
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.has(raw('kept')[0])).toBe(true);
    expect(filesOf(folder)).toEqual(before);
    await store.close();
    expect(filesOf(folder)).toEqual(before);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
  });

  it('works on a closed store that nobody may write, in a folder that nobody may write', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(path);
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    await asNobody(async () => {
      const store = await openSqliteStore(path, { mode: 'read' });
      expect(await store.get(raw('kept')[0])).toEqual(raw('kept')[1]);
      await store.close();
      await expectFailure(openSqliteStore(path, { mode: 'write' }), 'store/read-only');
      await expectFailure(openSqliteStore(join(folder, 'new.db'), { mode: 'write' }), 'store/read-only');
      await expectFailure(openSqliteStore(join(folder, 'new', 'new.db'), { mode: 'write' }), 'store/read-only');
    });
    expect(readdirSync(folder)).toEqual(['store.db']);
    chmodSync(folder, 0o755);
  });

  it('sees what a writer has committed and goes on committing', async () => {
    const path = join(freshFolder(), 'store.db');
    const writer = await openSqliteStore(path, { mode: 'write' });
    await writer.commit({ objects: [raw('one')] });
    const reader = await openSqliteStore(path, { mode: 'read' });
    expect(await reader.has(raw('one')[0])).toBe(true);
    expect(await reader.has(raw('two')[0])).toBe(false);
    await writer.commit({ objects: [raw('two')] });
    expect(await reader.has(raw('two')[0])).toBe(true);
    await reader.close();
    await writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('sees what is committed also when the writer had done nothing yet', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    const writer = await openSqliteStore(path, { mode: 'write' });
    const reader = await openSqliteStore(path, { mode: 'read' });
    expect(await reader.has(raw('one')[0])).toBe(false);
    await writer.commit({ objects: [raw('one')] });
    expect(await reader.has(raw('one')[0])).toBe(true);
    await reader.close();
    await writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('goes on reading a closed store when a writer opens it', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    const reader = await openSqliteStore(path, { mode: 'read' });
    expect(await reader.has(raw('kept')[0])).toBe(true);
    const writer = await openSqliteStore(path, { mode: 'write' });
    await writer.commit({ objects: [raw('more')] });
    expect(await reader.has(raw('more')[0])).toBe(true);
    await reader.close();
    await writer.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('a reader that outlives the writer', () => {
  it('goes on reading, and the next writer puts the log away', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    const writer = await openSqliteStore(path, { mode: 'write' });
    await writer.commit({ objects: [raw('one')] });
    const reader = await openSqliteStore(path, { mode: 'read' });
    await writer.close();
    expect(await reader.has(raw('one')[0])).toBe(true);
    await reader.close();
    expect(readdirSync(folder)).toContain('store.db-wal');
    const again = await openSqliteStore(path, { mode: 'read' });
    expect(await again.has(raw('one')[0])).toBe(true);
    await again.close();
    await (await openSqliteStore(path, { mode: 'write' })).close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });
});

describe('a file that is no store', () => {
  const foreign: { [kind: string]: (path: string) => void } = {
    'a folder': (path) => mkdirSync(path),
    text: (path) => writeFileSync(path, 'SQLite format 3 is what this text is about.\n'.repeat(200)),
    'a few bytes': (path) => writeFileSync(path, 'SQLite format 3\0'),
    zeros: (path) => writeFileSync(path, new Uint8Array(8192)),
    'the database of another program': (path) =>
      new Database(path).exec('CREATE TABLE object (id TEXT PRIMARY KEY, bytes BLOB)').close(),
    'a database with another application id': (path) =>
      new Database(path).exec('PRAGMA application_id = 7; CREATE TABLE t (a)').close(),
  };

  it.each(Object.entries(foreign))('is refused and left alone: %s', async (_, make) => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    make(path);
    const before = filesOf(folder);
    for (const mode of ['write', 'read'] as const)
      await expectFailure(openSqliteStore(path, { mode }), 'store/foreign');
    expect(filesOf(folder)).toEqual(before);
  });

  it('is left alone in the middle of a transaction of its own program', async () => {
    const folder = freshFolder();
    const path = join(folder, 'other.db');
    const other = new Database(path);
    other.exec('CREATE TABLE t (a); PRAGMA cache_size = 1; BEGIN');
    for (let n = 0; n < 200; n += 1) other.prepare('INSERT INTO t VALUES (zeroblob(4000))').run();
    const before = filesOf(folder);
    expect([...before.keys()]).toEqual(['other.db', 'other.db-journal']);
    await expectFailure(openSqliteStore(path, { mode: 'write' }), 'store/foreign');
    expect(filesOf(folder)).toEqual(before);
    other.close();
  });

  it('is told from a store of a newer program', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(path);
    const setVersion = (version: number) => new Database(path).exec(`PRAGMA user_version = ${version}`).close();
    setVersion(4);
    const before = filesOf(folder);
    for (const mode of ['write', 'read'] as const)
      await expectFailure(openSqliteStore(path, { mode }), 'store/newer', { version: 4, supported: 3 });
    expect(filesOf(folder)).toEqual(before);
    setVersion(3);
    await (await openSqliteStore(path, { mode: 'write' })).close();
  });
});

describe('ids that begin alike further than the index looks', () => {
  it('are told apart by the rest of them', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    const [id, bytes] = raw('one');
    const twin = [...id];
    twin[40] = twin[40] === 'a' ? 'b' : 'a';
    const db = new Database(path);
    db.prepare('INSERT INTO object (id, bytes) VALUES (?, ?)').run(twin.join(''), Buffer.from('other'));
    db.close();
    const store = await openSqliteStore(path, { mode: 'write' });
    expect(await store.get(id)).toBeUndefined();
    expect(await store.has(id)).toBe(false);
    await store.commit({ objects: [[id, bytes]] });
    await store.commit({ objects: [[id, bytes]] });
    expect(await store.getMany([id])).toEqual([bytes]);
    expect((await store.stats()).objects).toBe(3);
    expect(await store.resolve(id.slice(0, 20), 9)).toEqual([id, twin.join('')].sort());
    expect(await store.resolve(id.slice(0, 20), 1)).toEqual([id, twin.join('')].sort().slice(0, 1));
    expect(await store.resolve(id, 9)).toEqual([id]);
    await store.close();
  });
});

describe('two writers', () => {
  it('take turns, and exactly one of two with the same expectation wins', async () => {
    const path = join(freshFolder(), 'store.db');
    const [one, two] = [await openSqliteStore(path, { mode: 'write' }), await openSqliteStore(path, { mode: 'write' })];
    await one.commit({ objects: [raw('one')], heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
    await two.commit({ objects: [raw('two')], heads: [{ branch: 'a', expected: headAt(1), next: headAt(2) }] });
    await expectFailure(
      one.commit({ objects: [raw('three')], heads: [{ branch: 'a', expected: headAt(1), next: headAt(3) }] }),
      'store/conflict',
      { expected: headAt(1), actual: headAt(2) },
    );
    expect(await two.has(raw('three')[0])).toBe(false);
    expect(await one.head('a')).toBe(headAt(2));
    await one.close();
    expect(await two.has(raw('one')[0])).toBe(true);
    await two.commit({ objects: [raw('four')] });
    await two.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('are told that the store is busy after as long as they said they would wait', async () => {
    const path = join(freshFolder(), 'store.db');
    const store = await openSqliteStore(path, { mode: 'write', busyMs: 60 });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    const start = performance.now();
    await expectFailure(store.commit({ objects: [raw('text')] }), 'store/busy', { reason: 'SQLITE_BUSY' });
    expect(performance.now() - start).toBeGreaterThan(50);
    await expectFailure(openSqliteStore(path, { mode: 'write', busyMs: 0 }), 'store/busy');
    expect(await store.has(raw('text')[0])).toBe(false);
    other.exec('COMMIT');
    await store.commit({ objects: [raw('text')] });
    expect(await store.has(raw('text')[0])).toBe(true);
    other.close();
    await store.close();
  });
});

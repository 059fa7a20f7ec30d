import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { source, textOf } from './contract-texts.ts';
import { asNobody, filesOf, freshFolder } from './folder.ts';
import { expectFailure, headAt, raw, value } from './objects.ts';

const COMMITS = 8;

/** What commit `step` writes: a few objects, one of several pages, and the head of the run. */
const commitAt = (step: number) => ({
  objects: [raw(`record ${step}`), value(`node ${step}`), raw(`long ${step} `.repeat(step * 600))],
  heads: [{ branch: 'run', expected: step === 1 ? null : headAt(step - 1), next: headAt(step) }],
  texts: [textOf(`record ${step}`, `step ${step}`)],
});

/** The files of a store after each of its commits, taken while it is open: what a process that is killed leaves behind. */
const snapshots = async (): Promise<readonly { readonly store: Buffer; readonly log: Buffer }[]> => {
  const path = join(freshFolder(), 'store.db');
  const store = await openSqliteStore(path, { mode: 'write' });
  const taken = [];
  for (let step = 1; step <= COMMITS; step += 1) {
    await store.commit(commitAt(step));
    taken.push({ store: readFileSync(path), log: readFileSync(`${path}-wal`) });
  }
  await store.close();
  return taken;
};

/** Opens what is left, and says after how many commits the store stands; each must be there whole or not at all. */
const recover = async (folder: string, left: { readonly store: Buffer; readonly log: Buffer }): Promise<number> => {
  const path = join(mkdtempSync(join(folder, 'left-')), 'store.db');
  writeFileSync(path, left.store);
  writeFileSync(`${path}-wal`, left.log);
  const store = await openSqliteStore(path, { mode: 'write' });
  const head = await store.head('run');
  const steps = Array.from({ length: COMMITS }, (_, n) => n + 1);
  const kept = head === undefined ? 0 : steps.findIndex((step) => headAt(step) === head) + 1;
  for (const step of steps)
    for (const [id, bytes] of commitAt(step).objects)
      expect(await store.get(id).then((held) => held && Buffer.compare(held, bytes))).toBe(
        step <= kept ? 0 : undefined,
      );
  const found = await store.search({ text: 'step', limit: COMMITS + 1 });
  expect(found).toEqual(
    steps
      .slice(0, kept)
      .reverse()
      .map((step) => source(`record ${step}`)),
  );
  await store.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  return kept;
};

describe('a process that ends without closing', () => {
  it('leaves everything that was acknowledged', async () => {
    const folder = freshFolder();
    const taken = await snapshots();
    for (const [n, left] of taken.entries()) expect(await recover(folder, left)).toBe(n + 1);
  });

  it('leaves whole commits only, wherever its log was cut off', async () => {
    const folder = freshFolder();
    const left = (await snapshots()).at(-1) ?? { store: Buffer.alloc(0), log: Buffer.alloc(0) };
    const kept = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.nat(left.log.length), async (length) => {
        kept.add(await recover(folder, { store: left.store, log: left.log.subarray(0, length) }));
      }),
      { seed: 20261130, numRuns: 40 },
    );
    expect(kept.size).toBeGreaterThan(4);
  });

  it('leaves whole commits only, whatever part of its log never reached the disk', async () => {
    const folder = freshFolder();
    const left = (await snapshots()).at(-1) ?? { store: Buffer.alloc(0), log: Buffer.alloc(0) };
    const kept = new Set<number>();
    const sector = 512;
    await fc.assert(
      fc.asyncProperty(fc.nat(Math.floor(left.log.length / sector) - 1), async (lost) => {
        const log = Buffer.from(left.log).fill(0, lost * sector, (lost + 1) * sector);
        kept.add(await recover(folder, { store: left.store, log }));
      }),
      { seed: 20261130, numRuns: 40 },
    );
    expect(kept.size).toBeGreaterThan(4);
  });
});

/** Copies an open store, so that the copy looks like one whose writer was killed. */
const leftBehind = async (...parts: readonly ('' | '-wal' | '-shm')[]): Promise<{ folder: string; path: string }> => {
  const from = join(freshFolder(), 'store.db');
  const folder = freshFolder();
  const path = join(folder, 'store.db');
  const store = await openSqliteStore(from, { mode: 'write' });
  await store.commit(commitAt(1));
  for (const part of parts) copyFileSync(`${from}${part}`, `${path}${part}`);
  await store.close();
  return { folder, path };
};

describe('read after a process that ended without closing', () => {
  it('is whole from the store, its log and the index, and makes no file and changes neither store nor log', async () => {
    const { folder, path } = await leftBehind('', '-wal', '-shm');
    const before = filesOf(folder);
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.head('run')).toBe(headAt(1));
    expect(await store.has(raw('record 1')[0])).toBe(true);
    await store.close();
    const after = filesOf(folder);
    before.delete('store.db-shm');
    after.delete('store.db-shm');
    expect(after).toEqual(before);
  });

  it('makes the index of the log anew when it is gone, and nothing else', async () => {
    const { folder, path } = await leftBehind('', '-wal');
    const before = filesOf(folder);
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.head('run')).toBe(headAt(1));
    expect(await store.has(raw('record 1')[0])).toBe(true);
    await store.close();
    const after = filesOf(folder);
    expect(after.delete('store.db-shm')).toBe(true);
    expect(after).toEqual(before);
    expect(statSync(`${path}-shm`).mode & 0o777).toBe(statSync(path).mode & 0o777);
  });

  it('says what to do where that index cannot be made', async () => {
    const { folder, path } = await leftBehind('', '-wal');
    for (const name of [path, `${path}-wal`]) chmodSync(name, 0o644);
    chmodSync(folder, 0o555);
    const before = filesOf(folder);
    await asNobody(async () => {
      const attempt = openSqliteStore(path, { mode: 'read' });
      await expectFailure(attempt, 'store/read-only', { reason: 'unfinished' });
      await expect(openSqliteStore(path, { mode: 'read' })).rejects.toThrow(/without closing.*copy it/);
    });
    chmodSync(folder, 0o755);
    expect(filesOf(folder)).toEqual(before);
    await (await openSqliteStore(path, { mode: 'write' })).close();
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.head('run')).toBe(headAt(1));
    await store.close();
  });

  it('says what to do about work that was to be undone, and leaves it to a writer', async () => {
    const from = join(freshFolder(), 'store.db');
    const made = await openSqliteStore(from, { mode: 'write' });
    await made.commit(commitAt(1));
    await made.close();
    const other = new Database(from);
    other.pragma('cache_size = 1');
    other.exec('BEGIN');
    for (let n = 0; n < 50; n += 1)
      other.prepare('INSERT INTO object (id, bytes) VALUES (?, zeroblob(9000))').run(`half ${n}`);
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    for (const part of ['', '-journal']) copyFileSync(`${from}${part}`, `${path}${part}`);
    other.close();
    const before = filesOf(folder);
    await expectFailure(openSqliteStore(path, { mode: 'read' }), 'store/read-only', { reason: 'unfinished' });
    expect(filesOf(folder)).toEqual(before);
    await (await openSqliteStore(path, { mode: 'write' })).close();
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.stats()).toMatchObject({ objects: 3 });
    await store.close();
  });

  it('needs no log that was put away already, though the file still speaks of one', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    const store = await openSqliteStore(path, { mode: 'write' });
    await store.commit(commitAt(1));
    const other = new Database(path);
    other.pragma('wal_checkpoint(TRUNCATE)');
    const file = readFileSync(path);
    other.close();
    await store.close();
    expect(file[18]).toBe(2);
    writeFileSync(path, file);
    const reader = await openSqliteStore(path, { mode: 'read' });
    expect(await reader.head('run')).toBe(headAt(1));
    expect(await reader.has(raw('record 1')[0])).toBe(true);
    await expectFailure(reader.commit({ objects: [] }), 'store/read-only');
    await reader.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
    expect(Buffer.compare(readFileSync(path), file)).toBe(0);
    await (await openSqliteStore(path, { mode: 'write' })).close();
    expect(readFileSync(path)[18]).toBe(1);
  });
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { allExamined, describeUpkeep } from './contract-upkeep.ts';
import { freshFolder } from './folder.ts';
import { expectFailure, headAt, raw } from './objects.ts';

describeUpkeep('SQLite', () => openSqliteStore(join(freshFolder(), 'store.db'), { mode: 'write' }));

const objects = Array.from({ length: 400 }, (_, n) => raw(`object ${n} `.repeat(1 + (n % 40))));

const makeStore = async (): Promise<string> => {
  const path = join(freshFolder(), 'store.db');
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects, heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
  await store.close();
  return path;
};

const byHand = (path: string, sql: string): void => {
  new Database(path).exec(sql).close();
};

/** The numbers of the pages of an entry of the schema that hold rows. */
const leavesOf = (path: string, name: string): number[] => {
  const db = new Database(path, { readonly: true });
  const pages = db.prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'");
  try {
    return pages.pluck().all(name);
  } catch {
    // Without that table: the pages whose first byte says that they are leaves of such a tree.
    const file = readFileSync(path);
    const kind = name === 'object' ? 13 : 10;
    return Array.from({ length: file.length / 4096 }, (_, n) => n + 1).filter(
      (n) => file[(n - 1) * 4096] === kind && n > 1,
    );
  } finally {
    db.close();
  }
};

const ruin = (path: string, pages: readonly number[]): void => {
  const file = readFileSync(path);
  for (const page of pages) file.fill(0xff, (page - 1) * 4096, page * 4096);
  writeFileSync(path, file);
};

const idsOf = (found: Awaited<ReturnType<typeof allExamined>>, ok: boolean): (string | null)[] =>
  found.filter((one) => one.ok === ok).map(({ id }) => id);

describe('a store that is damaged is examined to its end', () => {
  it('past pages that cannot be read, and names what was on them by the beginning of its id', async () => {
    const path = await makeStore();
    const leaves = leavesOf(path, 'object');
    const head = leaves.filter((page) =>
      readFileSync(path)
        .subarray((page - 1) * 4096, page * 4096)
        .includes('object'),
    );
    ruin(path, [head[3] ?? 0, head[4] ?? 0, head[20] ?? 0]);
    const store = await openSqliteStore(path, { mode: 'read' });
    const found = await allExamined(store);
    const [sound, damaged] = [idsOf(found, true), idsOf(found, false)];
    expect(sound.length + damaged.length).toBe(objects.length);
    expect(sound.length).toBeGreaterThan(300);
    expect(damaged.length).toBeGreaterThan(20);
    for (const [id] of objects)
      expect(sound.includes(id) || damaged.some((one) => one !== null && one.length >= 17 && id.startsWith(one))).toBe(
        true,
      );
    expect((await store.examineFile()).faults.length).toBeGreaterThan(0);
    await store.close();
  });

  it('without its index too: then what is on such a page is one damage without a name', async () => {
    const path = await makeStore();
    const texts = leavesOf(path, 'object').filter((page) =>
      readFileSync(path)
        .subarray((page - 1) * 4096, page * 4096)
        .includes('object'),
    );
    ruin(path, [texts[3] ?? 0, ...leavesOf(path, 'object_place')]);
    const store = await openSqliteStore(path, { mode: 'read' });
    const found = await allExamined(store);
    // What cannot be found by its id is damage, though its bytes are there.
    expect(idsOf(found, true)).toEqual([]);
    expect(idsOf(found, false)).toContain(null);
    expect(idsOf(found, false)).toContain(objects[0]?.[0]);
    await store.close();
  });

  it('and an object that its index does not lead to is found again once that is made anew', async () => {
    const path = await makeStore();
    const [id] = raw('object 3 '.repeat(4));
    const file = readFileSync(path);
    const place = `k${id.slice(7, 17)}`;
    for (let at = file.indexOf(place); at !== -1; at = file.indexOf(place, at + 1))
      file[at + 3] = (file[at + 3] ?? 0) ^ 1;
    writeFileSync(path, file);
    const store = await openSqliteStore(path, { mode: 'write' });
    expect(await store.get(id)).toBeUndefined();
    const lost = (await allExamined(store)).filter((one) => !one.ok);
    expect(lost).toMatchObject([{ id, error: { code: 'store/corrupt', facts: { reason: 'index' } } }]);
    await store.reindex();
    expect(await store.get(id)).toBeDefined();
    expect((await allExamined(store)).every(({ ok }) => ok)).toBe(true);
    await store.close();
  });

  it('and a head that is no id is told beside those that are', async () => {
    const path = await makeStore();
    byHand(path, "INSERT INTO head VALUES ('b', 'none')");
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await store.examineBranches()).toEqual([
      { branch: 'a', head: headAt(1) },
      { branch: 'b', head: null },
    ]);
    await store.close();
  });
});

describe('what stands under an id', () => {
  it('is taken away where its bytes are others, and stays where they are right', async () => {
    const path = await makeStore();
    const [[rotten, bytes], [sound]] = [raw('object 0 '), raw('object 1 '.repeat(2))];
    byHand(path, `UPDATE object SET bytes = x'00' WHERE id = '${rotten}'`);
    const store = await openSqliteStore(path, { mode: 'write' });
    await expectFailure(store.commit({ objects: [[rotten, bytes]] }), 'store/corrupt', { held: 'stored' });
    expect(await store.discard([sound, rotten, raw('none')[0]])).toBe(1);
    expect(await store.has(sound)).toBe(true);
    expect(await store.has(rotten)).toBe(false);
    await store.commit({ objects: [[rotten, bytes]] });
    expect(await store.get(rotten)).toEqual(bytes);
    await store.close();
  });
});

describe('giving room back', () => {
  const remove = async (path: string): Promise<void> => {
    const store = await openSqliteStore(path, { mode: 'write' });
    await (await store.marking()).sweep(new Map([['a', headAt(1)]]));
    await store.compact();
    await store.close();
  };

  it('makes the file smaller, and leaves nothing in it of what was removed', async () => {
    const path = await makeStore();
    const before = statSync(path).size;
    expect(readFileSync(path).includes('object 7 ')).toBe(true);
    await remove(path);
    expect(statSync(path).size).toBeLessThan(before / 2);
    expect(readFileSync(path).includes('object 7 ')).toBe(false);
  });

  it('takes nothing from whoever reads at that time', async () => {
    const path = await makeStore();
    const writer = await openSqliteStore(path, { mode: 'write' });
    const reader = await openSqliteStore(path, { mode: 'read' });
    const pages = reader.examine()[Symbol.asyncIterator]();
    await pages.next();
    await remove(path);
    expect(await reader.stats()).toMatchObject({ objects: 0 });
    expect(await reader.head('a')).toBe(headAt(1));
    await pages.return?.();
    await reader.close();
    await writer.close();
    expect(readFileSync(path).includes('object 7 ')).toBe(false);
  });

  it('waits for another writer and then says that it is busy, with nothing lost', async () => {
    const path = await makeStore();
    const store = await openSqliteStore(path, { mode: 'write', busyMs: 1 });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    await expectFailure(store.compact(), 'store/busy');
    other.exec('ROLLBACK');
    other.close();
    await store.compact();
    expect(await store.stats()).toMatchObject({ objects: objects.length });
    await store.close();
  });
});

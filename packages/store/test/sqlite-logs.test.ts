import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openMemoryStore, openSqliteStore, StoreError } from '../src/index.ts';
import { describeLogs } from './contract-logs.ts';
import { freshFolder } from './folder.ts';

const freshPath = (): string => join(freshFolder(), 'store.db');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describeLogs('in memory', async () => openMemoryStore());
describeLogs('SQLite', () => openSqliteStore(freshPath(), { mode: 'write' }));

/** A store with two logs of three entries each. */
const filled = async (): Promise<string> => {
  const path = freshPath();
  const store = await openSqliteStore(path, { mode: 'write' });
  for (const writer of ['a', 'b'])
    for (const text of ['one', 'two', 'three']) {
      const expected = (await store.logHead('s', writer))?.id ?? null;
      await store.commit({
        objects: [],
        entries: [{ stream: 's', writer, expected, payload: bytes(`${text} of ${writer}`) }],
      });
    }
  await store.close();
  return path;
};

const answers = async (path: string): Promise<{ readonly read: boolean; readonly examined: boolean }> => {
  const store = await openSqliteStore(path, { mode: 'read' });
  let read = true;
  try {
    for (const writer of ['a', 'b']) {
      let count = 0;
      for await (const _ of store.entries('s', writer)) count += 1;
      read &&= count === 3;
    }
  } catch (failure) {
    expect(failure).toBeInstanceOf(StoreError);
    expect(failure).toMatchObject({ code: 'store/corrupt' });
    read = false;
  }
  const examined = (await store.examineLogs()).every(({ fault }) => fault === null);
  await store.close();
  return { read, examined };
};

describe('a log that somebody changed in the file', () => {
  test('holds as it was written; control of what follows', async () => {
    expect(await answers(await filled())).toEqual({ read: true, examined: true });
  });

  test.each([
    ['its tail cut off', "DELETE FROM entry WHERE writer = 'a' AND sequence = 2"],
    ['its beginning cut off', "DELETE FROM entry WHERE writer = 'a' AND sequence = 0"],
    ['an entry taken out', "DELETE FROM entry WHERE writer = 'a' AND sequence = 1"],
    ['all entries taken out', "DELETE FROM entry WHERE writer = 'a'"],
    ['another payload', "UPDATE entry SET payload = x'00' WHERE writer = 'a' AND sequence = 1"],
    [
      'another id',
      "UPDATE entry SET id = (SELECT id FROM entry WHERE writer = 'b' AND sequence = 1) WHERE writer = 'a' AND sequence = 1",
    ],
    [
      'two entries exchanged',
      "UPDATE entry SET sequence = CASE sequence WHEN 1 THEN 3 ELSE sequence END WHERE writer = 'a'; UPDATE entry SET sequence = 1 WHERE writer = 'a' AND sequence = 2; UPDATE entry SET sequence = 2 WHERE writer = 'a' AND sequence = 3",
    ],
    [
      'an entry of another writer',
      "UPDATE entry SET payload = (SELECT payload FROM entry WHERE writer = 'b' AND sequence = 2), id = (SELECT id FROM entry WHERE writer = 'b' AND sequence = 2) WHERE writer = 'a' AND sequence = 2",
    ],
    [
      'the writers exchanged',
      "UPDATE entry SET writer = 'c' WHERE writer = 'a'; UPDATE entry SET writer = 'a' WHERE writer = 'b'; UPDATE entry SET writer = 'b' WHERE writer = 'c'",
    ],
    ['a head that counts less', "UPDATE log SET count = 2 WHERE writer = 'a'"],
    ['no head', "DELETE FROM log WHERE writer = 'a'"],
  ])('%s: shows', async (_, change) => {
    const path = await filled();
    new Database(path).exec(change).close();
    expect(await answers(path)).toEqual({ read: false, examined: false });
  });

  test('an entry more than the head counts shows when it is examined', async () => {
    const path = await filled();
    new Database(path)
      .exec("INSERT INTO entry SELECT stream, writer, 3, id, payload FROM entry WHERE writer = 'a' AND sequence = 2")
      .close();
    expect((await answers(path)).examined).toBe(false);
  });
});

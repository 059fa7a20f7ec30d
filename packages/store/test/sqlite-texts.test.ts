import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FullStore, openSqliteStore, StoreError } from '../src/index.ts';
import { source, textOf } from './contract-texts.ts';
import { freshFolder } from './folder.ts';
import { expectFailure, headAt, raw } from './objects.ts';

const names = Array.from({ length: 200 }, (_, n) => `source ${n}`);
const heads = [{ branch: 'main', expected: null, next: headAt(1) }];
const textsOf = (words: string) => names.map((name) => textOf(name, `${name} ${words}`));
const found = (store: FullStore, text: string) => store.search({ text, limit: 1000 });

const makeStore = async (): Promise<string> => {
  const path = join(freshFolder(), 'store.db');
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects: names.map(raw), heads, texts: textsOf('kept words') });
  await store.close();
  return path;
};

/** What may be done to the index without touching anything else. */
const harms: { readonly [kind: string]: string } = {
  'without its settings': 'DELETE FROM word_config',
  'of a version that is not known': "UPDATE word_config SET v = 99 WHERE k = 'version'",
  'without its words': 'DELETE FROM word_data',
  'with words that are cut short': 'UPDATE word_data SET block = substr(block, 1, 5)',
  'with other bytes for words': 'UPDATE word_data SET block = randomblob(200) WHERE id > 10',
};

const harm = (path: string, sql: string): void => {
  const db = new Database(path);
  db.unsafeMode(true);
  db.exec(sql).close();
};

const expectAllHeld = async (store: FullStore): Promise<void> => {
  expect(await store.getMany(names.map((name) => source(name)))).toEqual(names.map((name) => raw(name)[1]));
  expect(await store.head('main')).toBe(headAt(1));
};

describe('an index of texts that is damaged', () => {
  it.each(Object.entries(harms))('%s: says so, leaves all else readable, and is made anew', async (_, sql) => {
    const path = await makeStore();
    const sound = await openSqliteStore(path, { mode: 'read' });
    expect(await found(sound, 'kept')).toHaveLength(names.length);
    await sound.close();
    harm(path, sql);
    const reader = await openSqliteStore(path, { mode: 'read' });
    await expectFailure(found(reader, 'kept'), 'store/corrupt', { reason: 'texts' });
    await expectAllHeld(reader);
    await reader.close();
    const store = await openSqliteStore(path, { mode: 'write' });
    await store.commit({ objects: [raw('more')] });
    await store.clearTexts();
    expect(await found(store, 'kept')).toEqual([]);
    await store.commit({ objects: [], texts: textsOf('kept words') });
    expect(await found(store, '"source 7"')).toEqual([source('source 7')]);
    expect(await found(store, 'kept')).toEqual([...names].reverse().map(source));
    await expectAllHeld(store);
    await store.close();
    const again = await openSqliteStore(path, { mode: 'read' });
    expect(await found(again, 'kept')).toHaveLength(names.length);
    await again.close();
  });

  it('fails a commit that would add to it, and not one without texts', async () => {
    const path = await makeStore();
    harm(path, harms['without its settings'] ?? '');
    const store = await openSqliteStore(path, { mode: 'write' });
    const objects = [raw('more')];
    const attempt = store.commit({ objects, texts: [textOf('more', 'words')] });
    await expectFailure(attempt, 'store/corrupt', { reason: 'texts' });
    expect(await store.has(source('more'))).toBe(false);
    await store.commit({ objects });
    expect(await store.has(source('more'))).toBe(true);
    await store.close();
  });
});

describe('an index of texts that is absent', () => {
  const absent = async (): Promise<string> => {
    const path = await makeStore();
    harm(path, 'DROP TABLE word');
    return path;
  };

  it('cannot be searched, passes texts over, and leaves all else as it is', async () => {
    const store = await openSqliteStore(await absent(), { mode: 'write' });
    await expectAllHeld(store);
    await store.commit({ objects: [raw('more')], texts: [textOf('more', 'words')] });
    expect(await store.has(source('more'))).toBe(true);
    // An answer from an index that has only what came later would look complete.
    await expectFailure(found(store, 'words'), 'store/corrupt', { reason: 'texts' });
    await expectFailure(found(store, ''), 'store/corrupt', { reason: 'texts' });
    await store.clearTexts();
    await store.commit({ objects: [], texts: [textOf('more', 'words')] });
    expect(await found(store, 'words')).toEqual([source('more')]);
    await store.close();
  });

  it('does not let pass a text of what is not held', async () => {
    const store = await openSqliteStore(await absent(), { mode: 'write' });
    await expect(store.commit({ objects: [], texts: [textOf('none', 'words')] })).rejects.toThrow(TypeError);
    await store.close();
  });
});

describe('an index of texts', () => {
  it('is not cleared by a reader', async () => {
    const store = await openSqliteStore(await makeStore(), { mode: 'read' });
    await expectFailure(store.clearTexts(), 'store/read-only');
    expect(await found(store, 'kept')).toHaveLength(names.length);
    await store.close();
  });

  it('is seen by a reader as it is committed, cleared and filled again', async () => {
    const path = await makeStore();
    const [writer, reader] = [
      await openSqliteStore(path, { mode: 'write' }),
      await openSqliteStore(path, { mode: 'read' }),
    ];
    expect(await found(reader, 'kept')).toHaveLength(names.length);
    await writer.clearTexts();
    expect(await found(reader, 'kept')).toEqual([]);
    await writer.commit({ objects: [], texts: textsOf('later') });
    expect(await found(reader, 'later')).toHaveLength(names.length);
    await reader.close();
    await writer.close();
  });

  it('lies in the file of the store, and holds the words but not the texts', async () => {
    const path = await makeStore();
    expect(readdirSync(join(path, '..'))).toEqual(['store.db']);
    expect(readFileSync(path).includes('kept')).toBe(true);
    expect(readFileSync(path).includes('kept words')).toBe(false);
  });

  it('survives that pages are put in order', async () => {
    const path = await makeStore();
    harm(path, 'DELETE FROM object WHERE number % 3 = 0; VACUUM');
    const store = await openSqliteStore(path, { mode: 'read' });
    const left = names.filter((_, at) => (at + 1) % 3 !== 0);
    expect(await found(store, 'kept')).toEqual([...left].reverse().map(source));
    expect(await found(store, '"source 1"')).toEqual([source('source 1')]);
    await store.close();
  });

  it('never gives an error of SQLite or what is no source, wherever bytes of the file are changed', async () => {
    const path = await makeStore();
    const file = readFileSync(path);
    const copy = join(freshFolder(), 'copy.db');
    const outcomes = new Set<string>();
    const attempt = async (): Promise<string> => {
      const store = await openSqliteStore(copy, { mode: 'read' });
      try {
        const sources = await found(store, 'kept "source 7"');
        for (const id of sources) expect(id).toMatch(/^bafkr4i/);
        return sources.length === 1 ? 'right' : 'hidden';
      } finally {
        await store.close();
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const changed = Buffer.from(file);
        for (let n = 0; n < 8; n += 1) {
          const place = (at + n * 4099) % file.length;
          changed[place] = (changed[place] ?? 0) ^ mask;
        }
        writeFileSync(copy, changed);
        outcomes.add(
          await attempt().catch((error: unknown) => {
            expect(error).toBeInstanceOf(StoreError);
            return 'failed';
          }),
        );
      }),
      { seed: 20261130, numRuns: 150 },
    );
    expect([...outcomes]).toEqual(expect.arrayContaining(['right', 'failed']));
  });
});

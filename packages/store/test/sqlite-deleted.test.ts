import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore, StoreError } from '../src/index.ts';
import { freshFolder } from './folder.ts';
import { headAt, raw } from './objects.ts';

const objects = Array.from({ length: 300 }, (_, n) => raw(`object ${n} `.repeat(50)));

/** Whatever is asked is answered rightly, or refused by the store's own error. */
const ask = async <T>(question: () => Promise<T>, wanted: T): Promise<void> => {
  try {
    expect(await question()).toEqual(wanted);
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
  }
};

for (const isWritten of [false, true])
  it(`a store deleted under a reader${isWritten ? ', and its writer,' : ''} gives what it held or its own error`, async () => {
    const path = join(freshFolder(), 'store.db');
    const writer = await openSqliteStore(path, { mode: 'write' });
    await writer.commit({ objects, heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
    if (!isWritten) await writer.close();
    const reader = await openSqliteStore(path, { mode: 'read' });
    await ask(() => reader.head('a'), headAt(1));
    for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name));
    for (const [id, bytes] of objects) await ask(() => reader.get(id), bytes);
    await ask(() => reader.head('a'), headAt(1));
    await ask(() => reader.stats().then((stats) => stats.objects), objects.length);
    const seen = [];
    for await (const one of reader.examine()) seen.push(one);
    for (const one of seen) if (!one.ok) expect(one.error).toBeInstanceOf(StoreError);
    await reader.close();
    if (isWritten) {
      await ask(() => writer.commit({ objects: [raw('late')] }), undefined);
      await writer.close().catch((error: unknown) => expect(error).toBeInstanceOf(StoreError));
    }
    // What is opened there afterwards is another store, with nothing of the one before.
    const fresh = await openSqliteStore(path, { mode: 'write' });
    expect(await fresh.stats()).toEqual({ objects: 0, bytes: 0 });
    await fresh.commit({ objects: [raw('new')] });
    expect(await fresh.get(raw('new')[0])).toEqual(raw('new')[1]);
    await fresh.close();
  });

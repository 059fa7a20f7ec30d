import { chmodSync, copyFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { asNobody, filesOf, freshFolder } from './folder.ts';
import { expectFailure, raw } from './objects.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const makeStore = async (path: string): Promise<void> => {
  const store = await openSqliteStore(path, { mode: 'write' });
  await store.commit({ objects: [raw('kept')] });
  await store.close();
};

describe('a store is for its owner only', () => {
  it.each([0o666, 0o640, 0o604, 0o600])(
    'when an empty file of mode %o becomes one, and the folder stays',
    async (mode) => {
      const folder = freshFolder();
      const path = join(folder, 'store.db');
      writeFileSync(path, '');
      chmodSync(path, mode);
      await makeStore(path);
      expect(modeOf(path)).toBe(0o600);
      expect(modeOf(folder)).toBe(0o755);
    },
  );

  it('when a copy of one that others may use is opened to write, and not before', async () => {
    const path = join(freshFolder(), 'store.db');
    await makeStore(path);
    chmodSync(path, 0o664);
    await (await openSqliteStore(path, { mode: 'read' })).close();
    expect(modeOf(path)).toBe(0o664);
    await (await openSqliteStore(path, { mode: 'write' })).close();
    expect(modeOf(path)).toBe(0o600);
  });

  it('with the log and the index that a killed writer left', async () => {
    const from = join(freshFolder(), 'store.db');
    const path = join(freshFolder(), 'store.db');
    const left = await openSqliteStore(from, { mode: 'write' });
    await left.commit({ objects: [raw('kept')] });
    for (const part of ['', '-wal', '-shm']) {
      copyFileSync(`${from}${part}`, `${path}${part}`);
      chmodSync(`${path}${part}`, 0o644);
    }
    await left.close();
    const store = await openSqliteStore(path, { mode: 'write' });
    for (const part of ['', '-wal', '-shm']) expect(modeOf(`${path}${part}`)).toBe(0o600);
    expect(await store.has(raw('kept')[0])).toBe(true);
    await store.close();
  });

  it('when it is reached through a link', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'target.db'), '');
    chmodSync(join(folder, 'target.db'), 0o666);
    symlinkSync('target.db', join(folder, 'link.db'));
    await makeStore(join(folder, 'link.db'));
    expect(modeOf(join(folder, 'target.db'))).toBe(0o600);
  });

  it.runIf(process.geteuid?.() === 0)('and where it is the file of somebody else, its mode is theirs', async () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    await makeStore(path);
    chmodSync(path, 0o666);
    chmodSync(folder, 0o777);
    await asNobody(async () => makeStore(path));
    expect(modeOf(path)).toBe(0o666);
    await makeStore(path);
    expect(modeOf(path)).toBe(0o600);
  });

  it('and a file that is no store keeps its mode', async () => {
    const folder = freshFolder();
    const path = join(folder, 'other.db');
    new Database(path).exec('CREATE TABLE t (a)').close();
    chmodSync(path, 0o644);
    const before = filesOf(folder);
    await expectFailure(openSqliteStore(path, { mode: 'write' }), 'store/foreign');
    expect(modeOf(path)).toBe(0o644);
    expect(filesOf(folder)).toEqual(before);
  });
});

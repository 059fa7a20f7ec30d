import { type FullStore, openMemoryStore, openSqliteStore, type Store } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { collect } from '../src/collect.ts';
import { examineStore } from '../src/doctor.ts';
import { branchesNamed, dropBranches } from '../src/drop.ts';
import { Staged } from '../src/objects.ts';
import { sealTranscript } from '../src/seal.ts';
import { openTranscript } from '../src/source-file.ts';
import { Session, worked } from './claude.ts';
import { byHand, freshPath, within } from './damaged.ts';
import { exported, fileOfBytes, must, seal } from './running.ts';

const drop = async (store: Store, word: string): Promise<void> => {
  expect(await dropBranches(store, must(await branchesNamed(store, word)))).toBe(true);
};

const openings: readonly (readonly [string, () => Promise<FullStore>])[] = [
  ['SQLite', async () => openSqliteStore(freshPath(), { mode: 'write' })],
  ['memory', async () => openMemoryStore()],
];

describe.each(openings)('collecting, %s', (_, open) => {
  test('removes what only a dropped run reached, and nothing of any other', async () => {
    const store = await open();
    const session = worked();
    const text = session.text();
    const kept = await seal(store, text);
    const alone = await store.stats();
    // A run that shares all its records but the last with the one that stays.
    const twin = await seal(store, text.replace('Which limit?', 'Which one?'));
    expect(twin.branch).not.toBe(kept.branch);
    const both = await store.stats();
    await drop(store, twin.branch);
    const dry = must(await collect(store, { dryRun: true }));
    expect(dry).toMatchObject({ objects: both.objects - alone.objects, bytes: both.bytes - alone.bytes, branches: 1 });
    expect(await store.stats()).toEqual(both);
    expect(must(await collect(store))).toEqual(dry);
    expect(await store.stats()).toEqual(alone);
    expect(Buffer.from(await exported(store, kept.head)).toString()).toBe(text);
    expect(await examineStore(store)).toMatchObject({ sound: true, unreached: { objects: 0 } });
    expect(must(await collect(store))).toMatchObject({ objects: 0 });
    await store.close();
  });

  test('of a store without a branch removes everything, and what is sealed again is whole', async () => {
    const store = await open();
    const text = worked().text();
    const { head, branch } = await seal(store, text);
    await drop(store, branch);
    must(await collect(store));
    expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
    expect(await seal(store, text)).toMatchObject({ status: 'new', head });
    expect((await examineStore(store)).sound).toBe(true);
    await store.close();
  });
});

describe('beside a writer that is sealing', () => {
  test('what it has written and not named yet is not relied on afterwards', async () => {
    const store = openMemoryStore();
    const { head, branch } = await seal(store, worked().text());
    const staged = new Staged(store, await store.collections());
    await drop(store, branch);
    for await (const one of store.examine()) if (one.ok) staged.put(one.id, one.bytes);
    await staged.commit([]);
    must(await collect(store));
    const late = staged.commit([{ branch, expected: null, next: head }]);
    await expect(late).rejects.toMatchObject({ code: 'store/collected' });
    expect(await store.head(branch)).toBeUndefined();
  });

  // Large enough for several transactions before the one that moves the head.
  const large = (): Session => {
    const session = worked();
    for (let n = 0; n < 20; n += 1) session.prompt(`${n} `.repeat(500_000));
    return session;
  };

  /** The store, and before each of its commits something else happens. */
  const interrupted = (store: FullStore, before: (commits: number) => Promise<unknown>): Store => {
    let commits = 0;
    return new Proxy(store, {
      get: (target, name) => {
        if (name !== 'commit') {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (commit: Parameters<Store['commit']>[0]) => {
          commits += 1;
          await before(commits);
          return target.commit(commit);
        };
      },
    });
  };

  test('the session is sealed anew where objects were removed in between, and is whole', async () => {
    const path = freshPath();
    const store = await openSqliteStore(path, { mode: 'write' });
    const text = large().text();
    const { head, branch } = await seal(store, text);
    await drop(store, branch);
    let at = 0;
    const racing = interrupted(store, async (commits) => {
      at = commits;
      // Everything that was there before, and that the writer has found there, is removed in the middle.
      if (commits === 2) expect(must(await within(path, collect)).objects).toBeGreaterThan(0);
    });
    const sealed = must(await sealTranscript(racing, must(await openTranscript(fileOfBytes(text)))));
    expect(sealed).toMatchObject({ head, branch, status: 'new' });
    expect(at).toBeGreaterThan(3);
    expect((await examineStore(store)).sound).toBe(true);
    expect(Buffer.compare(await exported(store, head), Buffer.from(text))).toBe(0);
    await store.close();
  });

  test('a session that goes on stays on its branch when objects are removed in between', async () => {
    const path = freshPath();
    const store = await openSqliteStore(path, { mode: 'write' });
    const session = worked();
    const { branch } = await seal(store, session.text());
    const other = await seal(store, new Session().prompt('Something else.').text());
    await drop(store, other.branch);
    for (let n = 0; n < 20; n += 1) session.prompt(`${n} `.repeat(500_000));
    const racing = interrupted(store, async (commits) => {
      if (commits === 2) expect(must(await within(path, collect)).objects).toBeGreaterThan(0);
    });
    const sealed = must(await sealTranscript(racing, must(await openTranscript(fileOfBytes(session.text())))));
    expect(sealed).toMatchObject({ branch, status: 'continued' });
    expect(await examineStore(store)).toMatchObject({ sound: true, unreached: { objects: 0 } });
    await store.close();
  });

  test('a branch that is made while it is looked for keeps everything that it reaches', async () => {
    const path = freshPath();
    const store = await openSqliteStore(path, { mode: 'write' });
    const text = worked().text();
    const { head, branch } = await seal(store, text);
    await drop(store, branch);
    const racing: FullStore = new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'branches') return typeof value === 'function' ? value.bind(target) : value;
        let first = true;
        return async function* () {
          const found = [];
          for await (const one of target.branches()) found.push(one);
          // Between the reading of the branches and the removal of what they do not reach.
          if (first) await seal(target, text);
          first = false;
          yield* found;
        };
      },
    });
    expect(must(await collect(racing))).toMatchObject({ objects: 0, branches: 1 });
    expect(await store.head(branch)).toBe(head);
    expect((await examineStore(store)).sound).toBe(true);
    await store.close();
  });
});

describe('a damaged store', () => {
  test('is not collected while what a branch reaches cannot be told, and is once that branch is dropped', async () => {
    const path = freshPath();
    await within(path, async (store) => {
      const { head, branch } = await seal(store, worked().text());
      const other = await seal(store, new Session().prompt('Something else.').text());
      await drop(store, other.branch);
      const before = await store.stats();
      byHand(path, 'DELETE FROM object WHERE id = ?', head);
      expect(await collect(store)).toMatchObject({
        ok: false,
        refusal: { code: 'run/unreadable', facts: { id: head } },
      });
      expect(await store.stats()).toMatchObject({ objects: before.objects - 1 });
      await drop(store, branch);
      must(await collect(store));
      expect(await store.stats()).toMatchObject({ objects: 0 });
    });
  });

  test('is collected all the same where only the bytes of a record are lost', async () => {
    const path = freshPath();
    await within(path, async (store) => {
      await seal(store, worked().text());
      const other = await seal(store, new Session().prompt('Something else.').text());
      await drop(store, other.branch);
      byHand(path, "UPDATE object SET bytes = x'00' WHERE id LIKE 'bafk%' AND number < 9");
      expect(must(await collect(store)).objects).toBeGreaterThan(4);
    });
  });
});

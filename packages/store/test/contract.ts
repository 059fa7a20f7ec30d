import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FullStore, ObjectId } from '../src/index.ts';
import { MAX_OBJECT_BYTES } from '../src/store.ts';
import { allBranches, bytesOf, expectFailure, expectSame, headAt, raw, value } from './objects.ts';

/** What every store does, whatever it is made of. `open` gives an empty store, `done` runs after it was closed. */
export const describeStore = (name: string, open: () => Promise<FullStore>, done: () => void = () => {}): void => {
  describe(`${name}: the contract of a store`, () => {
    let store: FullStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
      done();
    });

    describe('objects', () => {
      it('gives back the bytes of both kinds of id', async () => {
        const [rawId, rawBytes] = raw('some text');
        const [valueId, valueBytes] = value('some text');
        expect(rawId).not.toBe(valueId);
        await store.commit({ objects: [[rawId, rawBytes]] });
        expect(await store.get(rawId)).toEqual(rawBytes);
        expect(await store.get(valueId)).toBeUndefined();
        await store.commit({ objects: [[valueId, valueBytes]] });
        expect(await store.get(valueId)).toEqual(valueBytes);
      });

      it('holds an object of no bytes', async () => {
        const [id, bytes] = raw('');
        expect(await store.has(id)).toBe(false);
        await store.commit({ objects: [[id, bytes]] });
        expect(await store.has(id)).toBe(true);
        expect(await store.get(id)).toEqual(new Uint8Array(0));
      });

      it('holds a large object and a view into a larger buffer', async () => {
        const [id, bytes] = raw('0123456789'.repeat(300_000));
        const [viewId] = raw('345');
        await store.commit({
          objects: [
            [id, bytes],
            [viewId, bytes.subarray(3, 6)],
          ],
        });
        expectSame(await store.get(id), bytes);
        expect(await store.get(viewId)).toEqual(bytesOf('345'));
      });

      it('gives a fresh copy, plain and alone in its memory', async () => {
        const [id, bytes] = raw('mine');
        await store.commit({ objects: [[id, bytes]] });
        const first = await store.get(id);
        expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype);
        expect(first?.buffer.byteLength).toBe(4);
        first?.fill(0);
        expect(await store.get(id)).toEqual(bytesOf('mine'));
      });

      it('has taken the bytes when commit returns its promise', async () => {
        const [id, bytes] = raw('as it was');
        const written = store.commit({ objects: [[id, bytes]] });
        bytes.fill(0);
        await written;
        expect(await store.get(id)).toEqual(bytesOf('as it was'));
      });

      it('takes the same bytes again, in one commit and in another', async () => {
        await store.commit({ objects: [raw('twice'), raw('twice')] });
        await store.commit({ objects: [raw('twice')] });
        expect(await store.stats()).toEqual({ objects: 1, bytes: 5 });
      });

      it('refuses bytes under an id of other bytes, and keeps nothing of that commit', async () => {
        const [declared] = raw('declared');
        const [actual, other] = raw('other');
        await expectFailure(store.commit({ objects: [raw('first'), [declared, other]] }), 'store/corrupt', {
          id: declared,
          declared,
          actual,
          held: 'given',
        });
        expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
        await store.commit({ objects: [raw('first'), [actual, other]] });
        expect(await store.stats()).toEqual({ objects: 2, bytes: 10 });
      });

      it('refuses an object that is too long to be kept, before any bytes are hashed', async () => {
        const [id, bytes] = raw('short');
        const [other] = raw('other');
        const length = MAX_OBJECT_BYTES + 1;
        const long = new Uint8Array(length);
        const objects = [[other, bytes] as const, [id, long] as const];
        const limit = MAX_OBJECT_BYTES;
        await expectFailure(store.commit({ objects }), 'store/too-large', { id, length, limit });
        expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
        // Of the greatest length it is hashed, and found to be something else.
        const within = store.commit({ objects: [[id, long.subarray(1)]] });
        await expectFailure(within, 'store/corrupt', { id, held: 'given' });
        await store.commit({ objects: [[id, bytes]] });
        expect(await store.has(id)).toBe(true);
      });

      it('keeps the two kinds of id apart, though the digest is the same', async () => {
        const [rawId, bytes] = raw('text');
        const [valueId] = value('text');
        const digest = rawId.slice(7);
        expect(valueId.slice(7)).toBe(digest);
        await store.commit({ objects: [[rawId, bytes]] });
        expect(await store.has(valueId)).toBe(false);
      });

      it('refuses other bytes under an id that is held already', async () => {
        const [id, bytes] = raw('held');
        const [actual, other] = raw('others');
        await store.commit({ objects: [[id, bytes]] });
        await expectFailure(store.commit({ objects: [[id, other]] }), 'store/corrupt', { id, declared: id, actual });
        expect(await store.get(id)).toEqual(bytes);
      });

      it('counts objects and their bytes', async () => {
        expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
        await store.commit({ objects: [raw('abc'), value('abc'), raw('')] });
        expect(await store.stats()).toEqual({ objects: 3, bytes: 6 });
      });
    });

    describe('objects, many at once', () => {
      it('come in the order asked for, as get gives them, and undefined where none is held', async () => {
        const held = Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? raw : value)(`${n} `.repeat(n % 7)));
        await store.commit({ objects: held });
        const asked = [raw('none'), ...held, value('none'), ...held.slice(0, 9).reverse()].map(([id]) => id);
        const got = await store.getMany(asked);
        expect(got).toEqual(await Promise.all(asked.map((id) => store.get(id))));
        expect(got[0]).toBeUndefined();
        expect(got[1 + 13]).toEqual(held[13]?.[1]);
      });

      it('are none where none are asked for', async () => {
        expect(await store.getMany([])).toEqual([]);
      });

      it('may be the same one again, each a copy of its own, plain and alone in its memory', async () => {
        const [id, bytes] = raw('mine');
        await store.commit({ objects: [[id, bytes]] });
        const [first, second] = await store.getMany([id, id]);
        expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype);
        expect(first?.buffer.byteLength).toBe(4);
        first?.fill(0);
        expect(second).toEqual(bytesOf('mine'));
        expect(await store.getMany([id])).toEqual([bytesOf('mine')]);
      });

      it('are those asked for when the call was made', async () => {
        const [one, two] = [raw('one'), raw('two')];
        await store.commit({ objects: [one, two] });
        const ids = [one[0], two[0]];
        const answer = store.getMany(ids);
        ids.reverse();
        expect(await answer).toEqual([one[1], two[1]]);
      });
    });

    describe('heads', () => {
      it('makes a branch only where none is, and moves it only from the head expected', async () => {
        expect(await store.head('main')).toBeUndefined();
        await store.commit({ objects: [], heads: [{ branch: 'main', expected: null, next: headAt(1) }] });
        expect(await store.head('main')).toBe(headAt(1));
        await expectFailure(
          store.commit({ objects: [], heads: [{ branch: 'main', expected: null, next: headAt(2) }] }),
          'store/conflict',
          { branch: 'main', expected: null, actual: headAt(1) },
        );
        await store.commit({ objects: [], heads: [{ branch: 'main', expected: headAt(1), next: headAt(2) }] });
        await expectFailure(
          store.commit({ objects: [], heads: [{ branch: 'main', expected: headAt(1), next: headAt(3) }] }),
          'store/conflict',
          { expected: headAt(1), actual: headAt(2) },
        );
        expect(await store.head('main')).toBe(headAt(2));
      });

      it('refuses to move a branch that does not exist', async () => {
        await expectFailure(
          store.commit({ objects: [], heads: [{ branch: 'gone', expected: headAt(1), next: headAt(2) }] }),
          'store/conflict',
          { branch: 'gone', expected: headAt(1), actual: null },
        );
        expect(await store.head('gone')).toBeUndefined();
      });

      it('keeps neither objects nor heads of a commit with one stale head', async () => {
        await store.commit({ objects: [], heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
        const [id, bytes] = raw('beside a stale head');
        const stale = [
          { branch: 'b', expected: null, next: headAt(1) },
          { branch: 'a', expected: headAt(9), next: headAt(2) },
        ];
        await expectFailure(store.commit({ objects: [[id, bytes]], heads: stale }), 'store/conflict', { branch: 'a' });
        expect(await store.has(id)).toBe(false);
        expect(await store.head('b')).toBeUndefined();
        expect(await store.head('a')).toBe(headAt(1));
        const fresh = [stale[0], { branch: 'a', expected: headAt(1), next: headAt(2) }].flatMap(
          (change) => change ?? [],
        );
        await store.commit({ objects: [[id, bytes]], heads: fresh });
        expect(await store.has(id)).toBe(true);
        expect(await store.head('b')).toBe(headAt(1));
        expect(await store.head('a')).toBe(headAt(2));
      });

      it('applies the changes of one commit one after another', async () => {
        const heads = [
          { branch: 'a', expected: null, next: headAt(1) },
          { branch: 'a', expected: headAt(1), next: headAt(2) },
        ];
        await expectFailure(store.commit({ objects: [], heads: [...heads].reverse() }), 'store/conflict');
        await store.commit({ objects: [], heads });
        expect(await store.head('a')).toBe(headAt(2));
      });

      it('lets exactly one of two writers with the same expectation win', async () => {
        await store.commit({ objects: [], heads: [{ branch: 'a', expected: null, next: headAt(0) }] });
        const outcomes = await Promise.allSettled(
          [1, 2].map((n) =>
            store.commit({ objects: [], heads: [{ branch: 'a', expected: headAt(0), next: headAt(n) }] }),
          ),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
        expect(await store.head('a')).toBe(headAt(1));
      });

      it('does not ask whether the object under a head is held', async () => {
        await store.commit({ objects: [], heads: [{ branch: 'a', expected: null, next: headAt('absent') }] });
        expect(await store.has(headAt('absent'))).toBe(false);
        expect(await store.head('a')).toBe(headAt('absent'));
      });

      it('lists branches in the order of UTF-16 code units, all or those with a prefix', async () => {
        // By code points or UTF-8 the last two would change places.
        const sorted = ['B', 'a', 'a/', 'a/b', 'a/b\u0000', 'a/é', 'a0', '\u{1f600}', '\uff5e'];
        const heads = [...sorted].reverse().map((branch) => ({ branch, expected: null, next: headAt(branch) }));
        await store.commit({ objects: [], heads });
        expect(await allBranches(store)).toEqual(sorted);
        expect(await allBranches(store, 'a/')).toEqual(['a/', 'a/b', 'a/b\u0000', 'a/é']);
        expect(await allBranches(store, 'a/b\u0001')).toEqual([]);
        for await (const { branch, head } of store.branches()) expect(head).toBe(headAt(branch));
      });

      it('lists the branches as they are when the first is asked for', async () => {
        const heads = ['a', 'b'].map((branch) => ({ branch, expected: null, next: headAt(1) }));
        await store.commit({ objects: [], heads });
        const seen: string[] = [];
        for await (const { branch } of store.branches()) {
          seen.push(branch);
          if (branch !== 'a') continue;
          await store.commit({ objects: [], heads: [{ branch: 'c', expected: null, next: headAt(1) }] });
        }
        expect(seen).toEqual(['a', 'b']);
        expect(await allBranches(store)).toEqual(['a', 'b', 'c']);
      });
    });

    describe('resolve', () => {
      it('gives the ids that begin with a prefix, ascending and no more than asked for', async () => {
        const objects = Array.from({ length: 200 }, (_, n) =>
          n % 2 === 0 ? raw(`object ${n}`) : value(`object ${n}`),
        );
        await store.commit({ objects });
        const ids: ObjectId[] = objects.map(([id]) => id).sort();
        const begins = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
        expect(await store.resolve('', 1000)).toEqual(ids);
        expect(await store.resolve('', 3)).toEqual(ids.slice(0, 3));
        expect(await store.resolve('', 0)).toEqual([]);
        for (const id of ids.slice(0, 40)) {
          expect(await store.resolve(id, 2)).toEqual([id]);
          expect(await store.resolve(id.slice(0, 9), 99)).toEqual(begins(id.slice(0, 9)));
          expect(await store.resolve(`${id}a`, 2)).toEqual([]);
        }
        expect(begins('bafkr4i')).toHaveLength(100);
        expect(await store.resolve('bafkr4i', 1000)).toEqual(begins('bafkr4i'));
      });

      it('finds nothing for text that begins no id', async () => {
        await store.commit({ objects: [raw('one')] });
        for (const prefix of ['c', 'B', 'bafz', '{', '%', '_', 'bafk_', "b'", '\u{1f600}'])
          expect(await store.resolve(prefix, 9)).toEqual([]);
        expect(await store.resolve('b', 9)).toHaveLength(1);
      });
    });

    describe('misuse', () => {
      const [id, bytes] = raw('text');
      const shared = new Uint8Array(new SharedArrayBuffer(4));
      const bad = <T>(thing: unknown): T => thing as T;
      const misuses: { [rule: string]: (store: FullStore) => Promise<unknown> } = {
        'get: an id that is none': (s) => s.get(bad('bafkr4i')),
        'get: no text': (s) => s.get(bad(bytes)),
        'getMany: an id that is none, after one that is': (s) => s.getMany([id, bad('bafkr4i')]),
        'has: an id with trailing characters': (s) => s.has(bad(`${id}a`)),
        'has: an id in upper case': (s) => s.has(bad(id.toUpperCase())),
        'commit: an id that is none': (s) => s.commit({ objects: [[bad('x'), bytes]] }),
        'commit: text for bytes': (s) => s.commit({ objects: [[id, bad('text')]] }),
        'commit: shared memory': (s) => s.commit({ objects: [[id, shared]] }),
        'commit: another view than of bytes': (s) =>
          s.commit({ objects: [[id, bad(new DataView(new ArrayBuffer(4)))]] }),
        'commit: an empty branch name': (s) =>
          s.commit({ objects: [], heads: [{ branch: '', expected: null, next: headAt(1) }] }),
        'commit: a lone surrogate in a branch name': (s) =>
          s.commit({ objects: [], heads: [{ branch: 'a\ud800', expected: null, next: headAt(1) }] }),
        'commit: an expectation left out': (s) =>
          s.commit({ objects: [], heads: [bad({ branch: 'a', next: headAt(1) })] }),
        'commit: a raw id as the next head': (s) =>
          s.commit({ objects: [], heads: [{ branch: 'a', expected: null, next: bad(id) }] }),
        'head: an empty name': (s) => s.head(''),
        'branches: a prefix that is half a character': (s) => allBranches(s, '\ud83d'),
        'resolve: a negative limit': (s) => s.resolve('b', -1),
        'resolve: a limit that is no integer': (s) => s.resolve('b', 0.5),
        'resolve: a prefix that is no text': (s) => s.resolve(bad(7), 1),
      };

      it.each(Object.entries(misuses))('%s is a TypeError, and nothing is written', async (_, misuse) => {
        await expect(misuse(store)).rejects.toThrow(TypeError);
        expect(await store.stats()).toEqual({ objects: 0, bytes: 0 });
        expect(await allBranches(store)).toEqual([]);
        await store.commit({ objects: [[id, bytes]], heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
        expect(await store.has(id)).toBe(true);
      });

      it('is every call after close, but not closing again', async () => {
        const calls: ((s: FullStore) => Promise<unknown>)[] = [
          (s) => s.get(id),
          (s) => s.getMany([]),
          (s) => s.has(id),
          (s) => s.commit({ objects: [] }),
          (s) => s.head('a'),
          (s) => allBranches(s),
          (s) => s.resolve('b', 1),
          (s) => s.stats(),
        ];
        for (const call of calls) await call(store);
        await store.close();
        for (const call of calls) await expect(call(store)).rejects.toThrow(TypeError);
        await store.close();
      });
    });
  });
};

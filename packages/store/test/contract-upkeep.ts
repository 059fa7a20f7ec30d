import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Examined, FullStore } from '../src/index.ts';
import { textOf } from './contract-texts.ts';
import { allBranches, expectFailure, headAt, raw, value } from './objects.ts';

/** Everything that a store has at the places of objects. */
export const allExamined = async (store: FullStore): Promise<Examined[]> => {
  const found: Examined[] = [];
  for await (const one of store.examine()) found.push(one);
  return found;
};

/** How every store is kept in order, whatever it is made of. */
export const describeUpkeep = (name: string, open: () => Promise<FullStore>): void => {
  describe(`${name}: keeping a store in order`, () => {
    let store: FullStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    describe('a branch', () => {
      const at = (expected: ReturnType<typeof headAt> | null, next: ReturnType<typeof headAt> | null) =>
        store.commit({ objects: [], heads: [{ branch: 'a', expected, next }] });

      it('is taken away only from the head expected, and can be made again', async () => {
        await at(null, headAt(1));
        await expectFailure(at(headAt(2), null), 'store/conflict', { branch: 'a', actual: headAt(1) });
        expect(await allBranches(store)).toEqual(['a']);
        await at(headAt(1), null);
        expect(await allBranches(store)).toEqual([]);
        expect(await store.head('a')).toBeUndefined();
        await expectFailure(at(headAt(1), headAt(2)), 'store/conflict', { branch: 'a', actual: null });
        await at(null, headAt(3));
        expect(await store.head('a')).toBe(headAt(3));
      });

      it('is taken away and made again in one commit', async () => {
        await at(null, headAt(1));
        const heads = [
          { branch: 'a', expected: headAt(1), next: null },
          { branch: 'a', expected: null, next: headAt(2) },
        ];
        await store.commit({ objects: [], heads });
        expect(await store.head('a')).toBe(headAt(2));
      });
    });

    it('examines every object in the order written, and every branch', async () => {
      const held = [raw('b'), value('a'), raw('c')];
      await store.commit({ objects: held, heads: [{ branch: 'x', expected: null, next: headAt(1) }] });
      expect(await allExamined(store)).toEqual(held.map(([id, bytes]) => ({ ok: true, id, bytes })));
      expect(await store.examineBranches()).toEqual([{ branch: 'x', head: headAt(1) }]);
      expect(await store.examineFile()).toEqual({ faults: [], texts: 'sound' });
    });

    describe('removing what is not marked', () => {
      const held = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? raw : value)(`object ${n}`));
      const kept = held.filter((_, n) => n % 3 === 0);
      const heads = new Map([['a', headAt(1)]]);
      beforeEach(async () => {
        const texts = Array.from({ length: 20 }, (_, n) => textOf(`object ${2 * n}`, `word ${n}`));
        await store.commit({ objects: held, texts, heads: [{ branch: 'a', expected: null, next: headAt(1) }] });
      });

      it('tells once which are held, and always which are not', async () => {
        const marking = await store.marking();
        const [[one], [other], [none]] = [raw('object 0'), raw('object 2'), raw('none')];
        expect(await marking.add([one, none, one])).toEqual({ fresh: [one], missing: [none] });
        expect(await marking.add([other, one, none])).toEqual({ fresh: [other], missing: [none] });
      });

      it('leaves what is marked, and takes the rest with its texts', async () => {
        const marking = await store.marking();
        await marking.add(kept.map(([id]) => id));
        const gone = held.length - kept.length;
        expect(await (await store.marking()).count(heads)).toMatchObject({ objects: held.length, done: true });
        expect(await store.stats()).toMatchObject({ objects: held.length });
        expect(await marking.sweep(heads)).toMatchObject({ objects: gone, done: true, moved: false });
        for (const [id, bytes] of held)
          expect(await store.get(id)).toEqual(kept.some(([one]) => one === id) ? bytes : undefined);
        expect((await store.search({ text: 'word', limit: 99 })).length).toBe(7);
        await store.compact();
        expect((await store.search({ text: 'word', limit: 99 })).length).toBe(7);
        expect(await store.head('a')).toBe(headAt(1));
      });

      it('does nothing while a head is there that it was not told of', async () => {
        const marking = await store.marking();
        await store.commit({ objects: [], heads: [{ branch: 'b', expected: null, next: headAt(2) }] });
        expect(await marking.sweep(heads)).toEqual({ objects: 0, bytes: 0, done: false, moved: true });
        expect(await store.stats()).toMatchObject({ objects: held.length });
        expect(await marking.sweep(new Map([...heads, ['b', headAt(2)]]))).toMatchObject({ objects: held.length });
      });

      it('leaves what was written after the marking began', async () => {
        const marking = await store.marking();
        await store.commit({ objects: [raw('late')] });
        await marking.sweep(heads);
        expect(await store.resolve('', 99)).toEqual([raw('late')[0]]);
      });

      it('ends a commit that relies on what was there before, and another marking', async () => {
        const since = await store.collections();
        const other = await store.marking();
        await store.commit({ objects: [raw('early')], since });
        await (await store.marking()).sweep(heads);
        const late = { objects: [raw('late')], heads: [{ branch: 'b', expected: null, next: headAt(9) }] };
        await expectFailure(store.commit({ ...late, since }), 'store/collected');
        expect(await store.head('b')).toBeUndefined();
        await expectFailure(other.sweep(heads), 'store/collected');
        await store.commit({ ...late, since: await store.collections() });
        expect(await store.head('b')).toBe(headAt(9));
      });

      it('that finds nothing to remove is no collection', async () => {
        const since = await store.collections();
        const marking = await store.marking();
        await marking.add(held.map(([id]) => id));
        expect(await marking.sweep(heads)).toMatchObject({ objects: 0, done: true });
        expect(await store.collections()).toBe(since);
      });
    });
  });
};

import { join } from 'node:path';
import { rawContentId } from '@ken/address';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Commit, type FullStore, openMemoryStore, openSqliteStore, type Store, StoreError } from '../src/index.ts';
import { freshFolder } from './folder.ts';
import { bytesOf, headAt, raw, value } from './objects.ts';

const small = fc.nat(3);
const object = fc
  .record({ kind: fc.constantFrom(raw, value), text: small, lie: fc.boolean(), lies: fc.nat(9) })
  .map(({ kind, text, lies }) => [kind(`${text}`)[0], kind(`${lies === 0 ? 'lie' : text}`)[1]] as const);
const head = fc.record({
  branch: fc.constantFrom('a', 'b', 'a/b', '\u{1f600}', '\uff5e'),
  expected: fc.option(small.map(headAt)),
  next: small.map(headAt),
});
// Misuse where the source is not held, so of each outcome some.
const text = fc
  .record({ name: small, words: fc.array(fc.constantFrom('a', 'B', 'ä', '版', 'a_b', '-', '版a'), { maxLength: 5 }) })
  .map(({ name, words }) => ({ source: rawContentId(bytesOf(`${name}`)), text: words.join(' ') }));
const commits: fc.Arbitrary<Commit[]> = fc.array(
  fc.record({
    objects: fc.array(object, { maxLength: 3 }),
    heads: fc.array(head, { maxLength: 2 }),
    texts: fc.array(text, { maxLength: 2 }),
  }),
  { maxLength: 12 },
);

let answers = 0;

const outcome = (store: Store, commit: Commit): Promise<unknown> =>
  store.commit(commit).then(
    () => 'done',
    (error: unknown) => (error instanceof StoreError ? { code: error.code, facts: error.facts } : String(error)),
  );

const QUERIES = ['a', 'b', 'Ä', '版', '"a b"', 'a_b', '"版 a"', 'a ä', '"b ä"'];

const contents = async (store: FullStore): Promise<unknown> => {
  const branches = [];
  for await (const branch of store.branches()) branches.push(branch);
  const ids = await store.resolve('', 1000);
  const found = await Promise.all(QUERIES.map((query) => store.search({ text: query, limit: 3 })));
  answers += found.filter((sources) => sources.length > 0).length;
  return {
    branches,
    ids,
    found,
    many: await store.getMany(ids),
    objects: await Promise.all(ids.map((id) => store.get(id))),
    stats: await store.stats(),
  };
};

it('the SQLite store and the one in memory answer every commit alike and hold the same', async () => {
  const folder = freshFolder();
  const seen = new Set<string>();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(commits, async (steps) => {
      run += 1;
      const path = join(folder, `${run}.db`);
      const twins = [openMemoryStore(), await openSqliteStore(path, { mode: 'write' })] as const;
      for (const commit of steps) {
        const [one, other] = await Promise.all(twins.map((store) => outcome(store, commit)));
        expect(other).toEqual(one);
        seen.add(JSON.stringify(one).slice(0, 20));
      }
      const [one, other] = await Promise.all(twins.map(contents));
      expect(other).toEqual(one);
      for (const store of twins) await store.close();
      const reopened = await openSqliteStore(path, { mode: 'read' });
      expect(await contents(reopened)).toEqual(one);
      await reopened.close();
    }),
    { seed: 20261130, numRuns: 60 },
  );
  // Successes, conflicts, wrong bytes and misuse all occurred, so that agreement means something.
  expect(seen.size).toBe(4);
  expect(answers).toBeGreaterThan(50);
});

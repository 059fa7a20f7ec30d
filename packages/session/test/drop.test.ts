import { openMemoryStore } from '@ken/store';
import { expect, test } from 'vitest';
import { branchesNamed, dropBranches } from '../src/drop.ts';
import { Session, worked } from './claude.ts';
import { must, seal } from './running.ts';

const titled = (title: string): string => {
  const session = new Session().prompt('Hello.');
  session.lines.push(JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: 'session' }));
  return session.text();
};

test('a session is named by its branch, its head, its key, or its label', async () => {
  const store = openMemoryStore();
  const text = worked().text();
  const one = await seal(store, text);
  const two = await seal(store, text.replace('Which limit?', 'Which one?'));
  await seal(store, titled('Another'));
  const [named] = must(await branchesNamed(store, one.branch));
  expect(named).toMatchObject({ branch: one.branch, head: one.head, records: 11 });
  expect(must(await branchesNamed(store, two.head)).map(({ branch }) => branch)).toEqual([two.branch]);
  expect(must(await branchesNamed(store, named?.run ?? '')).length).toBe(2);
  expect(must(await branchesNamed(store, named?.label ?? '')).map(({ branch }) => branch)).toEqual([
    one.branch,
    two.branch,
  ]);
  expect(await branchesNamed(store, 'nothing')).toMatchObject({ ok: false, refusal: { code: 'run/unknown' } });
});

test('the label of several runs names none', async () => {
  const store = openMemoryStore();
  const session = worked().text();
  await seal(store, session);
  const label = must(await branchesNamed(store, (await all(store))[0] ?? ''))[0]?.label ?? '';
  // Another run of the same name of a session.
  await seal(store, session.replaceAll('00000000-0000-4000-8000', '11111111-0000-4000-8000'));
  expect(await branchesNamed(store, label)).toMatchObject({
    ok: false,
    refusal: { code: 'run/ambiguous', facts: { runs: 2 } },
  });
});

test('nothing is dropped where one of the branches has moved', async () => {
  const store = openMemoryStore();
  const session = worked();
  const one = await seal(store, session.text());
  const other = await seal(store, new Session().prompt('Something else.').text());
  const before = [one, other].map(({ branch, head }) => ({ branch, head }));
  await seal(store, session.prompt('More.').text());
  expect(await dropBranches(store, before)).toBe(false);
  expect((await all(store)).length).toBe(2);
  expect(await dropBranches(store, before.slice(1))).toBe(true);
  expect(await all(store)).toEqual([one.branch]);
});

const all = async (store: ReturnType<typeof openMemoryStore>): Promise<string[]> => {
  const names: string[] = [];
  for await (const { branch } of store.branches()) names.push(branch);
  return names;
};

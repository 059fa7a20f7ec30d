import { type ContentId, contentId } from '@ken/address';
import { openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { examineStore, type Health } from '../src/doctor.ts';
import { rebuildTexts } from '../src/doctor-texts.ts';
import { find } from '../src/find.ts';
import type { ObjectKind } from '../src/kinds.ts';
import { eventTable, recordTable } from '../src/tables.ts';
import { chainTo, rowsOf } from '../src/walk.ts';
import { Session, worked } from './claude.ts';
import { byHand, freshPath, within } from './damaged.ts';
import { must, seal } from './running.ts';

/** A session sealed three times as it grew, and another one beside it. */
const grown = async (): Promise<{ path: string; heads: ContentId[]; other: ContentId; branch: string }> => {
  const path = freshPath();
  return within(path, async (store) => {
    const session = worked();
    const heads: ContentId[] = [];
    let branch = '';
    for (const text of ['More.', 'Still more.', 'Enough.']) {
      const sealed = await seal(store, session.prompt(text).text());
      heads.push(sealed.head);
      branch = sealed.branch;
    }
    const { head: other } = await seal(store, new Session().prompt('Something else.').reply('Yes.').text());
    return { path, heads, other, branch };
  });
};

const examined = (path: string): Promise<Health> => within(path, (store) => examineStore(store));

const branchesOf = ({ branches }: Health) =>
  branches.map(({ head, verdict, provable }) => ({
    head,
    verified: verdict?.verified ?? false,
    provable: provable?.id ?? null,
  }));

const rot = (path: string, id: string): void => byHand(path, "UPDATE object SET bytes = x'00' WHERE id = ?", id);
const lose = (path: string, id: string): void => byHand(path, 'DELETE FROM object WHERE id = ?', id);

/** One object of each kind that only the last seal of a session reaches, or that all of its seals reach. */
const objectsOf = async (path: string, head: ContentId, at: number): Promise<ReadonlyMap<ObjectKind, string>> =>
  within(path, async (store) => {
    const node = must(await chainTo(store, head))[at];
    if (node === undefined) throw new Error('there is no such seal');
    const [chunk] = node.records.chunks;
    const found = new Map<ObjectKind, string>([
      ['run', node.id],
      ['table', chunk ?? ''],
    ]);
    for await (const { source } of rowsOf(store, recordTable, node.records.chunks)) found.set('source', source);
    for await (const event of rowsOf(store, eventTable, node.events.chunks)) found.set('event', event);
    if (node.packets.last !== null) found.set('packet', node.packets.last);
    return found;
  });

test('control: a store that nothing happened to is sound, and every branch of it verifies', async () => {
  const { path, heads, other } = await grown();
  const health = await examined(path);
  expect(health).toMatchObject({
    sound: true,
    ailing: [],
    file: { faults: [], texts: 'sound' },
    unreached: { objects: 0 },
  });
  expect(branchesOf(health)).toEqual([
    { head: heads[2], verified: true, provable: null },
    { head: other, verified: true, provable: null },
  ]);
  expect(health.objects).toBeGreaterThan(30);
});

describe('an object of each kind that is damaged, or missing,', () => {
  test.each(['source', 'table', 'event', 'packet', 'run'] as const)(
    'of the first seal: a %s is named with its kind and the branch that needs it',
    async (kind) => {
      const { path, heads, other, branch } = await grown();
      const [first = '', , head] = heads;
      const id = (await objectsOf(path, head ?? (first as ContentId), 0)).get(kind) ?? '';
      for (const [harm, state] of [
        [rot, 'damaged'],
        [lose, 'missing'],
      ] as const) {
        harm(path, id);
        const health = await examined(path);
        expect(health.sound).toBe(false);
        expect(health.ailing).toMatchObject([{ id, kind, state, branches: [branch] }]);
        expect(branchesOf(health)).toEqual([
          { head, verified: false, provable: null },
          { head: other, verified: true, provable: null },
        ]);
      }
    },
  );

  test.each(['source', 'table', 'event', 'run'] as const)(
    'of the last seal: a %s leaves the heads before it provable',
    async (kind) => {
      const { path, heads } = await grown();
      const [, second, head] = heads;
      const id = (await objectsOf(path, head as ContentId, 2)).get(kind) ?? '';
      lose(path, id);
      const health = await examined(path);
      expect(branchesOf(health)[0]).toEqual({ head, verified: false, provable: second });
      rot(path, id);
      byHand(path, 'INSERT INTO object (id, bytes) VALUES (?, ?)', id, Buffer.from('rot'));
      expect(branchesOf(await examined(path))[0]).toEqual({ head, verified: false, provable: second });
    },
  );
});

test('a root that is missing is named, though the branch verifies without it', async () => {
  const { path, branch } = await grown();
  const before = await examined(path);
  await within(path, async (store) => {
    for await (const one of store.examine()) {
      if (!one.ok || one.id.startsWith('bafk')) continue;
      if (Buffer.from(one.bytes).includes('operator_prompt')) {
        lose(path, one.id);
        return;
      }
    }
  });
  const health = await examined(path);
  expect(before.ailing).toEqual([]);
  expect(health.ailing).toMatchObject([{ kind: 'root', state: 'missing', branches: [branch] }]);
  expect(branchesOf(health)[0]?.verified).toBe(true);
});

test('an object that no branch reaches is examined too', async () => {
  const { path } = await grown();
  byHand(path, 'DELETE FROM head WHERE branch LIKE ?', 'claude-code:%000002%');
  await within(path, async (store) => {
    const [id = ''] = (await store.resolve('bafk', 1)) as string[];
    byHand(path, 'DELETE FROM head');
    expect(await examineStore(store)).toMatchObject({ sound: true, branches: [] });
    rot(path, id);
    const health = await examineStore(store);
    expect(health).toMatchObject({ sound: false, ailing: [{ id, kind: 'source', state: 'damaged', branches: [] }] });
  });
});

test('a head that points to nothing, and one that is no id, are told with what is still provable', async () => {
  const { path, heads, other, branch } = await grown();
  byHand(path, 'UPDATE head SET id = ? WHERE branch = ?', contentId(Buffer.from('none')), branch);
  const lost = await examined(path);
  expect(branchesOf(lost)[0]).toMatchObject({ verified: false, provable: heads[2] });
  expect(lost.ailing).toMatchObject([{ kind: 'run', state: 'missing', branches: [branch] }]);
  byHand(path, 'UPDATE head SET id = ? WHERE branch = ?', 'nothing', branch);
  const health = await examined(path);
  expect(health.sound).toBe(false);
  expect(branchesOf(health)).toEqual([
    { head: null, verified: false, provable: heads[2] },
    { head: other, verified: true, provable: null },
  ]);
});

test('what sealing has written and no branch reaches yet is no damage', async () => {
  const { path } = await grown();
  byHand(path, 'DELETE FROM head');
  const health = await examined(path);
  expect(health.sound).toBe(true);
  expect(health.unreached?.objects).toBe(health.objects);
});

test('the store in memory is examined likewise', async () => {
  const store = openMemoryStore();
  await seal(store, worked().text());
  expect(await examineStore(store)).toMatchObject({ sound: true, unreached: { objects: 0 } });
});

test('the stages are told in their order', async () => {
  const store = openMemoryStore();
  await seal(store, worked().text());
  const stages: string[] = [];
  await examineStore(store, ({ stage }) => stages.push(stage));
  expect([...new Set(stages)]).toEqual(['file', 'branches']);
});

describe('the index of texts', () => {
  const places = async (path: string, text: string): Promise<number> =>
    within(path, async (store) => {
      let count = 0;
      for await (const _ of find(store, text, { omitted: false, head: null })) count += 1;
      return count;
    });

  test('that is gone is damage, and finds the same when it is made again', async () => {
    const { path, heads, other } = await grown();
    const before = await places(path, 'entries');
    expect(before).toBeGreaterThan(1);
    byHand(path, 'DROP TABLE word');
    expect(await examined(path)).toMatchObject({ sound: false, file: { texts: 'absent' }, ailing: [] });
    const [, , head] = heads;
    const texts = await within(path, (store) => rebuildTexts(store, [head as ContentId, other], () => undefined));
    expect(texts).toBeGreaterThan(10);
    expect((await examined(path)).sound).toBe(true);
    expect(await places(path, 'entries')).toBe(before);
  });

  test('is made again out of what can still be read', async () => {
    const { path, heads, other } = await grown();
    const [, , head] = heads;
    lose(path, (await objectsOf(path, head as ContentId, 0)).get('event') ?? '');
    lose(path, other);
    byHand(path, 'DROP TABLE word');
    expect(await within(path, (store) => rebuildTexts(store, [head as ContentId, other], () => undefined))).toBe(12);
    expect(await places(path, 'entries')).toBeGreaterThan(1);
  });
});

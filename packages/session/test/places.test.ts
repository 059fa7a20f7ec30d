import type { ContentId } from '@ken/address';
import { openMemoryStore, type Store } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { refsOf } from '../src/event-refs.ts';
import { placesOf } from '../src/places.ts';
import { eventTable } from '../src/tables.ts';
import { unitFrom } from '../src/units.ts';
import { chainTo, rowsFrom, withObjects } from '../src/walk.ts';
import { Session } from './claude.ts';
import { changed, must, seal } from './running.ts';

/** Enough for several chunks of each table, with a compaction early, one in the middle and one at the end. */
const long = (): string => {
  const session = new Session();
  for (const [part, turns] of [40, 600, 30].entries()) {
    for (let turn = 0; turn < turns; turn += 1) session.prompt(`ask ${part} ${turn}`).reply(`say ${part} ${turn}`);
    session.compact(part === 1 ? 'manual' : 'auto', `summary ${part}`);
  }
  return session.text();
};

const events = async (store: Store, head: ContentId, from: number): Promise<ContentId[]> => {
  const chain = must(await chainTo(store, head));
  const rows: ContentId[] = [];
  for await (const row of rowsFrom(store, eventTable, chain, (node) => node.events, from)) rows.push(row);
  return rows;
};

/** The elisions of a run by their units, found by reading every event. */
const elisions = async (store: Store, head: ContentId): Promise<ReadonlyMap<ContentId, ContentId>> => {
  const found = new Map<ContentId, ContentId>();
  for await (const [event, bytes] of withObjects(store, await events(store, head, 0), (id) => id)) {
    const { unit } = must(refsOf(bytes));
    if (unit !== null) found.set(unit, event);
  }
  return found;
};

const unitAt = async (store: Store, id: ContentId) => must(unitFrom((await store.get(id)) ?? new Uint8Array()));

/** A session that was sealed in two steps, so that its tables begin anew in between. */
const twice = async (): Promise<{ store: Store; head: ContentId }> => {
  const store = openMemoryStore();
  const text = long();
  const cut = text.indexOf('\n', Math.floor(text.length / 3)) + 1;
  await seal(store, text.slice(0, cut));
  return { store, head: (await seal(store, text)).head };
};

describe('the place of a unit', () => {
  test('names the elision that reading every event finds', async () => {
    const { store, head } = await twice();
    const wanted = [...(await elisions(store, head))];
    expect(wanted.length).toBeGreaterThan(1300);
    for (const at of [0, 1, 79, 80, 700, wanted.length - 1]) {
      const [unit, event] = wanted[at] ?? [head, head];
      expect(await placesOf(store, await unitAt(store, unit))).toMatchObject([{ head, event }]);
    }
  });

  test('is found where the root of the unit is not held; control: with another unit there is none', async () => {
    const { store, head } = await twice();
    const [[id, event] = [head, head]] = [...(await elisions(store, head))].slice(-1);
    const unit = await unitAt(store, id);
    const without = changed(store, new Map([[unit.root, undefined]]));
    const rootless: Store = Object.assign(Object.create(store), without, {
      branches: (prefix?: string) => store.branches(prefix),
    });
    expect(await placesOf(rootless, unit)).toMatchObject([{ head, event }]);
    const other = await openMemoryStore();
    await seal(other, new Session().prompt('another').text());
    expect(await placesOf(other, unit)).toEqual([]);
  });
});

test('rows from an index on are those of the whole table from there, over chunks and seals', async () => {
  const { store, head } = await twice();
  const whole = await events(store, head, 0);
  const { length } = must(await chainTo(store, head));
  expect(length).toBe(2);
  for (const at of [0, 1, 479, 480, 1023, 1024, 1025, 1600, whole.length - 1, whole.length])
    expect(await events(store, head, at)).toEqual(whole.slice(at));
});

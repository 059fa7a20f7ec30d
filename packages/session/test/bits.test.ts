import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { ContentId } from '@ken/address';
import { type FullStore, type ObjectId, openSqliteStore, StoreError } from '@ken/store';
import { expect, test } from 'vitest';
import { examineStore } from '../src/doctor.ts';
import { verdictOn } from '../src/doctor-heads.ts';
import { WalkFault } from '../src/walk.ts';
import { Session } from './claude.ts';
import { freshPath, within } from './damaged.ts';
import { exported, seal } from './running.ts';

const payload = new TextEncoder().encode('an entry');

/** What a store answers to everything, when it is whole. */
interface Answers {
  readonly objects: ReadonlyMap<ObjectId, Uint8Array>;
  readonly branch: string;
  readonly head: ContentId;
  readonly text: string;
}

/** An answer, or undefined for one that was refused in the store's own words. */
const answer = async <T>(question: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await question();
  } catch (failure) {
    // A run that cannot be walked is said to be so by the helper of these tests.
    const isSaid =
      failure instanceof StoreError ||
      failure instanceof WalkFault ||
      (failure instanceof Error && /^(run|table|cbor|object|packet|node)\//.test(failure.message));
    if (!isSaid) throw failure;
    return undefined;
  }
};

const isEqual = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;

/** Asks everything of a store. Gives whether all of it was as it should be; what is neither that nor refused fails the test. */
const ask = async (store: FullStore, { objects, branch, head, text }: Answers): Promise<boolean> => {
  let same = true;
  for (const [id, bytes] of objects) {
    const got = await answer(() => store.get(id));
    if (isEqual(got, bytes)) continue;
    expect(got).toBeUndefined();
    same = false;
  }
  const logged = await answer(async () => {
    for await (const entry of store.entries('s', 'w')) return entry.payload;
    return undefined;
  });
  if (logged !== undefined) expect(logged).toEqual(payload);
  same &&= logged !== undefined;
  const found = await answer(() => store.head(branch));
  same &&= found === head;
  const file = await answer(() => exported(store, head));
  if (file !== undefined) expect(Buffer.from(file).toString()).toBe(text);
  const verdict = await answer(() => verdictOn(store, head));
  if (verdict?.verified === true) expect(file).toBeDefined();
  return same && file !== undefined && verdict?.verified === true;
};

const isLong = process.env['KEN_LONG'] === '1';
const sample = 200;
// A page that counts 512 rows more than it has, and zeros behind them: reading on from a number led back before it, for ever.
const kept: readonly number[] = [524_313];

test(
  `${isLong ? 'every single bit' : `${sample} bits`} of a store turned over: each answer is as it was, or is refused, and the doctor sees it`,
  async () => {
    const path = freshPath();
    // Small, and with everything in it that a store holds: records, a unit, a packet, a frame, a text that can be found.
    const text = new Session().prompt('47 entries.').compact('auto', 'About 50.').text();
    const answers = await within(path, async (store): Promise<Answers> => {
      const { branch, head } = await seal(store, text);
      await store.commit({ objects: [], entries: [{ stream: 's', writer: 'w', expected: null, payload }] });
      const objects = new Map<ObjectId, Uint8Array>();
      for await (const one of store.examine()) if (one.ok) objects.set(one.id, one.bytes);
      return { objects, branch, head, text };
    });
    const whole = readFileSync(path);
    const bits = whole.length * 8;
    const step = isLong ? 1 : Math.floor(bits / sample);
    const counts = { same: 0, refused: 0, told: 0 };
    const file = openSync(path, 'r+');
    try {
      const sampled = Array.from({ length: Math.ceil(bits / step) }, (_, index) => index * step);
      for (const bit of [...kept, ...sampled]) {
        const at = bit >> 3;
        // Another bit of the byte each time, where not all are tried.
        const mask = 1 << (isLong || kept.includes(bit) ? bit & 7 : at % 8);
        writeSync(file, Buffer.of((whole[at] ?? 0) ^ mask), 0, 1, at);
        const store = await answer(() => openSqliteStore(path, { mode: 'read' }));
        if (store === undefined) counts.refused += 1;
        else {
          const same = await ask(store, answers);
          if (!same) expect((await answer(() => examineStore(store)))?.sound ?? false, `byte ${at}`).toBe(false);
          counts[same ? 'same' : 'told'] += 1;
          await store.close();
        }
        writeSync(file, Buffer.of(whole[at] ?? 0), 0, 1, at);
      }
    } finally {
      closeSync(file);
    }
    expect(Buffer.compare(readFileSync(path), whole)).toBe(0);
    const store = await openSqliteStore(path, { mode: 'read' });
    expect(await ask(store, answers)).toBe(true);
    await store.close();
    // Damage was met, and much of a file is room that nobody reads.
    expect(counts.told).toBeGreaterThan(10);
    expect(counts.same).toBeGreaterThan(20);
    if (isLong) process.stdout.write(`${bits} bits: ${JSON.stringify(counts)}\n`);
  },
  isLong ? 24 * 3600 * 1000 : 120_000,
);

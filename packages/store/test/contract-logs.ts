import { rawContentId } from '@ken/address';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryId, type FullStore, type LogEntry } from '../src/index.ts';
import { expectFailure, raw } from './objects.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What writer logs, the generation and the doorbell of a store must do, whatever it is made of. */
export const describeLogs = (name: string, open: () => Promise<FullStore>): void => {
  describe(`${name}: writer logs`, () => {
    let store: FullStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const append = async (writer: string, text: string, stream = 'receipts'): Promise<void> => {
      const expected = (await store.logHead(stream, writer))?.id ?? null;
      await store.commit({ objects: [], entries: [{ stream, writer, expected, payload: bytes(text) }] });
    };
    const read = async (writer: string, from = 0): Promise<LogEntry[]> => {
      const found: LogEntry[] = [];
      for await (const entry of store.entries('receipts', writer, from)) found.push(entry);
      return found;
    };
    const texts = (entries: readonly LogEntry[]): string[] =>
      entries.map(({ payload }) => new TextDecoder().decode(payload));

    it('gives entries back in their order, each over the one before it', async () => {
      for (const text of ['one', 'two', '', 'four']) await append('a', text);
      const entries = await read('a');
      expect(texts(entries)).toEqual(['one', 'two', '', 'four']);
      expect(entries.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
      let prior: LogEntry['id'] | null = null;
      for (const { id, sequence, payload } of entries) {
        expect(id).toBe(entryId('receipts', 'a', sequence, prior, payload));
        prior = id;
      }
      expect(await store.logHead('receipts', 'a')).toEqual({ stream: 'receipts', writer: 'a', count: 4, id: prior });
      expect(texts(await read('a', 2))).toEqual(['', 'four']);
      expect(await read('a', 4)).toEqual([]);
      expect(await read('a', 9)).toEqual([]);
    });

    it('keeps writers and streams apart, and lists them', async () => {
      await append('b', 'one');
      await append('a', 'one');
      await append('a', 'one', 'other');
      expect((await store.logHeads()).map(({ stream, writer }) => [stream, writer])).toEqual([
        ['other', 'a'],
        ['receipts', 'a'],
        ['receipts', 'b'],
      ]);
      const ids = (await store.logHeads()).map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      expect(await store.logHead('receipts', 'c')).toBeUndefined();
      expect(await store.examineLogs()).toHaveLength(3);
      expect((await store.examineLogs()).every(({ fault }) => fault === null)).toBe(true);
    });

    it('is a conflict against another last entry, and then nothing of the commit is written', async () => {
      await append('a', 'one');
      const [id, object] = raw('beside');
      for (const expected of [null, rawContentId(bytes('x'))])
        await expectFailure(
          store.commit({
            objects: [[id, object]],
            entries: [{ stream: 'receipts', writer: 'a', expected, payload: bytes('two') }],
          }),
          'store/conflict',
        );
      expect(await store.has(id)).toBe(false);
      expect(texts(await read('a'))).toEqual(['one']);
      await append('a', 'two');
    });

    it('appends several entries of one commit, each over the one before', async () => {
      const first = entryId('receipts', 'a', 0, null, bytes('one'));
      await store.commit({
        objects: [],
        entries: [
          { stream: 'receipts', writer: 'a', expected: null, payload: bytes('one') },
          { stream: 'receipts', writer: 'a', expected: first, payload: bytes('two') },
        ],
      });
      expect(texts(await read('a'))).toEqual(['one', 'two']);
    });

    it('frames what it hashes: parts that are moved between fields give other ids', () => {
      const ids = [
        entryId('ab', 'c', 0, null, bytes('d')),
        entryId('a', 'bc', 0, null, bytes('d')),
        entryId('ab', 'cd', 0, null, bytes('')),
        entryId('ab', 'c', 1, null, bytes('d')),
        entryId('ab', 'c', 0, rawContentId(bytes('')), bytes('d')),
        entryId('ab', 'c', 0, null, bytes(`${rawContentId(bytes(''))}d`)),
        rawContentId(bytes('d')),
      ];
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('counts what changed: the generation never goes back, and stays where nothing changed', async () => {
      const one = await store.generation();
      await store.commit({ objects: [raw('x')] });
      const two = await store.generation();
      expect(two).toBeGreaterThan(one);
      await store.commit({ objects: [raw('x')] });
      await expectFailure(
        store.commit({
          objects: [raw('y')],
          entries: [{ stream: 's', writer: 'w', expected: rawContentId(bytes('')), payload: bytes('') }],
        }),
        'store/conflict',
      );
      expect(await store.generation()).toBe(two);
      await append('a', 'one');
      expect(await store.generation()).toBeGreaterThan(two);
    });

    it('rings when a commit is durable, and a listener that throws harms nobody', async () => {
      const rung: string[] = [];
      store.onCommit(() => {
        throw new Error('a listener of somebody else');
      });
      const off = store.onCommit(() => rung.push('rung'));
      await append('a', 'one');
      await expectFailure(
        store.commit({
          objects: [],
          entries: [{ stream: 'receipts', writer: 'a', expected: null, payload: bytes('') }],
        }),
        'store/conflict',
      );
      expect(rung).toEqual(['rung']);
      off();
      await append('a', 'two');
      expect(rung).toEqual(['rung']);
    });

    it('misuse throws', async () => {
      const entry = { stream: 's', writer: 'w', expected: null, payload: bytes('x') };
      for (const wrong of [
        { ...entry, stream: '' },
        { ...entry, writer: '\ud800' },
        { ...entry, expected: 'x' },
        { ...entry, payload: 'x' },
        { ...entry, payload: new Uint8Array(new SharedArrayBuffer(1)) },
      ])
        await expect(store.commit({ objects: [], entries: [wrong as typeof entry] })).rejects.toThrow(TypeError);
      await expect(store.logHead('', 'w')).rejects.toThrow(TypeError);
    });
  });
};

import { openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { writeBundle } from '../src/bundle.ts';
import { Bundle } from '../src/bundle-reader.ts';
import { bundleStore } from '../src/bundle-store.ts';
import { type Found, find } from '../src/find.ts';
import { unitFrom } from '../src/units.ts';
import { worked } from './claude.ts';
import { must, seal } from './running.ts';

const all = async (found: AsyncIterable<Found>): Promise<Found[]> => {
  const parts: Found[] = [];
  for await (const one of found) parts.push(one);
  return parts;
};

const anywhere = { omitted: false, head: null };

/** A store with one session: "47" left at its compaction in records 0, 3 and 4, and is in it nowhere. */
const held = async () => {
  const store = openMemoryStore();
  const { head } = await seal(store, worked().text());
  return { store, head };
};

describe('find', () => {
  test('finds what the context lost, with the unit that gives it back, and what it still holds', async () => {
    const { store } = await held();
    const lost = await all(find(store, '47', anywhere));
    expect(lost.map(({ record, unit }) => [record, unit !== null])).toEqual([
      [0, true],
      [3, true],
      [4, true],
    ]);
    for (const { unit } of lost) {
      const { source, span } = must(unitFrom((await store.get(unit as never)) ?? new Uint8Array()));
      const bytes = (await store.get(source)) ?? new Uint8Array();
      expect(Buffer.from(bytes.subarray(Number(span.start), Number(span.end))).toString()).toContain('47');
    }
    expect(await all(find(store, 'which', anywhere))).toMatchObject([{ record: 10, unit: null, producer: 'operator' }]);
  });

  test('with omitted set shows only what was lost; control: without it both', async () => {
    const { store } = await held();
    const records = async (omitted: boolean) =>
      (await all(find(store, 'limit', { omitted, head: null }))).map(({ record }) => record);
    expect(await records(true)).toEqual([0, 3, 4]);
    expect(await records(false)).toEqual([0, 3, 4, 8, 9, 10]);
  });

  test('all the words must occur in one part, a phrase in its order, and case counts for nothing', async () => {
    const { store } = await held();
    const records = async (text: string) => (await all(find(store, text, anywhere))).map(({ record }) => record);
    expect(await records('ENTRIES limit')).toEqual([0, 4]);
    expect(await records('"limit is 47"')).toEqual([0, 4]);
    expect(await records('"47 is limit"')).toEqual([]);
    expect(await records('entries understood')).toEqual([]);
    expect(await records('/project/ledger.js')).toEqual([2]);
  });

  test('keeps to the session of a head', async () => {
    const { store, head } = await held();
    const other = await seal(store, worked().text());
    expect(await all(find(store, '47', anywhere))).toHaveLength(6);
    for (const one of [head, other.head])
      expect((await all(find(store, '47', { omitted: false, head: one }))).map((found) => found.head)).toEqual([
        one,
        one,
        one,
      ]);
  });

  test('what has no word, or is nowhere, finds nothing', async () => {
    const { store } = await held();
    for (const text of ['', '  ', '“…”', '"', '*', '-', 'NEAR(', 'sesquipedalian'])
      expect(await all(find(store, text, anywhere)), text).toEqual([]);
  });

  test('reads a bundle from end to end, as it has no index, and finds the same', async () => {
    const { store, head } = await held();
    const pieces: Uint8Array[] = [];
    must(await writeBundle(store, head, async (piece) => void pieces.push(piece)));
    const bytes = Buffer.concat(pieces);
    const bundle = must(
      await Bundle.open({
        size: bytes.length,
        read: async (offset, length) => Uint8Array.from(bytes.subarray(offset, offset + length)),
        async *stream() {
          yield bytes;
        },
      }),
    );
    const found = await all(find(bundleStore(bundle), 'limit', anywhere));
    expect(found).toEqual(await all(find(store, 'limit', anywhere)));
    expect(found).toHaveLength(6);
  });

  test('finds what a tool was called with, whatever the keys are called, and what remains around a hole', async () => {
    const store = openMemoryStore();
    const record = (uuid: string, parentUuid: string | null, rest: object): string =>
      JSON.stringify({ uuid, parentUuid, sessionId: 's', ...rest });
    const call = {
      type: 'tool_use',
      id: 't1',
      name: 'Edit',
      input: { data: 'zebra', id: 'quokka', limit: 4711, narwhal: true },
    };
    const results = [
      { type: 'tool_result', tool_use_id: 't1', content: 'first alpha' },
      { type: 'tool_result', tool_use_id: 't2', content: 'second\nbravo café' },
    ];
    const lines = [
      record('A', null, { type: 'user', message: { content: 'go' } }),
      record('B', 'A', { type: 'assistant', message: { id: 'm', content: [call, { ...call, id: 't2' }] } }),
      record('C', 'B', { type: 'user', message: { content: results } }),
      record('D', 'C', {
        type: 'system',
        subtype: 'microcompact_boundary',
        microcompactMetadata: { tokensSaved: 3, compactedToolIds: ['t1'], clearedAttachmentUUIDs: [] },
      }),
    ];
    await seal(store, lines.join('\n'));
    for (const word of ['zebra', 'quokka', '4711', 'narwhal', 'bravo', 'café'])
      expect(
        (await all(find(store, word, anywhere))).map(({ unit }) => unit),
        word,
      ).toEqual([null]);
    expect((await all(find(store, 'alpha', anywhere))).map(({ unit }) => unit !== null)).toEqual([true]);
  });

  test('lists each of two equal records once', async () => {
    const store = openMemoryStore();
    const twin = JSON.stringify({ type: 'user', sessionId: 's', message: { content: 'twin' } });
    const first = JSON.stringify({
      type: 'user',
      uuid: 'A',
      parentUuid: null,
      sessionId: 's',
      message: { content: 'go' },
    });
    await seal(store, [first, twin, twin].join('\n'));
    expect((await all(find(store, 'twin', anywhere))).map(({ record }) => record)).toEqual([1, 2]);
  });
});

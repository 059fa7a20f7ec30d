import { Packet } from '@ken/kernel';
import { Bundle, fetchUnit, openTranscript, sealTranscript, summarise, verifyBundle, writeBundle } from '@ken/session';
import { openMemoryStore, type Store } from '@ken/store';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { haveSamples, sample } from './samples.ts';
import { must } from './sealing.ts';

/** What left at the only compaction, by whole lines and JSON.parse. */
const leftIn = (file: Buffer): unknown[] => {
  const records = file
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return records
    .slice(
      0,
      records.findIndex((record) => record.subtype === 'compact_boundary'),
    )
    .filter(({ type, isApiErrorMessage }) => type === 'user' || (type === 'assistant' && isApiErrorMessage !== true))
    .map((record) => record.message.content);
};

describe.skipIf(!haveSamples)('a real session that an automatic compaction had cut', () => {
  let file: Buffer;
  let store: Store;
  let head: Awaited<ReturnType<typeof sealed>>;

  const sealed = async () => {
    const source = {
      async *open() {
        yield new Uint8Array(file);
      },
    };
    return must(await sealTranscript(store, must(await openTranscript(source)))).head;
  };

  const bundleBytes = async (): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    must(await writeBundle(store, head, async (piece) => void pieces.push(piece.slice())));
    return Buffer.concat(pieces);
  };

  const accepted = async (bytes: Uint8Array): Promise<boolean> => {
    const bundle = await Bundle.open({
      size: bytes.length,
      async *stream() {
        yield bytes;
      },
      read: async (offset, length) => bytes.slice(offset, offset + length),
    });
    return bundle.ok && bundle.value.head === head && (await verifyBundle(bundle.value)).verified;
  };

  beforeAll(async () => {
    file = sample('claude-one-compaction.jsonl');
    store = openMemoryStore();
    head = await sealed();
  });

  test('gives every omission back as what the record said', async () => {
    const [departure] = must(await summarise(store, head)).departures;
    const packet = must(Packet.fromBytes((await store.get(departure?.packet ?? head)) ?? new Uint8Array()));
    const given: unknown[] = [];
    for (const unit of packet.units) given.push(JSON.parse(Buffer.from(must(await fetchUnit(store, unit))).toString()));
    expect(given).toEqual(leftIn(file));
  });

  test('its bundle verifies alone, and a changed byte anywhere is found', async () => {
    const bytes = await bundleBytes();
    expect(await accepted(bytes)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const other = Uint8Array.from(bytes);
        other[at] = (other[at] ?? 0) ^ mask;
        expect(await accepted(other)).toBe(false);
      }),
      { numRuns: 150, seed: 20264 },
    );
  }, 120_000);
});

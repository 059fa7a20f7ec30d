import { type ContentId, encode, link, type Value } from '@ken/address';
import { openMemoryStore } from '@ken/store';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeBundle } from '../src/bundle.ts';
import { Bundle } from '../src/bundle-reader.ts';
import { bundleStore } from '../src/bundle-store.ts';
import { explain } from '../src/explain.ts';
import { verifyBundle } from '../src/verify.ts';
import { Session, worked } from './claude.ts';
import { exported, must, seal, sealed } from './running.ts';

const bundled = async (store: Parameters<typeof writeBundle>[0], head: ContentId): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  must(await writeBundle(store, head, async (piece) => void pieces.push(piece.slice())));
  return Buffer.concat(pieces);
};

const openBytes = (bytes: Uint8Array) =>
  Bundle.open({
    size: bytes.length,
    async *stream() {
      for (let at = 0; at < bytes.length; at += 4096) yield bytes.slice(at, at + 4096);
    },
    read: async (offset, length) => bytes.slice(offset, offset + length),
  });

/** Whether a stranger who holds only these bytes accepts them as the bundle of this head. */
const accepted = async (bytes: Uint8Array, head: ContentId): Promise<boolean> => {
  const bundle = await openBytes(bytes);
  return bundle.ok && bundle.value.head === head && (await verifyBundle(bundle.value)).verified;
};

describe('a bundle', () => {
  const text = new Session().prompt('The limit is 47.').reply('Yes.').compact('auto', 'The limit is 40.').text();
  let head: ContentId;
  let bytes: Uint8Array;

  beforeAll(async () => {
    const run = await sealed(text);
    head = run.head;
    bytes = await bundled(run.store, head);
  });

  test('verifies with nothing beside it, and gives the transcript back', async () => {
    const bundle = must(await openBytes(bytes));
    expect(await verifyBundle(bundle)).toMatchObject({
      verified: true,
      checked: { sources: 4, units: 2, packets: 1, events: 6 },
    });
    expect(Buffer.from(await exported(bundle, head)).toString()).toBe(text);
  });

  test('is the same bytes each time', async () => {
    expect(Buffer.compare(bytes, await bundled((await sealed(text)).store, head))).toBe(0);
  });

  test('any one byte that is another is found, at every place', async () => {
    expect(await accepted(bytes, head)).toBe(true);
    for (let at = 0; at < bytes.length; at += 1) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const other = bytes.slice();
        other[at] = (other[at] ?? 0) ^ mask;
        expect(await accepted(other, head), `byte ${at} ^ ${mask}`).toBe(false);
      }
    }
  }, 120_000);

  test('cut short anywhere, or with bytes behind it, is found', async () => {
    for (let length = 0; length < bytes.length; length += 37)
      expect(await accepted(bytes.slice(0, length), head)).toBe(false);
    for (const more of [[0], [1, 2, 3], [...bytes.slice(0, 200)]]) {
      expect(await accepted(Buffer.concat([bytes, Uint8Array.from(more)]), head)).toBe(false);
    }
  });

  test('of a run that was sealed in several steps verifies', async () => {
    const store = openMemoryStore();
    const whole = worked().text();
    await seal(store, whole.slice(0, 700));
    const last = await seal(store, whole);
    expect(await accepted(await bundled(store, last.head), last.head)).toBe(true);
  });
});

test('what is no bundle is refused', async () => {
  for (const content of ['', 'no car', '{"type":"user"}\n', '\u0000'.repeat(64)]) {
    const bundle = await openBytes(new TextEncoder().encode(content));
    expect(bundle).toMatchObject({ ok: false, refusal: { code: 'bundle/malformed' } });
  }
});

test('a bundle whose reader fails ends with that failure', async () => {
  const { store, head } = await sealed(worked().text());
  let pieces = 0;
  const write = async (): Promise<void> => {
    pieces += 1;
    if (pieces === 3) throw new Error('the disk is full');
  };
  await expect(writeBundle(store, head, write)).rejects.toThrow('the disk is full');
  expect(pieces).toBe(3);
});

describe('a bundle in another form', () => {
  const original = async (): Promise<{ bytes: Uint8Array; head: ContentId }> => {
    const { store, head } = await sealed(new Session().prompt('one').reply('two').text());
    return { bytes: await bundled(store, head), head };
  };
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]);

  test('with a length that is not the shortest, a length beyond the file, or one of a terabyte is refused', async () => {
    const { bytes, head } = await original();
    const at = 1 + (bytes[0] ?? 0);
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1] ?? 0;
    expect(first & 128).toBe(128);
    const longer = [first, second | 128, 0];
    const beyond = varint(bytes.length * 2);
    const giant = [0x80, 0x80, 0x80, 0x80, 0x80, 0x20];
    expect(await accepted(bytes, head)).toBe(true);
    for (const length of [longer, beyond, giant]) {
      const other = Buffer.concat([bytes.slice(0, at), Uint8Array.from(length), bytes.slice(at + 2)]);
      expect(await openBytes(other)).toMatchObject({ ok: false, refusal: { code: 'bundle/malformed' } });
    }
  });

  test('with two roots, no root, another version or a header of another order is refused', async () => {
    const { bytes, head } = await original();
    const at = 1 + (bytes[0] ?? 0);
    const rest = bytes.slice(at);
    const under = (header: Uint8Array): Uint8Array =>
      Buffer.concat([Uint8Array.from(varint(header.length)), header, rest]);
    const header = (value: Value): Uint8Array => under(must(encode(value)));
    const root = link(head);
    expect(await accepted(header({ roots: [root], version: 1 }), head)).toBe(true);
    expect(await openBytes(header({ roots: [root, root], version: 1 }))).toMatchObject({
      refusal: { code: 'bundle/roots' },
    });
    expect(await openBytes(header({ roots: [], version: 1 }))).toMatchObject({ refusal: { code: 'bundle/roots' } });
    for (const other of [
      header({ roots: [root], version: 2 }),
      header({ roots: [root], version: 1, x: 1 }),
      header({ version: 2 }),
    ]) {
      expect(await openBytes(other)).toMatchObject({ refusal: { code: 'bundle/malformed' } });
    }
  });
});

test('a bundle can be read like a store, and nothing can be written to it', async () => {
  const { store, head } = await sealed(worked().text());
  const bundle = bundleStore(must(await openBytes(await bundled(store, head))));
  expect(await explain(bundle, head)).toEqual(await explain(store, head));
  const [found] = await bundle.resolve(head.slice(0, 20), 2);
  expect(found).toBe(head);
  await expect(bundle.commit({ objects: [] })).rejects.toMatchObject({ code: 'store/read-only' });
});

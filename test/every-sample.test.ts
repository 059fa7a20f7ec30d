import { isDeepStrictEqual } from 'node:util';
import {
  Bundle,
  chainTo,
  fileOf,
  openTranscript,
  sealSessions,
  summarise,
  verifyBundle,
  verifyObject,
  writeBundle,
} from '@ken/session';
import { openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { haveSamples, sample, samples } from './samples.ts';

const must = <T>(result: { ok: true; value: T } | { ok: false; refusal: { code: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
};

/** How many records there are, by JSON.parse: the messages and what stands before them, or the lines that are not empty. */
const countOf = (file: Buffer): number => {
  try {
    const document = JSON.parse(file.toString()) as unknown[] | { messages: unknown[] };
    return (Array.isArray(document) ? document : document.messages).length + 1;
  } catch {
    return file
      .toString()
      .split('\n')
      .filter((line) => line.trim() !== '').length;
  }
};

interface Line {
  readonly type?: string;
  readonly payload?: { readonly replacement_history?: readonly unknown[] };
}

/** How many values left, by JSON.parse and deep equality, for the files that record what did: those of Codex and OpenCode. */
const leftIn = (name: string, file: Buffer): number => {
  if (name.startsWith('opencode')) {
    const { messages } = JSON.parse(file.toString()) as { messages: { info: { summary?: unknown } }[] };
    // All before the message that asks, which stands before the summary.
    return messages.findLastIndex(({ info }) => info.summary === true) - 1;
  }
  if (!name.startsWith('codex')) return 0;
  let left = 0;
  let active: unknown[] = [];
  for (const line of file
    .toString()
    .split('\n')
    .filter((one) => one.trim() !== '')) {
    const { type, payload } = JSON.parse(line) as Line;
    if (type === 'response_item') active.push(payload);
    const kept = type === 'compacted' ? payload?.replacement_history : undefined;
    if (kept === undefined) continue;
    const stays = active.filter((item) => kept.some((other) => isDeepStrictEqual(item, other)));
    left += active.length - stays.length;
    active = stays;
  }
  return left;
};

const others = samples.filter((name) => !name.startsWith('claude'));

const bytesOf = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece.slice());
  return Buffer.concat(all);
};

describe.skipIf(!haveSamples)(
  'every sample of the agents beside Claude Code, whose samples have a test of their own',
  () => {
    test.each(haveSamples ? others : ['(none)'])(
      '%s seals, verifies, is a bundle for a stranger, and comes back byte for byte',
      async (name) => {
        const file = sample(name);
        const store = openMemoryStore();
        const source = {
          async *open(start = 0, end = file.length) {
            for (let at = start; at < Math.min(end, file.length); at += 65_536)
              yield new Uint8Array(file.subarray(at, Math.min(at + 65_536, end)));
          },
        };
        const sessions = must(await sealSessions(store, must(await openTranscript(source))));
        const [main] = sessions;
        if (main === undefined) throw new Error('nothing was sealed');
        const { records, units } = must(await summarise(store, main.head));
        expect([records, units]).toEqual([countOf(file), leftIn(name, file)]);
        expect((await bytesOf(fileOf(store, must(await chainTo(store, main.head))))).equals(file)).toBe(true);
        for (const { head } of sessions) {
          expect(must(await verifyObject(store, head)).verdict).toMatchObject({ verified: true, failures: [] });
          const pieces: Uint8Array[] = [];
          must(await writeBundle(store, head, async (piece) => void pieces.push(piece.slice())));
          const bytes = Buffer.concat(pieces);
          const bundle = must(
            await Bundle.open({
              size: bytes.length,
              async *stream() {
                yield bytes;
              },
              read: async (offset, length) => bytes.slice(offset, offset + length),
            }),
          );
          expect(bundle.head).toBe(head);
          expect(await verifyBundle(bundle)).toMatchObject({ verified: true });
        }
      },
    );
  },
);

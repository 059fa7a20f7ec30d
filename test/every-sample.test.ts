import { isDeepStrictEqual } from 'node:util';
import { summarise, verifyBundle, verifyObject } from '@ken/session';
import { describe, expect, test } from 'vitest';
import { haveSamples, sample, samples } from './samples.ts';
import { bundled, exported, must, sealed } from './sealing.ts';

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

const rest = samples.filter((name) => !name.startsWith('claude'));

describe.skipIf(!haveSamples)(
  'every sample of the agents beside Claude Code, whose samples have a test of their own',
  () => {
    test.each(haveSamples ? rest : ['(none)'])(
      '%s seals, verifies, is a bundle for a stranger, and comes back byte for byte',
      async (name) => {
        const file = sample(name);
        const { store, session: main, others } = await sealed(file);
        const { records, units } = must(await summarise(store, main.head));
        expect([records, units]).toEqual([countOf(file), leftIn(name, file)]);
        expect((await exported(store, main.head)).equals(file)).toBe(true);
        for (const { head } of [main, ...others]) {
          expect(must(await verifyObject(store, head)).verdict).toMatchObject({ verified: true, failures: [] });
          const bundle = await bundled(store, head);
          expect(bundle.head).toBe(head);
          expect(await verifyBundle(bundle)).toMatchObject({ verified: true });
        }
      },
    );
  },
);

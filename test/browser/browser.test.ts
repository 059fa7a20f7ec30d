import { readFileSync } from 'node:fs';
import { contentId, encode, rawContentId } from '@ken/address';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from './answers.ts';
import { bundled } from './bundle.ts';
import { type Cases, type Json, ofJson, toHex } from './cases.ts';
import { haveBrowser, launch } from './chromium.ts';
import { serve } from './serve.ts';

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));

const text = fc.string({ unit: 'binary', maxLength: 30 });
const link = fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.boolean());

/** Values of every kind, and some that cannot be encoded: fractions, unsafe integers, lone surrogates. */
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 1.5, 2 ** 53, '\ud800', '\ufeff', '\u{10000}'),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }).map((each) => ({ $int: each.toString() })),
    text,
    fc.uint8Array({ maxLength: 70 }).map((each) => ({ $bytes: toHex(each) })),
    link.map(([each, raw]) => ({ $link: raw ? rawContentId(each) : contentId(each) })),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('json'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

const damaged = fc.tuple(json, fc.nat(), fc.integer({ min: 1, max: 255 })).map(([value, place, mask]) => {
  const encoded = encode(ofJson(value));
  const bytes = encoded.ok ? encoded.value : Uint8Array.of(0xff);
  const at = place % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ mask;
  return toHex(bytes);
});

const edges = [1, 64, 1024, 1536, 2048, 3072, 4096, 8192, 16_384, 65_536, 1 << 20];
const cases: Cases = {
  content: vectors('content'),
  frame: vectors('frame'),
  values: fc.sample(json, { seed: 31, numRuns: 400 }),
  damaged: fc.sample(damaged, { seed: 32, numRuns: 400 }),
  lengths: [0, ...edges.flatMap((each) => [each - 1, each, each + 1])],
};

interface Seen {
  /** What the page was able to do: compile WebAssembly, run a program made from text. */
  readonly wasm: boolean;
  readonly code: boolean;
  readonly answers: readonly string[];
}

describe.skipIf(!haveBrowser)('in a browser', () => {
  const onNode = answers(cases);
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    server = await serve(await bundled('page.ts'), cases);
    browser = await launch();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const visit = async (policy: string): Promise<Seen & { readonly said: readonly string[] }> => {
    const page = await browser.newPage();
    const errors: Error[] = [];
    const said: string[] = [];
    page.on('pageerror', (error) => errors.push(error));
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${server.origin}/${policy}`);
    const body = page.locator('body', { hasText: '"answers":' });
    const shown = await body.textContent({ timeout: 60_000 }).catch(() => undefined);
    expect(errors).toEqual([]);
    await page.close();
    const seen: Seen = JSON.parse(shown ?? 'null');
    return { ...seen, said };
  };

  test('the cases are worth asking: answers of every kind, hundreds of them refusals', () => {
    expect(onNode.length).toBeGreaterThan(1500);
    const refused = onNode.filter((answer) => answer.includes('"ok":false'));
    expect(refused.length).toBeGreaterThan(400);
    expect(onNode.length - refused.length).toBeGreaterThan(400);
    expect(onNode).not.toContain('"not admitted"');
  });

  test('every answer is that of Node where the page may run its own scripts and nothing else', async () => {
    const seen = await visit('strict');
    expect(seen).toMatchObject({ wasm: false, code: false });
    expect(seen.answers).toEqual(onNode);
    // Tried once, when the document loads the package, and not again at each large input.
    expect(seen.said.filter((line) => line.includes('WebAssembly'))).toHaveLength(1);
  }, 120_000);

  test('every answer is that of Node where the page may compile WebAssembly', async () => {
    const seen = await visit('wasm');
    expect(seen).toMatchObject({ wasm: true, code: false });
    expect(seen.answers).toEqual(onNode);
    expect(seen.said).toEqual([]);
  }, 120_000);
});

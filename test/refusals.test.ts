import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CBOR_CODES, ENCODE_CODES, ID_CODES, LOSSY_CODES, NODE_CODES } from '@ken/address';
import { FRONTIER_CODES } from '@ken/frontier';
import { DOORS } from '@ken/kernel';
import { catalogue, sentenceOf } from '@ken/session';
import { expect, test } from 'vitest';
import { sourcesOf } from './dependencies.ts';

const known = Object.keys(catalogue);
const page = fileURLToPath(new URL('../docs/refusals.md', import.meta.url));

test('every code of address and kernel is in the table', () => {
  const codes = [
    ...ID_CODES,
    ...CBOR_CODES,
    ...LOSSY_CODES,
    ...ENCODE_CODES,
    ...NODE_CODES,
    ...Object.values(DOORS).flat(),
  ];
  expect(codes.filter((code) => !known.includes(code))).toEqual([]);
});

// Why a record is in a live run, which is written as codes are.
const liveReasons: ReadonlySet<string> = new Set(
  ['opening', 'note', 'omission', 'delivery', 'observation', 'intervention', 'retrieval'].map((name) => `live/${name}`),
);

test('every code that a package refuses with is in the table, and the table has no other', () => {
  const found = new Set<string>();
  for (const name of ['address', 'kernel', 'transcript', 'session']) {
    for (const file of sourcesOf(name)) {
      if (/catalogue(?:-\w+)?\.ts$/.test(file)) continue;
      const text = readFileSync(file, 'utf8');
      for (const [, code] of text.matchAll(
        /'((?:id|cbor|node|root|unit|verify|elision|packet|event|transcript|run|then|live|locations|table|bundle|object)\/[a-z-]+)'/g,
      )) {
        if (code !== undefined && !liveReasons.has(code)) found.add(code);
      }
    }
  }
  // A store's codes are failures of the world; this one is also a verdict on what it holds.
  expect([...found, 'store/corrupt'].sort()).toEqual([...known].sort());
});

test('every sentence ends as one and names each fact of its own, whatever the facts are', () => {
  for (const [code, { facts, remedy }] of Object.entries(catalogue)) {
    for (const filled of [{}, Object.fromEntries(facts.map((name) => [name, `a ${name}`]))]) {
      const sentence = sentenceOf({ code, facts: filled });
      expect(sentence, code).toMatch(/^\S.*\.$/s);
      expect(sentence).not.toMatch(/undefined|\[object/);
    }
    expect(remedy, code).toMatch(/^[A-Za-z].*\.$/);
  }
});

test('docs/refusals.md is made from the tables', async () => {
  const { refusalsPage } = await import('../tools/refusals-page.mjs');
  expect(readFileSync(page, 'utf8')).toBe(refusalsPage(catalogue, FRONTIER_CODES));
});

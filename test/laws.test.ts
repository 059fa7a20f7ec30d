import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const laws = [...read('LAWS.md').matchAll(/^\| (?!law |-)(.+?) \| (\S+\.test\.ts) \|$/gm)].map(([, law, file]) => ({
  law: law ?? '',
  file: file ?? '',
}));

/** The titles of the tests of a file, as they stand in it. */
const titlesOf = (file: string): string[] =>
  [...read(file).matchAll(/\b(?:test|it)(?:\.\w+(?:\(.*?\)|<.*?>\(.*?\))?)*\(\s*(['"`])(.*?)\1/gs)].map(
    (match) => match[2] ?? '',
  );

test('the file names laws', () => {
  expect(laws.length).toBeGreaterThan(20);
});

describe('each law is a test by its name', () => {
  test.each(laws)('$law', ({ law, file }) => {
    expect(titlesOf(file)).toContain(law);
  });
});

test('every test among the laws of the kernel is written down', () => {
  const written = laws.map(({ law }) => law);
  expect(titlesOf('packages/kernel/test/laws.test.ts').filter((title) => !written.includes(title))).toEqual([]);
});

test('control: a law that no test holds is found', () => {
  expect(titlesOf('packages/kernel/test/laws.test.ts')).not.toContain('everything is always fine');
});

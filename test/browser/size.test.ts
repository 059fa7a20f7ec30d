import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundled } from './bundle.ts';

// What was measured (bench/README.md) and a fifth more: a dependency or a table that slips in is larger than that.
const MOST = { minified: 84_000, gzip: 25_000 };

describe('both packages as a browser is sent them', () => {
  let code: string;

  beforeAll(async () => {
    code = await bundled('library.ts');
  }, 120_000);

  test('are small', () => {
    const size = { minified: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length };
    process.stdout.write(`bundle: ${size.minified} bytes, ${size.gzip} with gzip\n`);
    expect(size.minified).toBeLessThan(MOST.minified);
    expect(size.gzip).toBeLessThan(MOST.gzip);
  });

  test('hold neither the native hasher nor anything of Node', () => {
    expect(code).toContain('unit/not-mintable');
    expect(code).not.toMatch(/blake-hash|node:|\brequire\(|\bprocess\b|\bBuffer\b/);
  });
});

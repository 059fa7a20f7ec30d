import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rawContentId } from '@ken/address';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const loader = new URL('without-native.mjs', import.meta.url).href;
const ways: readonly (readonly [way: string, options: readonly string[]])[] = [
  ['with', []],
  ['without', ['--import', loader]],
];

const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  });

// The lock file brings a binary for Linux on x64 alone; there its absence is a failure.
const expected = process.platform === 'linux' && process.arch === 'x64';
if (!expected)
  process.stderr.write('No native hasher is expected on this machine: the tests that want one are skipped.\n');

describe('the built package on Node', () => {
  const program = `
    import { rawContentId } from '@ken/address';
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
    process.report.excludeNetwork = true;
    const native = process.report.getReport().sharedObjects.some((path) => path.endsWith('.node'));
    console.log(JSON.stringify({ native, id: rawContentId(bytes) }));`;
  const id = rawContentId(Uint8Array.from({ length: 100_000 }, (_, i) => i % 251));

  test.skipIf(!expected).each(ways)('finds the same id %s the native hasher', (way, options) => {
    const ran = node([...options, '--input-type=module', '--eval', program]);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual({ native: way === 'with', id });
  });
});

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly { title: string; status: string }[] }[];
}

describe('the worked cases', () => {
  const suites = ['hash', 'vectors', 'node', 'id'].map((name) => `packages/address/test/${name}.test.ts`);
  const telling = 'where there is a native hasher, it is one of those compared';

  test.skipIf(!expected).each(ways)(
    'hold %s the native hasher',
    (way, options) => {
      const vitest = `${root}node_modules/vitest/vitest.mjs`;
      const ran = node([vitest, 'run', '--reporter=json', ...suites, 'packages/kernel/test/vectors.test.ts'], {
        NODE_OPTIONS: options.join(' '),
      });
      const report: Report = JSON.parse(ran.stdout.slice(ran.stdout.indexOf('{')));
      const outcomes = report.testResults.flatMap((file) => file.assertionResults);
      expect(outcomes.find(({ title }) => title === telling)?.status).toBe(way === 'with' ? 'passed' : 'skipped');
      expect(outcomes.filter(({ status }) => status === 'failed')).toEqual([]);
      expect(report.numFailedTests).toBe(0);
      expect(report.numPassedTests).toBeGreaterThan(400);
    },
    300_000,
  );
});

test('the manifest has the native hasher as optional, at one exact version', () => {
  const manifest: { optionalDependencies: Record<string, string> } = JSON.parse(
    readFileSync(`${root}packages/address/package.json`, 'utf8'),
  );
  expect(manifest.optionalDependencies).toEqual({ '@napi-rs/blake-hash': '1.3.6' });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the example host runs, and says what docs/live.md shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const out = execFileSync(process.execPath, ['examples/host.mjs', join(folder, 'host.db')], { cwd: root }).toString();
  expect(readFileSync(join(root, 'docs/live.md'), 'utf8')).toContain(`$ node examples/host.mjs host.db\n${out}`);
  expect(out).toContain('verified');
});

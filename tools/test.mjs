// `npm test`: the only command a fresh clone needs to install, build and run every test.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare();
const scratch = mkdtempSync(join(tmpdir(), 'ken-test-'));
const report = join(scratch, 'report.json');
const done = spawnSync(
  process.execPath,
  [
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
let counts;
try {
  counts = JSON.parse(readFileSync(report, 'utf8'));
} catch {
  process.stderr.write('The test runner left no report.\n');
}
rmSync(scratch, { recursive: true, force: true });
if (counts !== undefined) {
  const skipped = counts.numPendingTests + counts.numTodoTests;
  process.stdout.write(
    `tests: ${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
  );
  if (counts.numTotalTests === 0) {
    process.stderr.write('No test ran.\n');
    process.exit(1);
  }
}
if (done.status === 0) {
  process.stdout.write('\nTry next: npm start   (seals an example session, verifies it, gives an omitted part back)\n');
}
process.exit(done.status ?? 3);

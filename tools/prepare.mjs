// What a fresh clone lacks before anything can run: its dependencies and its build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.ken-lock`;

/**
 * Runs a program of this repository in its root, with the terminal shared.
 * Ends this process with the program's own exit code when it fails.
 */
export function run(program, args, { quiet = false } = {}) {
  const windows = process.platform === 'win32';
  const done = spawnSync(program, args, { cwd: root, stdio: quiet ? 'pipe' : 'inherit', shell: windows });
  if (done.error) {
    process.stderr.write(`${program} could not be started: ${done.error.message}\n`);
    process.exit(3);
  }
  if (done.status !== 0) {
    if (quiet) process.stderr.write(`${done.stdout}${done.stderr}`);
    process.exit(done.status ?? 3);
  }
}

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');

/** Installs the locked dependencies unless exactly these were installed before, then builds. */
export function prepare() {
  const wanted = lockDigest();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stderr.write('Installing dependencies (once; SQLite is compiled, which takes about a minute) …\n');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
    writeFileSync(stamp, wanted);
  }
  process.stderr.write('Building …\n');
  run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b'], { quiet: true });
}

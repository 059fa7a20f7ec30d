// `npm run bench`: installs what the bench compares with, builds, and runs each part in a process of its own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepare } from '../tools/prepare.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const PARTS = ['mint', 'verify', 'bulk', 'replay', 'decode', 'frontier', 'seal', 'sqlite', 'readers', 'c'];

const wanted = process.argv.slice(2);
const unknown = wanted.find((part) => !PARTS.includes(part));
if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}; there are ${PARTS.join(', ')}.\n`);
  process.exit(2);
}

prepare();
if (!existsSync(`${here}node_modules`)) {
  const install = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (install.status !== 0) process.exit(3);
}

const [processor] = cpus();
process.stdout.write(`Node ${process.version}, ${cpus().length} × ${processor?.model ?? 'unknown processor'}\n`);
let failed = false;
for (const part of wanted.length > 0 ? wanted : PARTS) {
  const { status } = spawnSync(process.execPath, [`${here}${part}.mjs`], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

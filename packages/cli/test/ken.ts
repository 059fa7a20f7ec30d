import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { reachable } from './reachable.ts';

const program = fileURLToPath(new URL('../bin/ken.js', import.meta.url));

/** The example session that ships with the project. */
export const example = fileURLToPath(new URL('../../../examples/session.jsonl', import.meta.url));

export interface Outcome {
  readonly exit: number | null;
  readonly out: string;
  readonly bytes: Buffer;
  readonly err: string;
}

/** Runs the built command as a user would, in a folder of its own and with nothing of this user's surroundings. */
export const ken = (
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number } = {},
): Outcome => {
  const cwd = options.cwd ?? scratch();
  const seen = options.uid === undefined ? (path: string) => path : reachable;
  const done = spawnSync(process.execPath, [program, ...words].map(seen), {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...options.env },
    maxBuffer: 64 * 1024 * 1024,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  return { exit: done.status, out: done.stdout.toString(), bytes: done.stdout, err: done.stderr.toString() };
};

/** Runs a script of bash in which `ken` is the built command. */
export const shell = (script: string, cwd: string): Outcome => {
  const done = spawnSync('bash', ['-c', `ken() { "$NODE" "$KEN" "$@"; }; ${script}`], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, NODE: process.execPath, KEN: program },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { exit: done.status, out: done.stdout.toString(), bytes: done.stdout, err: done.stderr.toString() };
};

/** Seals the example into `store.db` of a new folder; also the document of that session. */
export const sealedExample = () => {
  const cwd = scratch();
  const [session] = JSON.parse(ken(['seal', example, '--store', 'store.db', '--json'], { cwd }).out).sessions;
  return { cwd, store: ['--store', 'store.db'], session, unit: session.departures[0].first_unit as string };
};

/** An empty folder that is removed after the test. */
export const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Every id that stands in some text, once, in order of the alphabet. */
export const idsIn = (text: string): string[] => [...new Set(text.match(/\bbaf[yk]r4i[a-z2-7]{52}\b/g))].sort();

import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

/** A fresh folder that is gone after the test, and that any user may look into. */
export const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ken-store-'));
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
};

/** Each name in a folder with a digest of what it holds, to see that nothing of it changed. */
export const filesOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      const held = statSync(path).isFile() ? readFileSync(path) : readdirSync(path).join('/');
      return [name, createHash('sha256').update(held).digest('hex')];
    }),
  );

/** Runs `attempt` as a user who owns nothing; whoever runs the tests may be allowed everything. */
export const asNobody = async <T>(attempt: () => Promise<T>): Promise<T> => {
  if (process.geteuid?.() !== 0) return attempt();
  process.seteuid?.(65534);
  try {
    return await attempt();
  } finally {
    process.seteuid?.(0);
  }
};

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const othersMayEnter = 0o001;

/** Whether every folder down to the project lets other users in. */
const isOpen = (): boolean => {
  for (let folder = root; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & othersMayEnter) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** The packages that the built command needs, by their names: those that the workspace names, and what they name in turn. */
const needed = (): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = join(root, 'node_modules', name);
      if (name.startsWith('@ken/') || found.has(name) || !existsSync(at)) continue;
      found.add(name);
      open.push(at);
    }
  }
  return found;
};

// What a native package was compiled from is large, and not needed to run it.
const isMaterial = (path: string): boolean =>
  /\/better-sqlite3\/(?:deps|src|build\/(?!Release$|Release\/better_sqlite3\.node$))/.test(path);

const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'ken-reachable-'));
  chmodSync(copy, 0o755);
  for (const name of readdirSync(join(root, 'packages')))
    for (const part of ['package.json', 'dist', 'bin']) {
      const from = join(root, 'packages', name, part);
      if (existsSync(from)) cpSync(from, join(copy, 'packages', name, part), { recursive: true });
    }
  cpSync(join(root, 'examples'), join(copy, 'examples'), { recursive: true });
  for (const name of needed())
    cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), {
      recursive: true,
      filter: (path) => !isMaterial(path),
    });
  mkdirSync(join(copy, 'node_modules/@ken'), { recursive: true });
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join('../../packages', name), join(copy, 'node_modules/@ken', name));
  return copy;
};

let place: string | undefined;

afterAll(() => {
  if (place !== undefined && place !== root) rmSync(place, { recursive: true, force: true });
  place = undefined;
});

/**
 * A path of this project, where another user can reach it: itself, or, where the project stands in a folder that is closed to
 * others, its place in a copy of what is needed to run the built command.
 */
export const reachable = (path: string): string => {
  if (path !== root && !path.startsWith(`${root}/`)) return path;
  place ??= isOpen() ? root : copied();
  return `${place}${path.slice(root.length)}`;
};

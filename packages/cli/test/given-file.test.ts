import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type GivenFile, givenFile } from '../src/given-file.ts';
import { example, scratch, shell } from './ken.ts';

const all = async (file: GivenFile): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** A file that was opened and read once. */
const readOnce = async () => {
  const folder = scratch();
  const path = join(folder, 'file');
  writeFileSync(path, 'first bytes');
  const file = await givenFile(path);
  expect(await all(file)).toBe('first bytes');
  return { folder, path, file };
};

describe('every pass reads the file that was opened', () => {
  test('when another takes its name between two passes', async () => {
    const { folder, path, file } = await readOnce();
    writeFileSync(join(folder, 'other'), 'other bytes!');
    renameSync(join(folder, 'other'), path);
    expect(await all(file)).toBe('first bytes');
    expect(Buffer.from(await file.read(6, 5)).toString()).toBe('bytes');
    await file.close();
  });

  test('as long as it was then, when it grows', async () => {
    const { path, file } = await readOnce();
    appendFileSync(path, ' and more');
    expect(await all(file)).toBe('first bytes');
    await file.close();
  });

  test('and says so when it becomes shorter', async () => {
    const { path, file } = await readOnce();
    truncateSync(path, 4);
    await expect(all(file)).rejects.toMatchObject({ exit: 3, code: 'file/shorter' });
    await file.close();
  });
});

describe('what is no file', () => {
  test('a folder, a device, nothing at all: refused at once, as a failure of the world', async () => {
    const folder = scratch();
    for (const [path, code] of [
      [folder, 'file/eisdir'],
      ['/dev/null', 'file/enxio'],
      [join(folder, 'none'), 'file/enoent'],
    ] as const)
      await expect(givenFile(path), path).rejects.toMatchObject({ exit: 3, code });
    await expect(givenFile('')).rejects.toMatchObject({ exit: 2, code: 'usage/file' });
  });

  test.skipIf(!existsSync('/dev/zero'))('a device without an end, by name or as standard input', () => {
    const cwd = scratch();
    for (const call of ['ken seal /dev/zero', 'ken seal - < /dev/zero', 'ken verify - < /dev/zero', 'ken seal - < .']) {
      const refused = shell(`${call} --store store.db`, cwd);
      expect(refused.exit, call).toBe(3);
      expect(refused.err).toMatch(/^ken \w+: .+ could not be read: .+\.\n$/);
    }
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('a transcript that comes through a pipe', () => {
  const records = readFileSync(example, 'utf8').trimEnd().split('\n').length;

  test.each([
    ['standard input', `cat "$F" | ken seal - --json`],
    ['standard input from a file', `ken seal - --json < "$F"`],
    ['standard input by its name', `cat "$F" | ken seal /dev/stdin --json`],
    ['a named pipe', `mkfifo pipe; cat "$F" > pipe & ken seal pipe --json`],
    ['a substitution of the shell', `ken seal <(cat "$F") --json`],
  ])('%s is sealed whole, and nothing is kept beside the store', (_, call) => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'tmp'));
    const sealed = shell(`export TMPDIR="$PWD/tmp" KEN_STORE=store.db F='${example}'; ${call}`, cwd);
    expect(sealed.exit, sealed.err).toBe(0);
    expect(JSON.parse(sealed.out).sessions).toMatchObject([{ records, status: 'new' }]);
    expect(readdirSync(join(cwd, 'tmp'))).toEqual([]);
  });

  test('is read in process as often as it is asked for', async () => {
    const folder = scratch();
    const path = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    // Another process, since opening a pipe waits for its other end.
    spawn('sh', ['-c', 'printf "through a pipe" > "$0"', path]);
    const file = await givenFile(path);
    expect([await all(file), await all(file)]).toEqual(['through a pipe', 'through a pipe']);
    expect(file.size).toBe(14);
    await file.close();
  });
});

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { locksOf } from '@ken/store';
import { CommandError, exitCode } from './exit.ts';
import { fileError } from './failures.ts';

type Fill = (append: (piece: Uint8Array) => Promise<void>) => Promise<void>;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// As many as Linux follows.
const mostLinks = 40;

const orAbsent = (failure: NodeJS.ErrnoException): undefined => {
  if (failure.code !== 'ENOENT') throw failure;
};

/** Writes through a handle, which is closed whatever happens. */
const fillInto = async (handle: FileHandle, fill: Fill, synced: boolean): Promise<void> => {
  try {
    await fill(async (piece) => void (await handle.writeFile(piece)));
    if (synced) await handle.sync();
  } finally {
    await handle.close();
  }
};

/** The place that a path names when its links are followed, whether or not something is there yet. */
const placeOf = async (path: string): Promise<string> => {
  let place = resolve(path);
  for (let links = 0; links < mostLinks; links += 1) {
    place = join(await realpath(dirname(place)), basename(place));
    const about = await lstat(place).catch(orAbsent);
    if (about?.isSymbolicLink() !== true) return place;
    place = resolve(dirname(place), await readlink(place));
  }
  throw Object.assign(new Error('too many links'), { code: 'ELOOP', syscall: 'readlink' });
};

/** Runs something while a file exists that must not outlive it: neither a failure nor a signal leaves it behind. */
const withScratch = async (scratch: string, work: () => Promise<void>): Promise<void> => {
  const remove = (): void => rmSync(scratch, { force: true });
  const interrupted = (signal: NodeJS.Signals): void => {
    remove();
    for (const one of signals) process.off(one, interrupted);
    // Ends as it would have ended without us.
    process.kill(process.pid, signal);
  };
  for (const one of signals) process.on(one, interrupted);
  try {
    await work();
  } catch (failure) {
    remove();
    throw failure;
  } finally {
    for (const one of signals) process.off(one, interrupted);
  }
};

/** Replaces a file by a new one under a name that nobody else uses; mode is that of the file. */
const replace = async (target: string, mode: number, fill: Fill): Promise<void> => {
  const scratch = join(dirname(target), `.ken-${randomBytes(8).toString('hex')}`);
  await withScratch(scratch, async () => {
    const handle = await open(scratch, 'wx', 0o600);
    await fillInto(
      handle,
      async (append) => {
        await fill(append);
        await handle.chmod(mode);
      },
      true,
    );
    await rename(scratch, target);
  });
};

/**
 * Writes a file that appears whole or not at all. A new one is for its owner only, an earlier one of the name is replaced and
 * keeps its mode; links are followed. What is no regular file, a pipe or a device, is written to as it stands.
 * Throws a CommandError when it cannot be written; an empty name is wrong use.
 *
 * @param fill - is given a function that appends a piece
 */
export const writeWhole = async (path: string, fill: Fill): Promise<void> => {
  if (path === '') throw new CommandError(exitCode.usage, 'usage/output', '--output was given an empty name.');
  try {
    const about = await stat(path).catch(orAbsent);
    if (about?.isDirectory() === true) throw fileError(path, 'written', Object.assign(new Error(), { code: 'EISDIR' }));
    if (about !== undefined && !about.isFile()) return await fillInto(await open(path, 'w'), fill, false);
    await replace(await placeOf(path), about === undefined ? 0o600 : about.mode & 0o777, fill);
  } catch (failure) {
    if (failure instanceof CommandError || !(failure instanceof Error) || !('syscall' in failure)) throw failure;
    throw fileError(path, 'written', failure);
  }
};

// What SQLite keeps beside a database while it works on it.
const companions = ['', '-journal', '-wal', '-shm'];

/** Whether two paths name one file, by whatever name or link; of one that is not there yet, its place. */
export const sameFile = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  if (first !== undefined && second !== undefined) return first.dev === second.dev && first.ino === second.ino;
  const places = await Promise.all([one, other].map((path) => placeOf(path).catch(() => path)));
  return places[0] === places[1];
};

/** Whether what is written to a path goes nowhere, or to a disk as it stands. */
export const isDevice = async (path: string): Promise<boolean> => {
  const about = await stat(path).catch(() => undefined);
  return about?.isCharacterDevice() === true || about?.isBlockDevice() === true;
};

/** Whether writing to a path would write over a store or what belongs to it, by whatever name or link. */
export const isOfStore = async (path: string, store: string): Promise<boolean> => {
  for (const companion of companions) if (await sameFile(path, `${store}${companion}`)) return true;
  const folder = await placeOf(path).then(dirname, () => undefined);
  return folder !== undefined && (await sameFile(folder, locksOf(store)));
};

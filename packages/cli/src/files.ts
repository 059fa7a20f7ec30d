import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { BundleFile, SourceFile } from '@ken/session';
import { fileError } from './failures.ts';

const chunkBytes = 1024 * 1024;

async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes });
  } catch (failure) {
    throw fileError(path, 'read', failure);
  }
}

/** A transcript that a command was given. */
export interface GivenFile extends SourceFile {
  /** Length in bytes when it was opened. */
  readonly bytes: number;
  /** Removes what had to be kept to read a pipe more than once. */
  close(): Promise<void>;
}

/** Keeps what comes through a pipe, for its owner only, since a transcript is read more than once. */
const spool = async (name: string, pipe: AsyncIterable<Uint8Array>): Promise<GivenFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'ken-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'pipe');
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of pipe) await handle.writeFile(chunk);
    } finally {
      await handle.close();
    }
    return { bytes: (await stat(path)).size, open: () => chunksOf(path), close };
  } catch (failure) {
    await close();
    throw failure instanceof Error && 'syscall' in failure ? fileError(name, 'read', failure) : failure;
  }
};

/**
 * A file as a transcript; `-` is standard input. A pipe is read to its end first. Throws where it is a folder, a device or
 * nothing that can be read.
 */
export const sourceFile = async (path: string): Promise<GivenFile> => {
  if (path === '-') return spool('standard input', process.stdin);
  const about = await stat(path).catch((failure: unknown) => {
    throw fileError(path, 'read', failure);
  });
  const unusable = (code: string): Error => fileError(path, 'read', Object.assign(new Error(code), { code }));
  if (about.isDirectory()) throw unusable('EISDIR');
  if (about.isFIFO()) return spool(path, chunksOf(path));
  if (!about.isFile()) throw unusable('ENXIO');
  return { bytes: about.size, open: () => chunksOf(path), close: async () => undefined };
};

/** Opens a file as a bundle; the caller closes it. */
export const bundleFile = async (path: string): Promise<BundleFile & { close(): Promise<void> }> => {
  const file = await sourceFile(path);
  const handle: FileHandle = await open(path).catch((failure: unknown) => {
    throw fileError(path, 'read', failure);
  });
  return {
    size: file.bytes,
    stream: file.open,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
};

type Fill = (append: (piece: Uint8Array) => Promise<void>) => Promise<void>;

const asFileError = (path: string, failure: unknown): unknown =>
  failure instanceof Error && 'syscall' in failure ? fileError(path, 'written', failure) : failure;

/** Writes through a handle, which is closed whatever happens. */
const fillInto = async (handle: FileHandle, fill: Fill, synced: boolean): Promise<void> => {
  try {
    await fill(async (piece) => void (await handle.writeFile(piece)));
    if (synced) await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes a file that appears whole or not at all, for its owner only; an earlier file of the name is replaced. A link is
 * followed. What is no regular file, a pipe or a device, is written to as it stands.
 *
 * @param fill - is given a function that appends a piece
 */
export const writeWhole = async (path: string, fill: Fill): Promise<void> => {
  let scratch: string | undefined;
  try {
    const about = await stat(path).catch(() => undefined);
    if (about?.isDirectory() === true) throw fileError(path, 'written', Object.assign(new Error(), { code: 'EISDIR' }));
    if (about !== undefined && !about.isFile()) return await fillInto(await open(path, 'w'), fill, false);
    const target = about === undefined ? path : await realpath(path);
    const part = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
    const handle = await open(part, 'wx', 0o600);
    scratch = part;
    await fillInto(handle, fill, true);
    await rename(part, target);
  } catch (failure) {
    if (scratch !== undefined) await rm(scratch, { force: true });
    throw asFileError(path, failure);
  }
};

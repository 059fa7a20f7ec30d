import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
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

/** A file as a transcript. Throws where it is no regular file that can be read. */
export const sourceFile = async (path: string): Promise<SourceFile & { readonly bytes: number }> => {
  const about = await stat(path).catch((failure: unknown) => {
    throw fileError(path, 'read', failure);
  });
  if (about.isDirectory()) throw fileError(path, 'read', Object.assign(new Error(), { code: 'EISDIR' }));
  return { bytes: about.size, open: () => chunksOf(path) };
};

/** Opens a file as a bundle; the caller closes it. */
export const bundleFile = async (path: string): Promise<BundleFile & { close(): Promise<void> }> => {
  await sourceFile(path);
  const handle: FileHandle = await open(path).catch((failure: unknown) => {
    throw fileError(path, 'read', failure);
  });
  return {
    stream: () => chunksOf(path),
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return bytes.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
};

/** Reads a whole small file. */
export const wholeFile = async (path: string): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await sourceFile(path)).open()) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/**
 * Writes a file that appears whole or not at all, for its owner only.
 *
 * @param fill - is given a function that appends a piece
 */
export const writeWhole = async (
  path: string,
  fill: (append: (piece: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const scratch = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(scratch, 'wx', 0o600);
    const target = handle;
    await fill(async (piece) => void (await target.writeFile(piece)));
    await handle.sync();
    await handle.close();
    await rename(scratch, path);
  } catch (failure) {
    await handle?.close().catch(() => undefined);
    if (handle !== undefined) await rm(scratch, { force: true });
    throw failure instanceof Error && 'syscall' in failure ? fileError(path, 'written', failure) : failure;
  }
};

import { fstatSync, type Stats } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { BundleFile, SourceFile } from '@ken/session';
import { ForeignError } from '@ken/store';
import { CommandError, exitCode } from './exit.ts';
import { fileError } from './failures.ts';

const chunkBytes = 1024 * 1024;

/** A file that a command was given. Every pass over it reads the one file that was opened, as long as it was then. */
export interface GivenFile extends SourceFile, BundleFile {
  close(): Promise<void>;
}

const refusedFile = (name: string, code: string): CommandError =>
  fileError(name, 'read', Object.assign(new Error(code), { code }));

/** What reads a bundle tells a failure of the world from damage by its system call. */
const worldError = (error: CommandError): CommandError => Object.assign(error, { syscall: 'read' });

/** Throws for what can be neither read more than once nor read to an end. */
const checkKind = (name: string, about: Stats): void => {
  if (about.isDirectory()) throw refusedFile(name, 'EISDIR');
  if (!about.isFile() && !about.isFIFO()) throw refusedFile(name, 'ENXIO');
};

/** A regular file through its open handle, which is closed with it. */
const throughHandle = (name: string, handle: FileHandle, size: number): GivenFile => {
  const read = async (offset: number, length: number): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await handle
        .read(bytes, filled, length - filled, offset + filled)
        .catch((failure: unknown) => {
          throw worldError(fileError(name, 'read', failure));
        });
      if (bytesRead === 0) throw worldError(refusedFile(name, 'SHORTER'));
      filled += bytesRead;
    }
    return bytes;
  };
  async function* stream(start = 0, end = size): AsyncGenerator<Uint8Array> {
    const last = Math.min(end, size);
    for (let at = start; at < last; at += chunkBytes) yield await read(at, Math.min(chunkBytes, last - at));
  }
  return { size, read, stream, open: stream, close: () => handle.close() };
};

/**
 * Keeps what comes through a pipe or is made piece by piece, since it is read more than once: for its owner only, and in a
 * file without a name, so that nothing is left whenever the process ends. The caller closes it.
 */
export const spooled = async (
  name: string,
  pipe: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<GivenFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'ken-'));
  const unnamed = () => rm(folder, { recursive: true, force: true });
  const handle = await open(join(folder, 'pipe'), 'wx+', 0o600).finally(unnamed);
  try {
    for await (const chunk of pipe) await handle.writeFile(chunk);
    return throughHandle(name, handle, (await handle.stat()).size);
  } catch (failure) {
    await handle.close();
    throw failure instanceof ForeignError ? failure : fileError(name, 'read', failure);
  }
};

const standardInput = async (): Promise<GivenFile> => {
  const name = 'standard input';
  const about = fstatSync(0);
  // A socket is how some programs pipe, and a person may type.
  if (!about.isSocket() && !isatty(0)) checkKind(name, about);
  return spooled(name, process.stdin);
};

/**
 * Opens a file that is read more than once; `-` and `/dev/stdin` are standard input. A pipe is read to its end first. The
 * caller closes it. Throws a CommandError for a folder, a device, or what cannot be read; an empty name is wrong use.
 */
export const givenFile = async (path: string): Promise<GivenFile> => {
  if (path === '') throw new CommandError(exitCode.usage, 'usage/file', 'A file was given by an empty name.');
  if (path === '-' || path === '/dev/stdin') return standardInput();
  let handle: FileHandle | undefined;
  try {
    // Looked at before it is opened, since opening a device can do something.
    checkKind(path, await stat(path));
    handle = await open(path);
    const about = await handle.stat();
    checkKind(path, about);
    if (about.isFile()) return throughHandle(path, handle, about.size);
    return await spooled(path, handle.createReadStream({ highWaterMark: chunkBytes }));
  } catch (failure) {
    await handle?.close();
    throw failure instanceof CommandError ? failure : fileError(path, 'read', failure);
  }
};

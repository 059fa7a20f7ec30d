import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** The bytes of a file as it is today; or that there is none, or that they cannot be read. */
export type Today = { readonly state: 'there'; readonly bytes: Uint8Array } | { readonly state: 'gone' | 'unreadable' };

const absent: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

/**
 * Reads a file by a path that nobody vouches for: only a regular file, links followed, and without waiting for another
 * program. What is no such file cannot be read.
 */
export const fileToday = async (path: string): Promise<Today> => {
  let handle: FileHandle | undefined;
  try {
    if (!(await stat(path)).isFile()) return { state: 'unreadable' };
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) return { state: 'unreadable' };
    return { state: 'there', bytes: new Uint8Array(await handle.readFile()) };
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
    if (code === undefined) throw failure;
    return { state: absent.includes(code) ? 'gone' : 'unreadable' };
  } finally {
    await handle?.close();
  }
};

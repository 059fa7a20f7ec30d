import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type RawContentId, rawContentId } from '@ken/address';
import type { Location, LocationMap } from './map.ts';

/**
 * Why the bytes of a location are not to be had: there is no file; a link leads out of the root; it is no regular file; it
 * is not permitted; or it was changed or replaced while it was read.
 */
export type LocationFault = 'gone' | 'outside' | 'not-a-file' | 'not-permitted' | 'unreadable' | 'changed';

/** The bytes of a location as they are now, and what they hash to. */
export interface Located {
  readonly bytes: Uint8Array;
  readonly content: RawContentId;
}

export type LocatedResult =
  | { readonly ok: true; readonly value: Located }
  | { readonly ok: false; readonly fault: LocationFault };

/** Thrown inside this file only. */
class Fault extends Error {
  readonly fault: LocationFault;
  constructor(fault: LocationFault) {
    super(fault);
    this.fault = fault;
  }
}

const faultOf = (failure: unknown): LocationFault => {
  if (failure instanceof Fault) return failure.fault;
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
  if (code === 'EACCES' || code === 'EPERM') return 'not-permitted';
  // A link stands where its target stood when the path was looked up, or the links lead in a circle.
  if (code === 'ELOOP') return 'outside';
  if (code === 'ENXIO' || code === 'ENODEV' || code === 'EISDIR') return 'not-a-file';
  // A file larger than can be read at once says so without a call of the system.
  if (code !== undefined) return 'unreadable';
  throw failure;
};

/** Where a path leads, all links followed; it must be below the folder. */
const within = async (folder: string, path: string): Promise<string> => {
  const place = await realpath(join(folder, path));
  const way = relative(folder, place);
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) throw new Fault('outside');
  return place;
};

/** Whether a file that is open is the one that a path below the folder leads to: links can be exchanged in between. */
const isThere = async (folder: string, path: string, handle: FileHandle): Promise<boolean> => {
  const [held, found] = await Promise.all([handle.stat(), within(folder, path).then((place) => stat(place))]);
  return held.dev === found.dev && held.ino === found.ino;
};

const readWhole = async (handle: FileHandle): Promise<Uint8Array> => {
  const before = await handle.stat();
  const bytes = new Uint8Array(await handle.readFile());
  const after = await handle.stat();
  if (bytes.length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new Fault('changed');
  return bytes;
};

/**
 * Reads the file of a location once; what it gives is hashed from the very bytes given. Links are followed inside the
 * root only. Nothing but a regular file is opened for reading, and opening never waits for another program.
 *
 * @param base - the folder that the map is in, absolute
 * @returns the bytes, the caller's own; or why they are not to be had
 */
export const readLocated = async (
  { roots }: LocationMap,
  { root, path }: Location,
  base: string,
): Promise<LocatedResult> => {
  let handle: FileHandle | undefined;
  try {
    const folder = await realpath(resolve(base, roots[root] ?? ''));
    const place = await within(folder, path);
    if (!(await stat(place)).isFile()) throw new Fault('not-a-file');
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) throw new Fault('not-a-file');
    if (!(await isThere(folder, path, handle))) throw new Fault('changed');
    const bytes = await readWhole(handle);
    return { ok: true, value: { bytes, content: rawContentId(bytes) } };
  } catch (failure) {
    return { ok: false, fault: faultOf(failure) };
  } finally {
    await handle?.close();
  }
};

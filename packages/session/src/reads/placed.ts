import { isAbsolute, normalize, resolve, win32 } from 'node:path';

/** A path from the root of a drive or of another machine, as Windows writes it. */
const ofWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** A path as the file means it: from the folder that it claims, where it claims one. */
export const placed = (path: string, cwd: string | null): string => {
  if (ofWindows.test(path)) return win32.normalize(path);
  if (cwd !== null && ofWindows.test(cwd)) return win32.resolve(cwd, path);
  return isAbsolute(path) || cwd === null ? normalize(path) : resolve(cwd, path);
};

import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import type { SourceFile } from './source-file.ts';
import { fileOf } from './walk.ts';

/** The file that the last node of a chain stands for, out of a store. Reading it throws WalkFault. */
export const storedFile = (objects: Objects, chain: readonly RunNode[]): SourceFile => ({
  async *open(start = 0, end = Number.POSITIVE_INFINITY) {
    let at = 0;
    for await (const piece of fileOf(objects, chain)) {
      const kept = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
      if (kept.length > 0) yield kept;
      at += piece.length;
      if (at >= end) return;
    }
  },
});

/** Two files one after the other; the first has `length` bytes. */
export const joined = (first: SourceFile, length: number, second: SourceFile): SourceFile => ({
  async *open(start = 0, end = Number.POSITIVE_INFINITY) {
    if (start < length) yield* first.open(start, Math.min(end, length));
    if (end > length) yield* second.open(Math.max(0, start - length), end - length);
  },
});

import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import type { SourceFile } from './source-file.ts';
import { fileOf } from './walk.ts';

/** A part of a stream: what lies from `start` to `end` of it. */
async function* partOf(pieces: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    const kept = piece.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (kept.length > 0) yield kept;
    at += piece.length;
    if (at >= end) return;
  }
}

/** The file that the last node of a chain stands for, out of a store. Reading it throws WalkFault. */
export const storedFile = (objects: Objects, chain: readonly RunNode[]): SourceFile => ({
  open: (start = 0, end = Number.POSITIVE_INFINITY) => partOf(fileOf(objects, chain), start, end),
});

const lineFeed = 0x0a;

/** A file and another one behind it, which begins a line: a new line stands between them where the first ends without one. */
export const joined = (first: SourceFile, second: SourceFile): SourceFile => {
  async function* both(): AsyncGenerator<Uint8Array> {
    let last = lineFeed;
    for await (const piece of first.open()) {
      last = piece.at(-1) ?? last;
      yield piece;
    }
    if (last !== lineFeed) yield Uint8Array.of(lineFeed);
    yield* second.open();
  }
  return { open: (start = 0, end = Number.POSITIVE_INFINITY) => partOf(both(), start, end) };
};

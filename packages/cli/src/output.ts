import { fstatSync, writeSync } from 'node:fs';
import { fileError } from './failures.ts';

/** Where the data of a command goes. */
export interface Output {
  /** Resolves with whether every byte was taken: not when nobody reads any more. Throws a CommandError when it cannot be written. */
  write(piece: Uint8Array): Promise<boolean>;
}

type Put = (piece: Uint8Array) => Promise<void>;

const isFile = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
};

/** Whether what is written to a descriptor goes to somebody. Where it was closed, Node has put the null device in its place. */
export const reachesAnybody = (descriptor: number): boolean => {
  try {
    return !fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
};

/** Node's stream over a file takes a short write for a whole one, so that a disk that fills would cut the data silently. */
const intoFile =
  (descriptor: number): Put =>
  async (piece) => {
    for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at);
  };

const intoStream = (stream: NodeJS.WritableStream): Put => {
  // The failure comes through the callback of its write; without a listener it would end the process as well.
  stream.on('error', () => undefined);
  return (piece) =>
    new Promise((resolve, reject) => {
      stream.write(piece, (failure) => (failure == null ? resolve() : reject(failure)));
    });
};

const isClosedPipe = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'EPIPE';

/**
 * An output over something that takes bytes. Once its reader closed the pipe, or once a failure was told, the rest is let go
 * without a word: what a command found out is said by its exit code alone.
 */
export const outputOver = (put: Put): Output => {
  let ended = false;
  return {
    async write(piece) {
      if (ended) return false;
      try {
        await put(piece);
        return true;
      } catch (failure) {
        ended = true;
        if (!isClosedPipe(failure)) throw fileError('Standard output', 'written', failure);
        return false;
      }
    },
  };
};

/** Standard output of this process. */
export const standardOutput = (): Output => outputOver(isFile(1) ? intoFile(1) : intoStream(process.stdout));

/** Writes to a stream whose failure changes nothing, as that of standard error. */
export const tolerant = (stream: NodeJS.WritableStream): ((text: string) => void) => {
  stream.on('error', () => undefined);
  return (text) => {
    try {
      stream.write(text);
    } catch {
      // A stream over a file may throw at once; there is nobody left to tell.
    }
  };
};

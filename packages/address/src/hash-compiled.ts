import { DIGEST_AT, hashModule, INPUT_AT, NAMES } from './hash-module.ts';

// The part of WebAssembly that is used; the language's own library does not declare it, and a host may lack it.
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly [name: string]: unknown } };
};

const DIGEST_LENGTH = 32;
const BLOCK_LENGTH = 64;
// Up to here a loop over words costs no more than a call that copies, and leaves no garbage.
const BY_WORDS = 256;

/** The compiled hasher of one chunk and the memory that it works in, which is handed to nobody. */
export interface Compiled {
  readonly memory: Uint8Array;
  /** The same memory: WebAssembly reads words in one order of bytes, and arrays of words have the host's. */
  readonly words: DataView;
  /** What a run leaves its digest in, until the next one. */
  readonly digest: Uint8Array;
  run(at: number, length: number): void;
}

/** The compiled hasher, or undefined where the host has no WebAssembly with vectors or a page forbids it. */
export function compile(): Compiled | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(hashModule()));
    const { buffer } = exports[NAMES.memory] as { readonly buffer: ArrayBuffer };
    return {
      memory: new Uint8Array(buffer),
      words: new DataView(buffer),
      digest: new Uint8Array(buffer, DIGEST_AT, DIGEST_LENGTH),
      run: exports[NAMES.run] as Compiled['run'],
    };
  } catch {
    return undefined;
  }
}

/** The one that is used. */
export const compiled = compile();

/** Leaves the digest of the bytes from `from` to `to`, at most one chunk, in the hasher's memory. `words` as for `blake3`. */
export function compiledChunk(hasher: Compiled, bytes: Uint8Array, from: number, to: number, words?: DataView): void {
  const { memory, words: target, run } = hasher;
  const length = to - from;
  const whole = length & ~3;
  // Zeros to the end of the block, and a block where there is nothing.
  const end = length === 0 ? BLOCK_LENGTH : (length + BLOCK_LENGTH - 1) & -BLOCK_LENGTH;
  for (let i = whole; i < end; i += 4) target.setInt32(INPUT_AT + i, 0);
  if (words !== undefined && length <= BY_WORDS) {
    for (let i = 0; i < whole; i += 4) target.setInt32(INPUT_AT + i, words.getInt32(from + i, true), true);
    for (let i = whole; i < length; i += 1) memory[INPUT_AT + i] = bytes[from + i] as number;
  } else {
    memory.set(length === bytes.length ? bytes : bytes.subarray(from, to), INPUT_AT);
  }
  run(INPUT_AT, length);
}

import { bulk } from '#bulk';
import { CHUNK_LENGTH, chunkInto } from './hash-chunk.ts';
import { compiled, compiledChunk } from './hash-compiled.ts';
import { portableInto } from './hash-portable.ts';

// From this many bytes on a call to the native hasher costs less than it saves (measured in bench).
const BULK_FROM = 1536;

// Nothing of a caller runs between a write to this and the read of it.
const digest = compiled?.digest ?? new Uint8Array(32);

/**
 * The plain (unkeyed) 32-byte BLAKE3 digest of the bytes from `from` to `to`, in memory that the next call writes over. The
 * only place that knows which implementation computes it. The bytes must be a plain view of unshared memory that reaches to
 * `to`; `words` is another view of exactly the same memory, which spares a copy where a caller keeps one.
 */
export function blake3(bytes: Uint8Array, from: number, to: number, words?: DataView): Uint8Array {
  const length = to - from;
  if (length <= CHUNK_LENGTH) {
    if (compiled === undefined) chunkInto(bytes, from, to, digest);
    else compiledChunk(compiled, bytes, from, to, words);
  } else if (bulk !== undefined && length >= BULK_FROM) {
    digest.set(bulk(bytes.subarray(from, to)));
  } else {
    portableInto(bytes.subarray(from, to), digest);
  }
  return digest;
}

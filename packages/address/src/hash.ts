import { bulk } from '#bulk';
import { CHUNK_LENGTH, chunkInto } from './hash-chunk.ts';
import { portableInto } from './hash-portable.ts';

/**
 * Writes the plain (unkeyed) 32-byte BLAKE3 digest of the bytes from `from` to `to` to the front of `digest`. The only place
 * that knows which implementation computes it: one chunk takes less time here than a call to a native hasher does, and
 * beyond that the native one is ahead (docs/decisions/0005). The bytes must be a plain view of unshared memory that
 * reaches to `to`.
 */
export function blake3Into(bytes: Uint8Array, from: number, to: number, digest: Uint8Array): void {
  if (to - from <= CHUNK_LENGTH) chunkInto(bytes, from, to, digest);
  else if (bulk !== undefined) digest.set(bulk(bytes.subarray(from, to)));
  else portableInto(bytes.subarray(from, to), digest);
}

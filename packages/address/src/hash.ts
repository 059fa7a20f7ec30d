import { bulk } from '#bulk';
import { CHUNK_LENGTH, chunkInto } from './hash-chunk.ts';
import { portableInto } from './hash-portable.ts';

// From this many bytes on a call to the native hasher costs less than it saves (measured in bench).
const BULK_FROM = 1536;

/**
 * Writes the plain (unkeyed) 32-byte BLAKE3 digest of the bytes from `from` to `to` to the front of `digest`. The only place
 * that knows which implementation computes it. The bytes must be a plain view of unshared memory that reaches to `to`.
 */
export function blake3Into(bytes: Uint8Array, from: number, to: number, digest: Uint8Array): void {
  const length = to - from;
  if (length <= CHUNK_LENGTH) chunkInto(bytes, from, to, digest);
  else if (bulk !== undefined && length >= BULK_FROM) digest.set(bulk(bytes.subarray(from, to)));
  else portableInto(bytes.subarray(from, to), digest);
}

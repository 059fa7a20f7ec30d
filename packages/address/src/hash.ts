import { hashInto } from 'blake3-jit';

/** Length of a digest in bytes. */
export const DIGEST_LENGTH = 32;

/**
 * Writes the plain (unkeyed) 32-byte BLAKE3 digest of `bytes` to the front of `digest`. The only place that knows
 * which implementation computes it.
 */
export function blake3Into(bytes: Uint8Array, digest: Uint8Array): void {
  hashInto(bytes, digest, DIGEST_LENGTH);
}

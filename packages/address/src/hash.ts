import { bulk } from '#bulk';
import { portableInto } from './hash-portable.ts';

/** From this many bytes on, what the native hasher saves is more than what a call to it costs (measured in bench). */
export const BULK_FROM = 1536;

/**
 * Writes the plain (unkeyed) 32-byte BLAKE3 digest of `bytes` to the front of `digest`. The only place that knows
 * which implementation computes it. The bytes must be a plain view of unshared memory.
 */
export function blake3Into(bytes: Uint8Array, digest: Uint8Array): void {
  if (bulk !== undefined && bytes.length >= BULK_FROM) digest.set(bulk(bytes));
  else portableInto(bytes, digest);
}

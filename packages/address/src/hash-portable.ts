import { createHasher, hashInto } from 'blake3-jit';
import { compiled } from './hash-compiled.ts';

const DIGEST_LENGTH = 32;

// From here on the library runs WebAssembly that it makes itself. A page may forbid that; then the library would try again,
// and warn on the console again, at each large input.
const COMPILED_FROM = 4096;

/** Writes the digest of the bytes to the front of `digest`, on any host: in compiled code where the host allows it. */
export function portableInto(bytes: Uint8Array, digest: Uint8Array): void {
  if (bytes.length < COMPILED_FROM || compiled !== undefined) hashInto(bytes, digest, DIGEST_LENGTH);
  else digest.set(createHasher().update(bytes).finalize());
}

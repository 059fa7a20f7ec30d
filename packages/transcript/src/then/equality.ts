import { digestOf } from '../codex/digest.ts';
import { Scanner } from '../json/scanner.ts';

const scanner = new Scanner();

/** A digest of one whole JSON value: two have the same one iff parsing makes them deeply equal. */
export function digestOfBytes(bytes: Uint8Array): string {
  scanner.reset();
  if (scanner.run(bytes) !== 'whole') {
    throw new TypeError('a message in the context is one whole JSON value');
  }
  return digestOf(scanner.scanned(bytes), 0);
}

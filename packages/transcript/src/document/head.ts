import { OPEN_BRACKET } from '../bytes.ts';
import { Scanner, type Standing } from '../json/scanner.ts';
import { ENTRY, isOpen, nextOf, type Scanned, startOf } from '../json/tape.ts';
import { textOf } from '../json/value.ts';

/** The member of a document that holds its messages. */
export const MESSAGES = 'messages';

/**
 * How many bytes are scanned before it is looked whether the messages have begun; then as many again as there were so far. What
 * is scanned behind the beginning of the messages is scanned twice.
 */
const FIRST_STEP = 256;

/** Finds where the messages of a document begin: behind the bracket of its own member of that name. */
export class HeadFinder {
  readonly #scanner = new Scanner();
  #key = ENTRY;
  #scannedTo = 0;

  /** Begins at another object. */
  reset(): void {
    this.#scanner.reset();
    this.#key = ENTRY;
    this.#scannedTo = 0;
  }

  /**
   * Reads on.
   *
   * @param bytes from the object's first byte on, each time with more at the end
   * @returns the position behind the bracket, or how the scan of the whole object stands where there is none so far
   */
  run(bytes: Uint8Array): number | Standing {
    for (;;) {
      this.#scannedTo = Math.min(bytes.length, Math.max(FIRST_STEP, 2 * this.#scannedTo));
      const standing = this.#scanner.run(bytes.subarray(0, this.#scannedTo));
      const found = this.#find(this.#scanner.scanned(bytes));
      if (found > 0) {
        return found;
      }
      if (standing !== 'more' || this.#scannedTo === bytes.length) {
        return standing;
      }
    }
  }

  /** The object as far as it was scanned. */
  scanned(bytes: Uint8Array): Scanned {
    return this.#scanner.scanned(bytes);
  }

  /** The starts of what stands open where the scan broke or stopped. */
  openStarts(): Iterable<number> {
    return this.#scanner.openStarts();
  }

  #find(scanned: Scanned): number {
    const { bytes, tape, used } = scanned;
    while (this.#key + ENTRY < used) {
      const value = this.#key + ENTRY;
      if (bytes[startOf(tape, value)] === OPEN_BRACKET && textOf(scanned, this.#key) === MESSAGES) {
        return startOf(tape, value) + 1;
      }
      if (isOpen(tape, value)) {
        return 0;
      }
      this.#key = nextOf(tape, value);
    }
    return 0;
  }
}

const FIRST_CAPACITY = 64 * 1024;

/** Up to so many bytes are copied one by one; a call into the host costs as much as they are long. */
const SHORT = 32;

/** Bytes that are written one after another, in memory that is used again. */
export class BytesWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** Writes the bytes from `start` to `end`. */
  write(from: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.#reserve(length);
    if (length > SHORT) {
      this.#bytes.set(from.subarray(start, end), this.#length);
    } else {
      for (let at = 0; at < length; at += 1) {
        this.#bytes[this.#length + at] = from[start + at] as number;
      }
    }
    this.#length += length;
  }

  /** A view of what was written; it is written over after the next `clear`. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
      wider.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = wider;
    }
  }
}

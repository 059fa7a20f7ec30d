const SMALLEST_BUFFER = 64 * 1024;

/**
 * The bytes of a file that have come and are still needed. Places are counted from the file's beginning. What it hands
 * out are views of its own memory, which is never written a second time.
 */
export class Window {
  #buffer = new Uint8Array(0);
  #length = 0;
  /** Where the buffer's first byte lies in the file. */
  #origin = 0;
  #from = 0;

  /** The place behind the last byte that has come. */
  get end(): number {
    return this.#origin + this.#length;
  }

  /** Takes the next bytes; they are copied. */
  append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#buffer.length) {
      const kept = this.#buffer.subarray(this.#from - this.#origin, this.#length);
      // At least double what is kept, so that a long value in small chunks is copied a constant number of times.
      const wider = unfilled(kept.length + Math.max(chunk.length, kept.length, SMALLEST_BUFFER));
      wider.set(kept);
      this.#buffer = wider;
      this.#length = kept.length;
      this.#origin = this.#from;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Says that no byte before a place is asked for again. */
  letGoBefore(place: number): void {
    this.#from = place;
  }

  /** The byte at a place that has come and is kept. */
  at(place: number): number {
    return this.#buffer[place - this.#origin] as number;
  }

  /** The bytes between two places: a view. */
  view(start: number, end: number = this.end): Uint8Array {
    return this.#buffer.subarray(start - this.#origin, end - this.#origin);
  }

  /** The first place from `start` on at which a byte stands, or -1. */
  find(byte: number, start: number): number {
    const found = this.#buffer.subarray(start - this.#origin, this.#length).indexOf(byte);
    return found < 0 ? found : start + found;
  }
}

/** An array of its own memory that is not cleared first: every byte of it is written before it is read. */
function unfilled(length: number): Uint8Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(buffer as ArrayBuffer);
}

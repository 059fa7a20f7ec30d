import { CARRIAGE_RETURN, isSpace, LINE_FEED, OPEN_BRACE, plainBytes } from './bytes.ts';
import { Scanner } from './json/scanner.ts';
import { ENTRY, isOpen, type Scanned, startOf } from './json/tape.ts';
import type { Span } from './types.ts';

/** One segment of a file: a whole JSON object, or a torn piece that is none. */
export interface Segment {
  /** The bytes between the segment before (or the file's beginning) and this one. */
  readonly gap: Uint8Array;
  readonly bytes: Uint8Array;
  /** Where the bytes lie in the file. */
  readonly span: Span;
  /** The object's skeleton, only good until the next segment; null for a torn piece. */
  readonly object: Scanned | null;
}

const SMALLEST_BUFFER = 64 * 1024;
const MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * Splits the bytes of a file into JSON objects and what stands between them, however they are divided into chunks.
 *
 * - An object ends where its JSON value ends, not at a newline: two on one line are two segments with an empty gap.
 * - White space, NUL bytes and byte-order marks before a segment are its gap.
 * - A segment that is no JSON object is torn: it ends before the first newline after its start (a CR before that
 *   newline belongs to the gap), and splitting goes on behind it.
 * - What is undecided when the bytes end is the tail, with one exception: a piece under which a whole object at the
 *   beginning of a later line would be hidden is torn, so that no record is skipped.
 *
 * Every gap, every segment and the tail, in order, are the file. It holds the bytes since the last segment and no
 * more, beside the chunk. Segments are views of its own copy of the chunks, or of chunks that were given over, and never
 * written again.
 */
export class Splitter {
  readonly #scanner = new Scanner();
  #buffer: Uint8Array = new Uint8Array(0);
  #length = 0;
  /** Where the buffer's first byte lies in the file. */
  #origin = 0;
  #gapStart = 0;
  #at = 0;
  #inSegment = false;
  #torn = false;
  /** Starts (in the file) of objects that stood open where a scan broke: a scan from there would break there too. */
  #hopeless: ReadonlySet<number> = new Set();
  /** At the end of the file: a hopeless object behind this place hides nothing, and stays in the tail. */
  #lastHidden = Number.POSITIVE_INFINITY;
  #segmentStart = 0;

  /**
   * Takes the next bytes and hands out each segment that they complete, in order.
   *
   * @param own - whether the bytes are given over, and nobody writes over them any more; else they are copied
   */
  push(chunk: Uint8Array, take: (segment: Segment) => void, own = false): void {
    const bytes = plainBytes(chunk);
    if (!own) {
      this.#append(bytes);
      this.#advance(take);
      return;
    }
    // What is begun ends on its line nearly always, and behind that the chunk can stand as it is: copying costs a fifth of
    // what all of the reading does.
    const line = this.#gapStart < this.#length ? bytes.indexOf(LINE_FEED) : 0;
    if (line !== 0) {
      this.#append(line < 0 ? bytes : bytes.subarray(0, line));
      this.#advance(take);
    }
    if (line < 0) return;
    const rest = bytes.subarray(line);
    if (this.#gapStart < this.#length) this.#append(rest);
    else this.#adopt(rest);
    this.#advance(take);
  }

  /** Goes on in a chunk as it is, where nothing of what came before is kept. */
  #adopt(chunk: Uint8Array): void {
    this.#origin += this.#length;
    this.#buffer = chunk;
    this.#length = chunk.length;
    this.#at = 0;
    this.#gapStart = 0;
    this.#segmentStart = 0;
  }

  /** Says that the file ends here; hands out what only that decides, and gives the tail. */
  finish(take: (segment: Segment) => void): Uint8Array {
    if (this.#inSegment && !this.#torn) {
      this.#lastHidden = this.#lastHiddenObject();
      if (this.#lastHidden >= 0) {
        this.#tear();
        this.#advance(take);
      }
    }
    return this.#buffer.subarray(this.#gapStart, this.#length);
  }

  /** The beginning of the object that is not whole yet, if there is one. */
  pending(): Scanned | null {
    return this.#inSegment && !this.#torn ? this.#scanner.scanned(this.#view()) : null;
  }

  #append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#buffer.length) {
      const kept = this.#buffer.subarray(this.#gapStart, this.#length);
      // At least double what is kept, so that a long record in small chunks is copied a constant number of times.
      const wider = unfilled(kept.length + Math.max(chunk.length, kept.length, SMALLEST_BUFFER));
      wider.set(kept);
      this.#buffer = wider;
      this.#origin += this.#gapStart;
      this.#length = kept.length;
      this.#at -= this.#gapStart;
      this.#segmentStart -= this.#gapStart;
      this.#gapStart = 0;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  #view(): Uint8Array {
    return this.#buffer.subarray(this.#segmentStart, this.#length);
  }

  #advance(take: (segment: Segment) => void): void {
    while (this.#inSegment || this.#beginSegment()) {
      if (!this.#torn) {
        const standing = this.#scanner.run(this.#view());
        if (standing === 'more') {
          return;
        }
        if (standing === 'whole') {
          this.#emit(this.#segmentStart + this.#scanner.at, true, take);
          continue;
        }
        this.#tear();
      }
      const newline = this.#newlineFrom(this.#at);
      if (newline < 0) {
        this.#at = this.#length;
        return;
      }
      const end = this.#buffer[newline - 1] === CARRIAGE_RETURN ? newline - 1 : newline;
      this.#emit(end, false, take);
    }
  }

  /** Passes over the gap. False when the bytes end in it, or where the tail is known to begin. */
  #beginSegment(): boolean {
    while (this.#at < this.#length) {
      const byte = this.#buffer[this.#at] as number;
      if (byte === 0 || isSpace(byte)) {
        this.#at += 1;
        continue;
      }
      if (byte === MARK[0]) {
        const length = this.#markLength();
        if (length < MARK.length && this.#at + length === this.#length) {
          return false;
        }
        if (length === MARK.length) {
          this.#at += length;
          continue;
        }
      }
      const place = this.#origin + this.#at;
      const hopeless = this.#hopeless.has(place);
      if (hopeless && place > this.#lastHidden) {
        return false;
      }
      this.#segmentStart = this.#at;
      this.#inSegment = true;
      this.#torn = hopeless || byte !== OPEN_BRACE;
      this.#scanner.reset();
      return true;
    }
    return false;
  }

  /** How many bytes of a byte-order mark stand here. */
  #markLength(): number {
    let length = 0;
    while (
      length < MARK.length &&
      this.#buffer[this.#at + length] === MARK[length] &&
      this.#at + length < this.#length
    ) {
      length += 1;
    }
    return length;
  }

  #tear(): void {
    this.#torn = true;
    this.#at = this.#segmentStart;
    const starts = new Set<number>();
    const newline = this.#newlineFrom(this.#segmentStart);
    if (newline >= 0 && newline < this.#segmentStart + this.#scanner.at) {
      for (const start of this.#scanner.openStarts()) {
        starts.add(this.#origin + this.#segmentStart + start);
      }
    }
    this.#hopeless = starts;
  }

  #newlineFrom(from: number): number {
    const found = this.#buffer.subarray(from, this.#length).indexOf(LINE_FEED);
    return found < 0 ? found : from + found;
  }

  /** The place in the file of the last whole object that begins a line inside the unfinished one, or -1. */
  #lastHiddenObject(): number {
    const { bytes, tape, used } = this.#scanner.scanned(this.#view());
    let last = -1;
    for (let entry = 0; entry < used; entry += ENTRY) {
      const start = startOf(tape, entry);
      if (bytes[start] === OPEN_BRACE && bytes[start - 1] === LINE_FEED && !isOpen(tape, entry)) {
        last = this.#origin + this.#segmentStart + start;
      }
    }
    return last;
  }

  #emit(end: number, whole: boolean, take: (segment: Segment) => void): void {
    const gap = this.#buffer.subarray(this.#gapStart, this.#segmentStart);
    const bytes = this.#buffer.subarray(this.#segmentStart, end);
    const span = Object.freeze({ start: this.#origin + this.#segmentStart, end: this.#origin + end });
    this.#gapStart = end;
    this.#at = end;
    this.#inSegment = false;
    take({ gap, bytes, span, object: whole ? this.#scanner.scanned(bytes) : null });
  }
}

/** An array of its own memory that is not cleared first: every byte of it is written before it is read. */
function unfilled(length: number): Uint8Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(buffer as ArrayBuffer);
}

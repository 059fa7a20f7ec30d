import { type Segment, Splitter } from '../splitter.ts';
import type { Piece } from './piece.ts';

/** Reads what is no document, or stands behind the end of one, record by record; places are those in the file. */
export class LinesBehind {
  readonly #splitter = new Splitter();
  readonly #from: number;

  /** @param from where in the file the first byte lies that it is given */
  constructor(from: number) {
    this.#from = from;
  }

  /** Takes the next bytes (copied) and hands out each record that they complete. */
  push(bytes: Uint8Array, take: (piece: Piece) => void): void {
    this.#splitter.push(bytes, (segment) => take(this.#line(segment)));
  }

  /** Says that the file ends here; hands out what only that decides, and gives the tail. */
  finish(take: (piece: Piece) => void): Uint8Array {
    return this.#splitter.finish((segment) => take(this.#line(segment)));
  }

  #line(segment: Segment): Piece {
    const start = segment.span.start + this.#from;
    const end = segment.span.end + this.#from;
    return { ...segment, span: Object.freeze({ start, end }), part: 'line' };
  }
}

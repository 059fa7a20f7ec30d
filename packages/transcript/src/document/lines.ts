import { type Segment, Splitter } from '../splitter.ts';
import type { Piece } from './piece.ts';
import type { Pieces } from './reading.ts';

/** Reads what is no document, or stands behind the end of one, record by record; places are those in the file. */
export class Lines implements Pieces {
  readonly #splitter = new Splitter();
  readonly #from: number;

  /** @param from where in the file the first byte lies that it is given */
  constructor(from = 0) {
    this.#from = from;
  }

  /**
   * Takes the next bytes and hands out each record that they complete.
   *
   * @param own - as of `Splitter.push`
   */
  push(bytes: Uint8Array, take: (piece: Piece) => void, own?: boolean): void {
    this.#splitter.push(bytes, (segment) => take(this.#line(segment)), own);
  }

  /** Says that the file ends here; hands out what only that decides, and gives the tail. */
  finish(take: (piece: Piece) => void): Uint8Array {
    return this.#splitter.finish((segment) => take(this.#line(segment)));
  }

  // Member by member: to spread an object costs more than to read a short record.
  #line({ gap, bytes, span, object }: Segment): Piece {
    const from = this.#from;
    const place = from === 0 ? span : Object.freeze({ start: span.start + from, end: span.end + from });
    return { gap, bytes, span: place, object, part: 'line' };
  }
}

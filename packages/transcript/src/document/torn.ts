import { LINE_FEED, OPEN_BRACE } from '../bytes.ts';
import { Scanner } from '../json/scanner.ts';
import type { Scanned } from '../json/tape.ts';
import type { Span } from '../types.ts';
import type { Window } from './window.ts';

/** From this many bytes on a torn piece ends at the end of its line, so that damage of any length takes no memory. */
const LONG = 64 * 1024;

/** What ends a torn piece: a message behind it, or the end of a line when it is long. */
export type Ended = { readonly message: Span } | { readonly line: number };

/**
 * Looks for the next message behind bytes that are none. Any brace may begin it; it is one if a whole object stands
 * there that the format takes for a message.
 */
export class Search {
  readonly #scanner = new Scanner();
  readonly #isMessage: (object: Scanned) => boolean;
  /** Starts of objects that stood open where a scan broke: a scan from there would break there too. */
  readonly #hopeless = new Set<number>();
  #at = 0;
  /** Where the object begins that is being scanned, or -1. */
  #candidate = -1;
  #newline = -1;
  /** How far it was looked for the end of a line. */
  #lookedTo = 0;

  constructor(isMessage: (object: Scanned) => boolean) {
    this.#isMessage = isMessage;
  }

  /** Begins a piece, of which it is known what stood open where its scan broke. */
  begin(start: number, open: Iterable<number>): void {
    this.#hopeless.clear();
    this.#addHopeless(start, open);
    this.#at = start;
    this.goOn(start);
  }

  /** Begins another piece of the same damage. No brace before the one that was come to is looked at again. */
  goOn(start: number): void {
    this.#candidate = -1;
    this.#newline = -1;
    this.#lookedTo = start + LONG;
  }

  /**
   * Searches on.
   *
   * @param isEnd no bytes follow: what is unfinished will stay so, and no line ends the piece
   * @returns what ends the piece, or null when that has not come
   */
  run(window: Window, isEnd: boolean): Ended | null {
    for (;;) {
      if (this.#candidate < 0) {
        this.#at = this.#next(window);
        const newline = isEnd ? -1 : this.#lineEnd(window);
        if (newline >= 0 && newline < this.#at) {
          return { line: newline };
        }
        if (this.#at === window.end) {
          return null;
        }
        this.#candidate = this.#at;
        this.#scanner.reset();
      }
      const bytes = window.view(this.#candidate);
      const standing = this.#scanner.run(bytes);
      if (standing === 'more' && !isEnd) {
        return null;
      }
      const start = this.#candidate;
      this.#candidate = -1;
      if (standing !== 'whole') {
        this.#addHopeless(start, this.#scanner.openStarts());
        this.#at = start + 1;
        continue;
      }
      this.#at = start + this.#scanner.at;
      if (this.#isMessage(this.#scanner.scanned(bytes.subarray(0, this.#scanner.at)))) {
        return { message: { start, end: this.#at } };
      }
    }
  }

  /** The message that was found. */
  scanned(bytes: Uint8Array): Scanned {
    return this.#scanner.scanned(bytes);
  }

  /** The next brace that is not hopeless, or the end. */
  #next(window: Window): number {
    for (let at = this.#at; ; at += 1) {
      at = window.find(OPEN_BRACE, at);
      if (at < 0) {
        return window.end;
      }
      if (!this.#hopeless.has(at)) {
        return at;
      }
    }
  }

  /** The end of the line in which the piece has become long, or -1. No byte is looked at twice for it. */
  #lineEnd(window: Window): number {
    if (this.#newline < 0 && window.end > this.#lookedTo) {
      this.#newline = window.find(LINE_FEED, this.#lookedTo);
      this.#lookedTo = window.end;
    }
    return this.#newline;
  }

  #addHopeless(start: number, open: Iterable<number>): void {
    for (const offset of open) {
      this.#hopeless.add(start + offset);
    }
  }
}

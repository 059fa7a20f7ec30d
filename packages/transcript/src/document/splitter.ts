import { OPEN_BRACE, OPEN_BRACKET, plainBytes } from '../bytes.ts';
import { Scanner } from '../json/scanner.ts';
import type { Scanned } from '../json/tape.ts';
import { behindGap, mayBegin, trimmed } from './between.ts';
import { Ending } from './ending.ts';
import { HeadFinder } from './head.ts';
import { Lines } from './lines.ts';
import type { Part, Piece } from './piece.ts';
import { Search } from './torn.ts';
import { Window } from './window.ts';

const CLOSE_BRACKET = 0x5d;

/** What a file is: an array of messages, an object that holds one, records one by one, or something torn. */
export type Form = 'array' | 'object' | 'lines' | 'torn';

type Phase = 'start' | 'head' | 'between' | 'value' | 'ending' | 'closed' | 'search' | 'between-torn' | 'lines';

/** What the end of the file finds unfinished. */
const UNFINISHED: ReadonlySet<Phase> = new Set<Phase>(['head', 'value', 'ending']);

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Splits a document, which is one JSON value with an array of messages, into what comes before the messages, each of
 * them, and what follows; however its bytes are divided into chunks, and in memory for one message.
 *
 * - Between the pieces stand white space, commas, NUL bytes and byte-order marks only. All of it, the pieces and the
 *   tail, in order, are the file.
 * - What is no value where a message should be is torn: it ends before the next object that is a message. So does a value
 *   that the file cuts off, if a message stands inside of it; else it is the tail.
 * - A file whose first value is an object without messages is records one by one, and so is what follows a document.
 * - What closes a document is its tail, since it stands elsewhere when the document has grown. Only where something
 *   follows is it a piece.
 */
export class DocumentSplitter {
  readonly #window = new Window();
  readonly #scanner = new Scanner();
  readonly #head = new HeadFinder();
  readonly #search: Search;
  #lines: Lines | null = null;
  #ending: Ending | null = null;
  /** What closes the document, while nothing has followed. */
  #closing: Piece | null = null;
  #form: Form | null = null;
  #phase: Phase = 'start';
  #gapStart = 0;
  #at = 0;
  /** Where the piece begins that is being read. */
  #start = 0;
  /** How much was given on to the reader of the ending, or of the lines. */
  #given = 0;
  #isEnd = false;

  /** @param isMessage whether an object is a message as the format writes them: behind damage it goes on at one */
  constructor(isMessage: (object: Scanned) => boolean) {
    this.#search = new Search(isMessage);
  }

  /** What the file is, as soon as that is known. */
  get form(): Form | null {
    return this.#form;
  }

  /** Takes the next bytes (copied) and hands out each piece that they complete, in order. */
  push(chunk: Uint8Array, take: (piece: Piece) => void): void {
    this.#window.append(plainBytes(chunk));
    this.#advance(take);
  }

  /** Says that the file ends here; hands out what only that decides, and gives the tail. */
  finish(take: (piece: Piece) => void): Uint8Array {
    this.#isEnd = true;
    do {
      this.#tearUnfinished();
      this.#advance(take);
    } while (UNFINISHED.has(this.#phase));
    return this.#lines === null ? this.#window.view(this.#gapStart) : this.#lines.finish(take);
  }

  /** What closes the document, as far as has come with nothing behind it; null where nothing does. Its bytes are not given out. */
  closing(): Piece | null {
    return this.#closing;
  }

  /** The members, as far as they have come, of an object that has neither ended nor come to messages. */
  pending(): Scanned | null {
    return this.#phase === 'head' ? this.#head.scanned(this.#window.view(this.#start)) : null;
  }

  #advance(take: (piece: Piece) => void): void {
    while (this.#step(take)) {}
  }

  /** One step; false when more bytes are needed. */
  #step(take: (piece: Piece) => void): boolean {
    switch (this.#phase) {
      case 'start':
        return this.#begin(take);
      case 'head':
        return this.#readHead(take);
      case 'between':
        return this.#pass();
      case 'value':
        return this.#readValue(take);
      case 'ending':
        return this.#readEnding();
      case 'closed':
        return this.#passClosing(take);
      case 'search':
        return this.#readTorn(take);
      case 'between-torn':
        return this.#goOnTorn();
      case 'lines':
        return this.#readLines(take);
    }
  }

  /** Passes over a gap. False when the bytes end in it. */
  #behindGap(): boolean {
    const at = behindGap(this.#window, this.#at);
    this.#at = at < 0 ? this.#at : at;
    this.#start = this.#at;
    return at >= 0 && at < this.#window.end;
  }

  #begin(take: (piece: Piece) => void): boolean {
    if (!this.#behindGap()) {
      return false;
    }
    const byte = this.#window.at(this.#start);
    if (byte === OPEN_BRACKET) {
      this.#form = 'array';
      this.#emit('document', this.#start + 1, null, take);
      this.#phase = 'between';
    } else if (byte === OPEN_BRACE) {
      this.#head.reset();
      this.#phase = 'head';
    } else {
      this.#form = 'torn';
      this.#tear(NOTHING);
    }
    return true;
  }

  #readHead(take: (piece: Piece) => void): boolean {
    const found = this.#head.run(this.#window.view(this.#start));
    switch (found) {
      case 'more':
        return false;
      case 'whole':
        this.#form = 'lines';
        this.#giveLines();
        return true;
      case 'broken':
        this.#form = 'torn';
        this.#tear(this.#head.openStarts());
        return true;
      default: {
        this.#form = 'object';
        const bytes = this.#window.view(this.#start, this.#start + found);
        this.#scanner.reset();
        this.#scanner.run(bytes);
        this.#emit('document', this.#start + found, this.#scanner.scanned(bytes), take);
        this.#phase = 'between';
        return true;
      }
    }
  }

  /** Passes from one message to the next, or to the end of them. */
  #pass(): boolean {
    if (!this.#behindGap()) {
      return false;
    }
    const byte = this.#window.at(this.#start);
    if (mayBegin(byte)) {
      this.#scanner.reset();
      this.#phase = 'value';
    } else if (byte === CLOSE_BRACKET && (this.#form === 'array' || this.#form === 'object')) {
      this.#ending = new Ending(this.#form);
      this.#given = this.#start;
      this.#phase = 'ending';
    } else {
      this.#tear(NOTHING);
    }
    return true;
  }

  #readValue(take: (piece: Piece) => void): boolean {
    const bytes = this.#window.view(this.#start);
    const standing = this.#scanner.run(bytes);
    if (standing === 'more') {
      return false;
    }
    if (standing === 'broken') {
      this.#tear(this.#scanner.openStarts());
      return true;
    }
    const end = this.#start + this.#scanner.at;
    // The skeleton ends where the value does, whatever bytes follow.
    this.#emit('message', end, this.#scanner.scanned(bytes), take);
    this.#phase = 'between';
    return true;
  }

  #readEnding(): boolean {
    const ending = this.#ending;
    if (ending === null) {
      throw new TypeError('there is no ending');
    }
    const standing = ending.run(this.#window.view(this.#given));
    this.#given = this.#window.end;
    if (standing === 'more') {
      return false;
    }
    this.#ending = null;
    if (standing === 'broken') {
      this.#tear(NOTHING);
      return true;
    }
    const end = this.#start + ending.length;
    this.#closing = this.#piece('document-end', end, this.#form === 'object' ? ending.scanned() : null);
    this.#at = end;
    this.#phase = 'closed';
    return true;
  }

  /** What follows a document makes what closes it a piece of its own. */
  #passClosing(take: (piece: Piece) => void): boolean {
    const closing = this.#closing;
    const at = behindGap(this.#window, this.#at);
    this.#at = at < 0 ? this.#at : at;
    if (closing === null || at < 0 || at === this.#window.end) {
      return false;
    }
    this.#closing = null;
    this.#give(closing, take);
    this.#giveLines();
    return true;
  }

  #tearUnfinished(): void {
    if (this.#phase === 'head') {
      this.#form = 'torn';
      this.#tear(this.#head.openStarts());
    } else if (this.#phase === 'value') {
      this.#tear(this.#scanner.openStarts());
    } else if (this.#phase === 'ending') {
      this.#tear(NOTHING);
    }
  }

  /** What began is no value; `open` are the starts of what stood open where that showed, from its beginning. */
  #tear(open: Iterable<number>): void {
    this.#search.begin(this.#start, open);
    this.#phase = 'search';
  }

  #readTorn(take: (piece: Piece) => void): boolean {
    const ended = this.#search.run(this.#window, this.#isEnd);
    if (ended === null) {
      return false;
    }
    const end = trimmed(this.#window, this.#start, 'line' in ended ? ended.line : ended.message.start);
    // It is empty where a message follows at once on a long torn piece that a line ended.
    if (end > this.#start) {
      this.#emit('message', end, null, take);
    }
    if ('line' in ended) {
      this.#phase = 'between-torn';
      return true;
    }
    this.#start = ended.message.start;
    const bytes = this.#window.view(this.#start, ended.message.end);
    this.#emit('message', ended.message.end, this.#search.scanned(bytes), take);
    this.#phase = 'between';
    return true;
  }

  #goOnTorn(): boolean {
    if (!this.#behindGap()) {
      return false;
    }
    this.#search.goOn(this.#start);
    this.#phase = 'search';
    return true;
  }

  #giveLines(): void {
    this.#lines = new Lines(this.#gapStart);
    this.#given = this.#gapStart;
    this.#phase = 'lines';
  }

  #readLines(take: (piece: Piece) => void): boolean {
    const bytes = this.#window.view(this.#given);
    this.#given = this.#window.end;
    this.#window.letGoBefore(this.#given);
    this.#lines?.push(bytes, take);
    return false;
  }

  #emit(part: Part, end: number, object: Scanned | null, take: (piece: Piece) => void): void {
    this.#give(this.#piece(part, end, object), take);
  }

  #piece(part: Part, end: number, object: Scanned | null): Piece {
    const gap = this.#window.view(this.#gapStart, this.#start);
    const bytes = this.#window.view(this.#start, end);
    return { part, gap, bytes, span: Object.freeze({ start: this.#start, end }), object };
  }

  #give(piece: Piece, take: (piece: Piece) => void): void {
    const { end } = piece.span;
    this.#gapStart = end;
    this.#at = end;
    this.#window.letGoBefore(end);
    take(piece);
  }
}

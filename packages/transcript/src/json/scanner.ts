import { isUtf8 } from 'node:buffer';
import { BACKSLASH, isSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE, SPACE } from '../bytes.ts';
import { NUMBER_START, numberMayEnd, numberStep, numberStopped } from './number.ts';
import { NONE, type Scanned, startOf, TapeWriter } from './tape.ts';
import { type Quads, quadsOver, skipEscape, skipHigh, skipPlain, UNICODE_ESCAPE_BYTES } from './text.ts';

/** How a scan stands: it needs more bytes, it has seen one whole value, or no bytes can make this a value. */
export type Standing = 'more' | 'whole' | 'broken';

// What the next byte belongs to.
const VALUE = 0;
const FIRST_ITEM = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const SEPARATOR = 5;
const IN_KEY = 6;
const IN_STRING = 7;
const IN_NUMBER = 8;
const WHOLE = 9;
const BROKEN = 10;

const COMMA = 0x2c;
const COLON_SIGN = 0x3a;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

const SLASH = 0x2f;

/** The first hex digit of every surrogate, in lower case. */
const LETTER_D = 0x64;
const LOWER_CASE = 0x20;

/** What a step answers instead of a position. */
const SHORT = -1;
const WRONG = -2;

const WORDS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));

/**
 * Reads one JSON value strictly, as JSON.parse reads the text that the bytes are in UTF-8, and leaves its skeleton on
 * a tape; nothing is decoded. It can stop after any byte and go on when there are more, and its state besides the tape
 * is a few numbers, so that neither depth nor length meets a stack.
 *
 * Spans count from the value's first byte: give each `run` the same bytes from that byte on, with more at the end.
 */
export class Scanner {
  readonly #writer = new TapeWriter();
  #expects = VALUE;
  #at = 0;
  #tokenStart = 0;
  #number = NUMBER_START;
  #notAscii = false;
  #surrogates = false;
  #oddEscapes = false;
  #quads: Quads = new Int32Array(0);

  /** The position after the value when it is whole; otherwise how far the scan got. */
  get at(): number {
    return this.#at;
  }

  /** Forgets the value and begins another. Views of the tape are over with this. */
  reset(): void {
    this.#writer.clear();
    this.#expects = VALUE;
    this.#at = 0;
    this.#surrogates = false;
    this.#oddEscapes = false;
  }

  /** The skeleton so far, over the bytes given. It is a view: the next value is written over it. */
  scanned(bytes: Uint8Array): Scanned {
    return {
      bytes,
      tape: this.#writer.tape,
      used: this.#writer.used,
      surrogates: this.#surrogates,
      oddEscapes: this.#oddEscapes,
    };
  }

  /** The starts of the containers that are still open, innermost first, in bytes from the value's beginning. */
  *openStarts(): Generator<number> {
    for (let entry = this.#writer.innermost; entry !== NONE; entry = this.#writer.around(entry)) {
      yield startOf(this.#writer.tape, entry);
    }
  }

  /** Reads on from where it stopped. A number at the top is whole only at the byte after it, or by `end`. */
  run(bytes: Uint8Array): Standing {
    if (this.#quads.buffer !== bytes.buffer) {
      this.#quads = quadsOver(bytes);
    }
    while (this.#expects < WHOLE) {
      const at = this.#step(bytes);
      if (at === SHORT) {
        return 'more';
      }
      if (at === WRONG) {
        this.#expects = BROKEN;
      } else {
        this.#at = at;
      }
    }
    return this.#expects === WHOLE ? 'whole' : 'broken';
  }

  /** Says that no bytes follow: what could have gone on is decided. */
  end(): Standing {
    if (this.#expects === IN_NUMBER && this.#writer.innermost === NONE && numberMayEnd(this.#number)) {
      this.#writer.token(this.#tokenStart, this.#at);
      this.#expects = WHOLE;
    }
    return this.#expects === WHOLE ? 'whole' : 'broken';
  }

  /** One token, or a part of a long one. Gives the position after it, or SHORT, or WRONG. */
  #step(bytes: Uint8Array): number {
    if (this.#expects >= IN_KEY) {
      return this.#expects === IN_NUMBER ? this.#digits(bytes) : this.#string(bytes);
    }
    let at = this.#at;
    let byte = SPACE;
    while (at < bytes.length) {
      byte = bytes[at] as number;
      if (byte > SPACE || !isSpace(byte)) {
        break;
      }
      at += 1;
    }
    if (at === bytes.length) {
      this.#at = at;
      return SHORT;
    }
    switch (this.#expects) {
      case SEPARATOR:
        return this.#separator(bytes, byte, at);
      case COLON:
        this.#expects = VALUE;
        return byte === COLON_SIGN ? at + 1 : WRONG;
      case FIRST_KEY:
        return byte === CLOSE_BRACE ? this.#close(at) : this.#key(byte, at);
      case KEY:
        return this.#key(byte, at);
      case FIRST_ITEM:
        return byte === CLOSE_BRACKET ? this.#close(at) : this.#value(bytes, byte, at);
      default:
        return this.#value(bytes, byte, at);
    }
  }

  #key(byte: number, at: number): number {
    this.#tokenStart = at;
    this.#notAscii = false;
    this.#expects = IN_KEY;
    return byte === QUOTE ? at + 1 : WRONG;
  }

  #value(bytes: Uint8Array, byte: number, at: number): number {
    if (byte === QUOTE) {
      this.#tokenStart = at;
      this.#notAscii = false;
      this.#expects = IN_STRING;
      return at + 1;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#writer.open(at);
      this.#expects = byte === OPEN_BRACE ? FIRST_KEY : FIRST_ITEM;
      return at + 1;
    }
    const word = WORDS.get(byte);
    if (word !== undefined) {
      return this.#word(bytes, word, at);
    }
    this.#tokenStart = at;
    this.#number = NUMBER_START;
    this.#expects = IN_NUMBER;
    return at;
  }

  #separator(bytes: Uint8Array, byte: number, at: number): number {
    const inObject = bytes[startOf(this.#writer.tape, this.#writer.innermost)] === OPEN_BRACE;
    if (byte === COMMA) {
      this.#expects = inObject ? KEY : VALUE;
      return at + 1;
    }
    return byte === (inObject ? CLOSE_BRACE : CLOSE_BRACKET) ? this.#close(at) : WRONG;
  }

  #close(at: number): number {
    this.#writer.close(at + 1);
    this.#valueEnded();
    return at + 1;
  }

  #valueEnded(): void {
    this.#expects = this.#writer.innermost === NONE ? WHOLE : SEPARATOR;
  }

  #string(bytes: Uint8Array): number {
    let at = this.#at;
    for (;;) {
      at = skipPlain(bytes, at, this.#quads);
      if (at === bytes.length) {
        this.#at = at;
        return SHORT;
      }
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        break;
      }
      if (byte === BACKSLASH) {
        const after = skipEscape(bytes, at);
        if (after === at) {
          this.#at = at;
          return SHORT;
        }
        if (after < 0) {
          return WRONG;
        }
        if (after - at === UNICODE_ESCAPE_BYTES) {
          this.#oddEscapes = true;
          this.#surrogates ||= ((bytes[at + 2] as number) | LOWER_CASE) === LETTER_D;
        } else if (bytes[at + 1] === SLASH) {
          this.#oddEscapes = true;
        }
        at = after;
      } else if (byte >= 0x80) {
        this.#notAscii = true;
        at = skipHigh(bytes, at);
      } else {
        return WRONG;
      }
    }
    // No sequence of UTF-8 holds a quote, so a string is valid or not by itself.
    if (this.#notAscii && !isUtf8(bytes.subarray(this.#tokenStart, at))) {
      return WRONG;
    }
    this.#writer.token(this.#tokenStart, at + 1);
    if (this.#expects === IN_KEY) {
      this.#expects = COLON;
    } else {
      this.#valueEnded();
    }
    return at + 1;
  }

  #digits(bytes: Uint8Array): number {
    for (let at = this.#at; at < bytes.length; at += 1) {
      const next = numberStep(this.#number, bytes[at] as number);
      if (numberStopped(next)) {
        if (!numberMayEnd(this.#number)) {
          return WRONG;
        }
        this.#writer.token(this.#tokenStart, at);
        this.#valueEnded();
        return at;
      }
      this.#number = next;
    }
    this.#at = bytes.length;
    return SHORT;
  }

  #word(bytes: Uint8Array, word: Uint8Array, at: number): number {
    for (let index = 0; index < word.length; index += 1) {
      if (at + index >= bytes.length) {
        this.#at = at;
        return SHORT;
      }
      if (bytes[at + index] !== word[index]) {
        return WRONG;
      }
    }
    this.#writer.token(at, at + word.length);
    this.#valueEnded();
    return at + word.length;
  }
}

/**
 * The skeleton of a JSON value as a scan leaves it: for each key and each value, in the order of the text, three
 * numbers (start and end in bytes from the value's beginning, and the entry that follows it and all it holds).
 * What kind of value an entry is, its first byte says. An entry is named by its place in the array.
 */

export const ENTRY = 3;
const START = 0;
const END = 1;
const NEXT = 2;

/** No token ends at byte 0, so 0 marks what is still open. */
const OPEN = 0;
export const NONE = -1;

const FIRST_CAPACITY = ENTRY * 256;

/** A value that was scanned: its bytes and its skeleton. Entry 0 is the value itself. */
export interface Scanned {
  readonly bytes: Uint8Array;
  readonly tape: Uint32Array;
  /** How much of the tape is in use, in numbers. */
  readonly used: number;
  /** Whether an escape among the strings and keys spells half of a surrogate pair, in a pair or alone. */
  readonly surrogates: boolean;
  /** Whether some escape is by number or of a slash; without one, equal strings and keys are written alike. */
  readonly oddEscapes: boolean;
}

export function startOf(tape: Uint32Array, entry: number): number {
  return tape[entry + START] as number;
}

export function endOf(tape: Uint32Array, entry: number): number {
  return tape[entry + END] as number;
}

/** The entry after this one and everything inside it. */
export function nextOf(tape: Uint32Array, entry: number): number {
  return tape[entry + NEXT] as number;
}

export function isOpen(tape: Uint32Array, entry: number): boolean {
  return tape[entry + END] === OPEN;
}

/** A tape that is being written. While a container is open, its third number names the container around it. */
export class TapeWriter {
  tape = new Uint32Array(FIRST_CAPACITY);
  used = 0;
  /** The innermost open container, or -1. */
  innermost = NONE;

  clear(): void {
    this.used = 0;
    this.innermost = NONE;
  }

  /** Enters a key or a value that holds nothing, with its end. */
  token(start: number, end: number): void {
    const entry = this.#claim(start, end);
    this.tape[entry + NEXT] = entry + ENTRY;
  }

  /** Enters a container whose end is not known yet. */
  open(start: number): void {
    const entry = this.#claim(start, OPEN);
    this.tape[entry + NEXT] = this.innermost + 1;
    this.innermost = entry;
  }

  /** Ends the innermost container. */
  close(end: number): void {
    const entry = this.innermost;
    this.innermost = this.around(entry);
    this.tape[entry + END] = end;
    this.tape[entry + NEXT] = this.used;
  }

  /** The open container around an open one, or -1. */
  around(entry: number): number {
    return nextOf(this.tape, entry) - 1;
  }

  #claim(start: number, end: number): number {
    const entry = this.used;
    if (entry + ENTRY > this.tape.length) {
      const wider = new Uint32Array(this.tape.length * 2);
      wider.set(this.tape);
      this.tape = wider;
    }
    this.tape[entry + START] = start;
    this.tape[entry + END] = end;
    this.used = entry + ENTRY;
    return entry;
  }
}

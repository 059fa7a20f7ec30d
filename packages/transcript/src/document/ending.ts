import { Scanner, type Standing } from '../json/scanner.ts';
import type { Scanned } from '../json/tape.ts';
import { MESSAGES } from './head.ts';
import { Window } from './window.ts';

const OPENING = {
  array: Buffer.from('['),
  object: Buffer.from(`{"${MESSAGES}":[`),
} as const;

/**
 * Reads what follows the last message: the bracket that closes the messages and, of an object, its further members. It
 * is scanned behind an opening of its own, so that it is held to the same rules as any value.
 */
export class Ending {
  readonly #scanner = new Scanner();
  readonly #window = new Window();
  readonly #opening: number;

  constructor(form: 'array' | 'object') {
    this.#window.append(OPENING[form]);
    this.#opening = OPENING[form].length;
  }

  /** Reads the next bytes, from the closing bracket on. */
  run(bytes: Uint8Array): Standing {
    this.#window.append(bytes);
    return this.#scanner.run(this.#window.view(0));
  }

  /** How many bytes it takes when it is whole. */
  get length(): number {
    return this.#scanner.at - this.#opening;
  }

  /** Its members, behind the opening. */
  scanned(): Scanned {
    return this.#scanner.scanned(this.#window.view(0));
  }
}

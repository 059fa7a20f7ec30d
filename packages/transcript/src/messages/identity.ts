import { createHash } from 'node:crypto';
import type { RunIdentity } from '../types.ts';

/** So many hex digits of a digest name a run. */
const DIGITS = 32;

/**
 * The identity of a run whose format need not name it: by a session that the file names, else by a digest of the bytes of
 * its records up to and with the first that is no instruction, since many sessions have the same instructions.
 */
export class DigestIdentity {
  readonly #format: string;
  readonly #digest = createHash('sha256');
  #session: string | null = null;
  #key: string | null = null;
  #isEmpty = true;

  constructor(format: string) {
    this.#format = format;
  }

  /** Takes the name of the session, where the file gives one. The first counts. */
  named(session: string | null): void {
    this.#session ??= session?.toWellFormed() ?? null;
  }

  /** Takes a record of the conversation. */
  see(bytes: Uint8Array, isInstruction: boolean): void {
    if (this.#key !== null) {
      return;
    }
    this.#isEmpty = false;
    this.#digest.update(bytes);
    if (!isInstruction) {
      this.#key = this.#digest.digest('hex').slice(0, DIGITS);
    }
  }

  /**
   * The identity, as soon as it is settled.
   *
   * @param isNamed whether the file can no longer name a session
   * @param isEnd whether the file ends here: then what there was has to do
   */
  given(isNamed: boolean, isEnd: boolean): RunIdentity | null {
    if (this.#session !== null) {
      return Object.freeze({ key: `${this.#format}:${this.#session}`, label: this.#session, follows: null });
    }
    if (!isNamed && !isEnd) {
      return null;
    }
    if (isEnd && this.#key === null && !this.#isEmpty) {
      this.#key = this.#digest.digest('hex').slice(0, DIGITS);
    }
    return this.#key === null
      ? null
      : Object.freeze({ key: `${this.#format}:${this.#key}`, label: null, follows: null });
  }
}

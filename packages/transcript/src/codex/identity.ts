import type { RunIdentity } from '../types.ts';

/** The run's key from what the file says (§7). */
export class Identity {
  #given: RunIdentity | null = null;

  /**
   * Takes a header's claims in file order; the first id stays. A session that another was forked from has its own header
   * behind that.
   */
  see(id: string | null, session: string | null): void {
    if (this.#given === null && id !== null) {
      this.#give(id.toWellFormed(), (session ?? id).toWellFormed());
    }
  }

  /**
   * The file ended without a header that gives an id: then the run is named by what the model saw first, which stays
   * the same when the file grows.
   */
  ended(firstDigest: string | null): void {
    if (this.#given === null && firstDigest !== null) {
      this.#give(`sha256-${Buffer.from(firstDigest, 'latin1').toString('hex')}`, null);
    }
  }

  given(): RunIdentity | null {
    return this.#given;
  }

  #give(id: string, label: string | null): void {
    this.#given = Object.freeze({ key: `codex:${id}`, label, follows: null });
  }
}

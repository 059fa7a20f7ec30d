import type { RunIdentity } from '../types.ts';

/** The run's key from what the first records say (§7). */
export class Identity {
  #uuid: string | null = null;
  #follows: string | null = null;
  #agent: string | null = null;
  #session: string | null = null;

  /** Whether no later claim can change it. */
  get isSettled(): boolean {
    return this.#uuid !== null && this.#session !== null;
  }

  /** Whether a record with a uuid was seen. */
  get hasUuid(): boolean {
    return this.#uuid !== null;
  }

  /** Takes a record's claims in file order; the first that counts stays. */
  see(uuid: string | null, follows: string | null, session: string | null, agent: string | null): void {
    // A lone surrogate cannot be encoded; what stands for it keeps the key the same each time.
    if (this.#uuid === null) {
      this.#follows = follows;
    }
    this.#take(uuid?.toWellFormed() ?? null, session?.toWellFormed() ?? null, agent?.toWellFormed() ?? null);
  }

  #take(uuid: string | null, session: string | null, agent: string | null): void {
    if (uuid !== null && this.#uuid === null) {
      this.#uuid = uuid;
      this.#agent = agent;
      // The label is the claim of the record that gives the key, where it makes one.
      this.#session = session ?? this.#session;
    }
    this.#session ??= session;
  }

  /**
   * The identity: by the first uuid. A file without any is no run yet: what its session is called is a label, and would
   * be another key than the one that the first uuid gives.
   */
  given(): RunIdentity | null {
    if (this.#uuid === null) {
      return null;
    }
    const suffix = this.#agent === null ? '' : `/${this.#agent}`;
    const follows = this.#follows === null ? null : Object.freeze({ record: this.#follows, chain: this.#agent });
    return Object.freeze({ key: `claude-code:${this.#uuid}${suffix}`, label: this.#session, follows });
  }
}

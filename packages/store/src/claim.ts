/** A name that only one holder has at a time. */
export interface Claim {
  /** Gives the name back. Again does nothing. */
  release(): Promise<void>;
}

/** The names of one store that are held in this process. */
export class Claims {
  readonly #held = new Set<string>();

  /** Takes a name for this process; undefined where it is taken. */
  take(name: string): Claim | undefined {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    let held = true;
    return {
      release: async () => {
        if (held) this.#held.delete(name);
        held = false;
      },
    };
  }
}

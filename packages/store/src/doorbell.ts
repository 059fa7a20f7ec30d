/** Whoever wants to be told that something was committed. */
export class Doorbell {
  readonly #listeners = new Set<{ readonly ring: () => void }>();

  /** Adds a listener, as often as it is given; what comes back takes this one away. */
  on(ring: () => void): () => void {
    const listener = { ring };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  ring(): void {
    for (const { ring } of [...this.#listeners]) {
      try {
        ring();
      } catch {
        // What was committed is committed, and the next listener has done nothing wrong.
      }
    }
  }
}

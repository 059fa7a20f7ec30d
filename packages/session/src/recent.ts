const limitBytes = 16 * 1024 * 1024;

/** What was seen lately, up to a number of bytes: what leaves a context is asked for again soon after it came. */
export class Recent<Id extends string, Held extends { readonly byteLength: number }> {
  readonly #held = new Map<Id, Held>();
  #bytes = 0;

  add(id: Id, held: Held): void {
    if (held.byteLength > limitBytes || this.#held.has(id)) return;
    this.#held.set(id, held);
    this.#bytes += held.byteLength;
    if (this.#bytes <= limitBytes) return;
    for (const [oldest, { byteLength }] of this.#held) {
      if (this.#bytes <= limitBytes) return;
      this.#held.delete(oldest);
      this.#bytes -= byteLength;
    }
  }

  get(id: Id): Held | undefined {
    return this.#held.get(id);
  }
}

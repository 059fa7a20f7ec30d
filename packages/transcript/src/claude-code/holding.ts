import type { Draft } from './draft.ts';

/**
 * How many bytes may be held back: a message that stays undecided for longer than that (nobody took it out of the queue,
 * or the record of it is gone) must not keep the rest of a file of any size waiting.
 */
const MOST_HELD = 64 * 1024 * 1024;

/** What a held record takes beside its bytes, roughly; it counts, since records may be small and many. */
const DRAFT_BYTES = 512;

/** Holds records back, in file order, from a message that is undecided on. */
export class Holding {
  #held: Draft[] = [];
  #first = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /**
   * Takes the next record, which may have decided an earlier one. Gives those that need not be held any longer; when too
   * many bytes are, the oldest message counts as not delivered.
   */
  hold(draft: Draft): readonly Draft[] {
    this.#held.push(draft);
    this.#bytes += sizeOf(draft);
    const decided = this.#decided();
    for (let oldest = this.#held[this.#first]; this.#bytes > MOST_HELD; oldest = this.#held[this.#first]) {
      if (oldest?.enqueued != null) {
        oldest.enqueued.state = 'late';
      }
      decided.push(...this.#decided());
    }
    return decided;
  }

  /** The file ends: what is undecided was not delivered. */
  end(): readonly Draft[] {
    const rest = this.#held.slice(this.#first);
    this.#held = [];
    return rest;
  }

  #decided(): Draft[] {
    const decided: Draft[] = [];
    let draft = this.#held[this.#first];
    while (draft !== undefined && draft.enqueued?.state !== 'undecided') {
      decided.push(draft);
      this.#bytes -= sizeOf(draft);
      this.#first += 1;
      draft = this.#held[this.#first];
    }
    if (this.#first * 2 > this.#held.length) {
      this.#held.splice(0, this.#first);
      this.#first = 0;
    }
    return decided;
  }
}

function sizeOf({ gap, bytes }: Draft): number {
  return gap.length + bytes.length + DRAFT_BYTES;
}

/**
 * What the sizes that the file states say about the context (§2, findings). A size is how many tokens the model was sent
 * for an answer; it holds what no record does: the system prompt, the tools, what was read at the start.
 *
 * How much that is, is estimated from the calls before the first compaction: the size stated less a token for every four
 * bytes of the active context spans, at the call where these are the fewest, as there the estimate errs least. After a
 * compaction the same remainder above that is what no record holds. The bytes of a token vary, so a quarter of what was
 * estimated is allowed for. Where the file has no such call, or starts in mid-session, nothing is said.
 */
const BYTES_PER_TOKEN = 4;
const ALLOWED = 0.25;

/** From this many tokens on it is reported (§2). */
const REPORTED = 3000;

export interface Shrinking {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

/** What a call gives reason to report. */
export interface Judged {
  readonly shrank: Shrinking | null;
  /** After a compaction: tokens that no record holds. */
  readonly grew: number | null;
}

const AS_EXPECTED: Judged = Object.freeze({ shrank: null, grew: null });

export class Sizes {
  #last: { readonly answer: string | null; readonly sent: number } | null = null;
  #hasLeft = false;
  #compactions = 0;
  #isFirstAfter = false;
  #isWhole = true;
  /** The remainder at the call with the fewest active bytes, and these bytes. */
  #base: { readonly bytes: number; readonly rest: number } | null = null;

  /** Says that the file does not hold all that was in the context. */
  startsMidSession(): void {
    this.#isWhole = false;
  }

  /** Notes that something left. */
  left(): void {
    this.#hasLeft = true;
  }

  compacted(): void {
    this.#compactions += 1;
    this.#isFirstAfter = true;
  }

  /** Judges the size of the context that an answer was made from, while so many bytes of context spans are active. */
  sent(sent: number, answer: string | null, bytes: number): Judged {
    const last = this.#last;
    if (sent === 0 || (last !== null && answer !== null && last.answer === answer)) {
      return AS_EXPECTED;
    }
    const tokens = last === null || this.#hasLeft ? 0 : last.sent - sent;
    const grew = this.#isFirstAfter ? this.#unheld(sent, bytes) : null;
    if (this.#compactions === 0 && bytes < (this.#base?.bytes ?? Number.POSITIVE_INFINITY)) {
      this.#base = { bytes, rest: sent - bytes / BYTES_PER_TOKEN };
    }
    this.#last = { answer, sent };
    this.#hasLeft = false;
    this.#isFirstAfter = false;
    return { shrank: last !== null && tokens >= REPORTED ? { from: last.sent, to: sent, tokens } : null, grew };
  }

  #unheld(sent: number, bytes: number): number | null {
    if (this.#base === null || !this.#isWhole) {
      return null;
    }
    const tokens = Math.round(sent - bytes / BYTES_PER_TOKEN - this.#base.rest);
    const doubt = (Math.max(bytes, this.#base.bytes) / BYTES_PER_TOKEN) * ALLOWED;
    return tokens >= REPORTED + doubt ? tokens : null;
  }
}

import { without } from '../spans.ts';
import type { DeparturePart, Span, TranscriptRecord } from '../types.ts';
import { digestOfBytes } from './equality.ts';

/** A message that some of is in the context. It holds no bytes of it. */
interface Standing {
  readonly digest: string;
  readonly spans: readonly Span[];
}

/** The messages that are in the context, by record, in file order. */
export class StandingMessages {
  readonly #standing = new Map<number, Standing>();

  /** Follows a reading: what it says left, and what it says came. */
  see({ index, bytes, context, departures }: TranscriptRecord): void {
    for (const { parts } of departures) {
      for (const { record, spans } of parts) {
        this.#cut(record, spans);
      }
    }
    if (context !== null) {
      this.#standing.set(index, { digest: digestOfBytes(bytes), spans: [context.span] });
    }
  }

  /**
   * Holds the messages against those of a later file, given by their digests in order: of equal ones, the first stays for
   * the first.
   *
   * @returns for each digest whether a message stays for it; and the messages that stay for none, as parts in file order
   */
  against(digests: readonly string[]): {
    readonly isKept: readonly boolean[];
    readonly left: readonly DeparturePart[];
  } {
    const equal = new Map<string, number>();
    const kept = new Map<string, number>();
    for (const { digest } of this.#standing.values()) {
      equal.set(digest, (equal.get(digest) ?? 0) + 1);
    }
    const isKept = digests.map((digest) => {
      const taken = kept.get(digest) ?? 0;
      kept.set(digest, taken + 1);
      return taken < (equal.get(digest) ?? 0);
    });
    const left: DeparturePart[] = [];
    for (const [record, { digest, spans }] of this.#standing) {
      const due = kept.get(digest) ?? 0;
      kept.set(digest, due - 1);
      if (due <= 0) {
        left.push(Object.freeze({ record, spans: Object.freeze([...spans]) }));
      }
    }
    return { isKept, left: Object.freeze(left) };
  }

  #cut(record: number, spans: readonly Span[]): void {
    const entry = this.#standing.get(record);
    if (entry === undefined) {
      return;
    }
    const rest = without(entry.spans, spans);
    if (rest.length === 0) {
      this.#standing.delete(record);
    } else {
      this.#standing.set(record, { digest: entry.digest, spans: rest });
    }
  }
}

import type { DeparturePart, Span } from '../types.ts';

/** How many compact summaries stand behind a summary, itself included; unknown when the beginning is missing (§6). */
export type Depth = number | 'unknown';

interface Active {
  readonly record: number;
  readonly span: Span;
  /** The depth of a compact summary; null for anything else. */
  readonly depth: Depth | null;
}

/** What a compaction did to the context. */
export interface Compaction {
  /** What left, in file order. */
  readonly parts: readonly DeparturePart[];
  /** The depth of the summary that is made of it. */
  readonly depth: Depth;
  /** Whether a summary was among what left. */
  readonly fromSummary: boolean;
}

/** The records that are in the context now, in file order. It holds no bytes of them. */
export class Context {
  #active: Active[] = [];
  #nextDepth: Depth = 1;

  /** Says that the beginning of the session is missing, and with it what its summaries were made of. */
  startsMidSession(): void {
    this.#nextDepth = 'unknown';
  }

  enter(record: number, span: Span, isSummary: boolean): void {
    this.#active.push({ record, span, depth: isSummary ? this.#nextDepth : null });
  }

  /** Every active record leaves but those that are kept (§2, `compact_boundary`). */
  compact(keeps: (record: number) => boolean): Compaction {
    const leaving = this.#active.filter((entry) => !keeps(entry.record));
    let greatest = 0;
    let fromSummary = false;
    for (const { depth } of leaving) {
      if (depth !== null) {
        fromSummary = true;
        greatest = depth === 'unknown' ? greatest : Math.max(greatest, depth);
      }
    }
    if (this.#nextDepth !== 'unknown') {
      this.#nextDepth = greatest + 1;
    }
    this.#active = this.#active.filter((entry) => keeps(entry.record));
    return { parts: Object.freeze(leaving.map(partOf)), depth: this.#nextDepth, fromSummary };
  }
}

function partOf({ record, span }: Active): DeparturePart {
  return Object.freeze({ record, spans: Object.freeze([span]) });
}

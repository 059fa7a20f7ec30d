/** How many compact summaries stand behind a summary, itself included; unknown when the beginning is missing (§6). */
export type Depth = number | 'unknown';

/** A compact summary, with the deepest of those that it was made of, and so on down. */
export interface Summary {
  readonly record: number;
  readonly depth: Depth;
  readonly behind: Summary | null;
}

/** A chain is told as far as this, from the nearest on; its depth says how long it is. */
const LONGEST_TOLD = 64;

/** Knows what the next summary is made of. */
export class Summaries {
  #next: { readonly depth: Depth; readonly behind: Summary | null } = { depth: 1, behind: null };

  /** Says that the beginning of the session is missing, and with it what its summaries were made of. */
  startsMidSession(): void {
    this.#next = { depth: 'unknown', behind: null };
  }

  /** The summary that a record is. */
  at(record: number): Summary {
    return { record, ...this.#next };
  }

  /**
   * Notes what leaves at a compaction, from which its summary is made.
   *
   * @returns the facts of `generated-from-generated`, or null when no summary is among what leaves
   */
  compacted(leaving: readonly { readonly summary: Summary | null }[]): { depth: Depth; chain: string } | null {
    let deepest: Summary | null = null;
    for (const { summary } of leaving) {
      if (summary !== null && (deepest === null || isDeeper(summary, deepest))) {
        deepest = summary;
      }
    }
    const depth = this.#next.depth === 'unknown' ? 'unknown' : 1 + (deepest === null ? 0 : Number(deepest.depth));
    this.#next = { depth, behind: deepest };
    return deepest === null ? null : { depth, chain: chainOf(deepest) };
  }
}

/** Of two of unknown depth the later one is the deeper as far as anyone can see. */
function isDeeper(one: Summary, other: Summary): boolean {
  return one.depth === 'unknown' || other.depth === 'unknown' || one.depth >= other.depth;
}

function chainOf(summary: Summary): string {
  const records: number[] = [];
  for (let at: Summary | null = summary; at !== null && records.length < LONGEST_TOLD; at = at.behind) {
    records.push(at.record);
  }
  return records.reverse().join(', ');
}

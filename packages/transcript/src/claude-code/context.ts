import { lengthOf, without } from '../spans.ts';
import type { Summary } from '../summaries.ts';
import type { DeparturePart, Span } from '../types.ts';
import type { ResultBlock } from './blocks.ts';

/** A record of which some is in the context. It holds no bytes of the record. */
export interface Active {
  readonly record: number;
  /** Where the record lies in the file. */
  readonly place: Span;
  /** What is left of its context span. */
  spans: readonly Span[];
  readonly isAttachment: boolean;
  /** Whether it stands in the tree of parents. */
  readonly inTree: boolean;
  /** What the records of one answer and the results of its calls share (§2, branches); null for any other record. */
  family: string | null;
  /** The first of the records in a row, up to this one, that are of its family; the record itself if it has none. */
  since: number;
  /** The last record up to this one that stands in the tree, or -1. */
  lastInTree: number;
  readonly summary: Summary | null;
  readonly calls: readonly string[];
  /** The results in it that were not cleared. */
  results: readonly ResultBlock[];
  /** A result that does not stand above the record after it, as its call was one of several at once. */
  offChain: boolean;
}

/** The records that are in the context now, in file order. */
export class Context {
  #active: Active[] = [];
  #bytes = 0;
  #offChain = 0;
  /** The range of records that were looked at for results off the chain. */
  #notedFrom = Number.POSITIVE_INFINITY;
  #notedTo = -1;

  /** How many bytes of context spans are active. */
  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#active.length;
  }

  /** The active records, in file order; do not write to it. */
  get records(): readonly Active[] {
    return this.#active;
  }

  /** The first active record, or Infinity. */
  get first(): number {
    return this.#active[0]?.record ?? Number.POSITIVE_INFINITY;
  }

  has(record: number): boolean {
    return this.at(record) !== undefined;
  }

  at(record: number): Active | undefined {
    const entry = this.#active[this.positionOf(record)];
    return entry?.record === record ? entry : undefined;
  }

  /** The position of a record among the active ones, or where it would stand. */
  positionOf(record: number): number {
    let low = 0;
    let high = this.#active.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#active[middle]?.record ?? record) < record) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Enters a record behind all others. */
  enter(active: Active): void {
    join(active, this.#active.at(-1));
    this.#active.push(active);
    this.#bytes += lengthOf(active.spans);
  }

  /** Takes out every record from a position on but those that are kept. */
  take(from: number, keeps: (entry: Active) => boolean): readonly Active[] {
    const leaving: Active[] = [];
    let to = from;
    for (let at = from; at < this.#active.length; at += 1) {
      const entry = this.#active[at] as Active;
      if (keeps(entry)) {
        this.#active[to] = entry;
        if (leaving.length > 0) {
          join(entry, this.#active[to - 1]);
        }
        to += 1;
      } else {
        leaving.push(entry);
        this.#bytes -= lengthOf(entry.spans);
        this.#offChain -= entry.offChain ? 1 : 0;
      }
    }
    this.#active.length = to;
    return leaving;
  }

  /** Takes spans (ascending, apart) out of a record; one of which nothing is left is taken out whole. */
  cut(entry: Active, spans: readonly Span[]): void {
    const before = lengthOf(entry.spans);
    const left = without(entry.spans, spans);
    if (left.length === 0) {
      this.take(this.positionOf(entry.record), (one) => one !== entry);
    } else {
      entry.spans = left;
      this.#bytes += lengthOf(left) - before;
    }
  }

  /** Notes that the results from a position on do not stand above what comes next. */
  setOffChain(from: number): void {
    const first = this.#active[from]?.record ?? this.#notedTo;
    // What was looked at before needs no second look, so that many records of one answer take one pass in all.
    const seen = first > this.#notedTo || this.#notedTo < this.#notedFrom ? null : this.#notedFrom;
    for (let at = from; at < this.#active.length; at += 1) {
      const entry = this.#active[at] as Active;
      if (seen !== null && entry.record >= seen && entry.record <= this.#notedTo) {
        at = this.positionOf(this.#notedTo + 1) - 1;
        continue;
      }
      if (entry.results.length > 0) {
        entry.offChain = true;
        this.#offChain += 1;
      }
    }
    this.#notedFrom = seen === null ? first : Math.min(seen, first);
    this.#notedTo = this.#active.at(-1)?.record ?? -1;
  }

  /** How many results stand above no later record; they are counted once. */
  takeOffChain(): number {
    const count = this.#offChain;
    if (count > 0) {
      for (const entry of this.#active) {
        entry.offChain = false;
      }
      this.#offChain = 0;
    }
    return count;
  }
}

/** Joins a record to the one before it. One outside the tree is of the family around it, so that it parts none. */
function join(entry: Active, before: Active | undefined): void {
  if (!entry.inTree) {
    entry.family = before?.family ?? null;
  }
  entry.since =
    before !== undefined && entry.family !== null && before.family === entry.family ? before.since : entry.record;
  entry.lastInTree = entry.inTree ? entry.record : (before?.lastInTree ?? -1);
}

/** What left, as parts in file order. */
export function partsOf(leaving: readonly Active[]): readonly DeparturePart[] {
  return Object.freeze(leaving.map(({ record, spans }) => Object.freeze({ record, spans: Object.freeze(spans) })));
}

import { lengthOf, without } from '../spans.ts';
import type { Summary } from '../summaries.ts';
import type { DeparturePart, Span } from '../types.ts';

/** A record of which some is in the context. It holds no bytes of the record. */
export interface Active {
  /** Where it stands in the conversation: the record that was first in its place, mostly itself. */
  readonly rank: number;
  readonly record: number;
  /** Where the record lies in the file. */
  readonly place: Span;
  /** What is left of its context span. */
  spans: readonly Span[];
  /** The calls that it makes. */
  readonly calls: readonly string[];
  /** The compact summary that it is. */
  readonly summary: Summary | null;
}

/** The records that are in the context now, in the order of the conversation. */
export class ActiveRecords {
  #active: Active[] = [];
  #bytes = 0;

  /** How many bytes of context spans are active. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The active records, in order; do not write to it. */
  get records(): readonly Active[] {
    return this.#active;
  }

  /** The record that stands at a rank. */
  at(rank: number): Active | undefined {
    const entry = this.#active[this.#positionOf(rank)];
    return entry?.rank === rank ? entry : undefined;
  }

  /** Enters a record in its rank, where none may stand. */
  enter(active: Active): void {
    const last = this.#active.at(-1);
    if (last === undefined || last.rank < active.rank) {
      this.#active.push(active);
    } else {
      this.#active.splice(this.#positionOf(active.rank), 0, active);
    }
    this.#bytes += lengthOf(active.spans);
  }

  /** Takes out the records from a rank on, but those that are kept. */
  takeFrom(rank: number, keeps: (entry: Active) => boolean = () => false): readonly Active[] {
    const rest = this.#active.splice(this.#positionOf(rank));
    const leaving = rest.filter((entry) => !keeps(entry));
    for (const entry of rest) {
      if (keeps(entry)) {
        this.#active.push(entry);
      }
    }
    this.#bytes -= leaving.reduce((sum, { spans }) => sum + lengthOf(spans), 0);
    return leaving;
  }

  /** Takes out the record that stands at a rank, if one does. */
  take(rank: number): Active | undefined {
    const position = this.#positionOf(rank);
    const entry = this.#active[position];
    if (entry?.rank !== rank) {
      return undefined;
    }
    this.#active.splice(position, 1);
    this.#bytes -= lengthOf(entry.spans);
    return entry;
  }

  /** Takes spans (ascending, apart, each in what is left of it) out of a record. */
  cut(entry: Active, spans: readonly Span[]): DeparturePart {
    entry.spans = without(entry.spans, spans);
    this.#bytes -= lengthOf(spans);
    if (entry.spans.length === 0) {
      this.take(entry.rank);
    }
    return Object.freeze({ record: entry.record, spans: Object.freeze([...spans]) });
  }

  #positionOf(rank: number): number {
    let low = 0;
    let high = this.#active.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#active[middle]?.rank ?? rank) < rank) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** What left, as parts in file order. */
export function partsOf(leaving: readonly Active[]): readonly DeparturePart[] {
  return Object.freeze(
    leaving
      .map(({ record, spans }) => Object.freeze({ record, spans: Object.freeze(spans) }))
      .sort((one, other) => one.record - other.record),
  );
}

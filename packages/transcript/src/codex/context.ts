import { without } from '../spans.ts';
import type { Summary } from '../summaries.ts';
import type { DeparturePart, Span } from '../types.ts';
import type { Item } from './item.ts';

/** An item that is in the context. It holds no bytes of the record. */
export interface Held {
  readonly record: number;
  /** Where the record lies in the file. */
  readonly place: Span;
  /** Where the item lies in the record's bytes. */
  readonly span: Span;
  readonly digest: string;
  readonly startsTurn: boolean;
  /** The call that it makes. */
  readonly call: string | null;
  readonly summary: Summary | null;
  /** Where it was written again, in the records of compactions that kept it. */
  copies: readonly Copy[];
}

interface Copy {
  readonly record: number;
  readonly span: Span;
}

/** What is left of the context span of a record in which several items stand. */
interface Several {
  spans: readonly Span[];
  /** How many of its own items are in the context. */
  items: number;
}

const NO_COPIES: readonly never[] = Object.freeze([]);

/** The items that are in the context now, in the order in which the model was sent them. */
export class Context {
  #held: Held[] = [];
  readonly #several = new Map<number, Several>();
  #bytes = 0;

  /** How many bytes of items the context holds; one that is written twice counts once. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The items in their order; do not write to it. */
  get held(): readonly Held[] {
    return this.#held;
  }

  /** Enters an item behind all others. */
  enter(record: number, place: Span, item: Item, summary: Summary | null): Held {
    const { span, digest, startsTurn, call } = item;
    const held = { record, place, span, digest, startsTurn, call, summary, copies: NO_COPIES };
    this.#held.push(held);
    this.#bytes += span.end - span.start;
    return held;
  }

  /** Says that a record has so many items, and other text, in one context span. */
  span(record: number, span: Span, items: number): void {
    this.#several.set(record, { spans: [span], items });
  }

  /**
   * Finds the items that are there already: for each, by equality, the first of those in the context that was not found
   * before; undefined where there is none. An id is a part of an item, so equal items have the same one.
   */
  find(items: readonly Item[]): readonly (Held | undefined)[] {
    const known = new Map<string, Held[]>();
    // From behind, so that the first of equal ones is taken first.
    for (let at = this.#held.length - 1; at >= 0; at -= 1) {
      const held = this.#held[at] as Held;
      const equal = known.get(held.digest);
      if (equal === undefined) {
        known.set(held.digest, [held]);
      } else {
        equal.push(held);
      }
    }
    return items.map(({ digest }) => known.get(digest)?.pop());
  }

  /** Brings the items, which are all that the context holds, into this order. */
  reorder(held: Held[]): void {
    this.#held = held;
  }

  /** Notes that an item was written again inside a record. */
  copied(held: Held, record: number, span: Span): void {
    held.copies = [...held.copies, { record, span }];
  }

  /** Takes items out. Their copies leave with them; with `allCopies` so do those of items that stay. */
  take(leaving: readonly Held[], allCopies: boolean): readonly DeparturePart[] {
    const gone = new Map<number, Span[]>();
    const go = (record: number, span: Span): void => {
      const spans = gone.get(record);
      if (spans === undefined) {
        gone.set(record, [span]);
      } else {
        spans.push(span);
      }
    };
    const leaves = new Set(leaving);
    for (const held of allCopies ? this.#held : leaving) {
      for (const { record, span } of held.copies) {
        // Of a record of which no item is left, all has left.
        if (this.#several.has(record)) {
          go(record, span);
        }
      }
      held.copies = NO_COPIES;
      if (leaves.has(held)) {
        go(held.record, held.span);
        this.#bytes -= held.span.end - held.span.start;
        const several = this.#several.get(held.record);
        if (several !== undefined) {
          several.items -= 1;
        }
      }
    }
    if (leaving.length > 0) {
      this.#held = this.#held.filter((held) => !leaves.has(held));
    }
    const parts = [...gone].sort(([one], [other]) => one - other);
    return Object.freeze(parts.map(([record, spans]) => this.#part(record, spans)));
  }

  /** What leaves of one record: with its last item all that is left of it, so that no bracket stays behind. */
  #part(record: number, unsorted: Span[]): DeparturePart {
    const several = this.#several.get(record);
    const spans = unsorted.sort((one, other) => one.start - other.start);
    if (several === undefined) {
      return Object.freeze({ record, spans: Object.freeze(spans) });
    }
    if (several.items === 0) {
      this.#several.delete(record);
      return Object.freeze({ record, spans: Object.freeze([...several.spans]) });
    }
    several.spans = without(several.spans, spans);
    return Object.freeze({ record, spans: Object.freeze(spans) });
  }
}

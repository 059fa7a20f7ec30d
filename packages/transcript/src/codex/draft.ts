import type { Place } from '../document/telling.ts';
import type { Span } from '../types.ts';
import type { Item } from './item.ts';

/** The path of the items that a compaction puts in the place of all others. */
export const HISTORY = 'payload.replacement_history';

/** What a `compacted` line says the context became. */
export interface Compaction {
  readonly by: 'user' | 'harness';
  /** The items of `replacement_history` in order; null when there is no such array. */
  readonly items: readonly Replacing[] | null;
  /** Where that array stands in the record's bytes; empty when there is none. */
  readonly span: Span;
  /** The text of the summary, where the line has no such array. */
  readonly message: Item | null;
  /** Whether the summary itself is encrypted. */
  readonly isEncrypted: boolean;
}

export interface Replacing {
  readonly item: Item;
  /** Its position in the array. */
  readonly position: number;
  /** Whether the line's summary is its text. */
  readonly isSummary: boolean;
}

/** What a line does to the context, beside entering it. */
export type Effect =
  | { readonly kind: 'compaction'; readonly compaction: Compaction }
  /** How many turns were taken back; null when that cannot be read. */
  | { readonly kind: 'rollback'; readonly turns: number | null }
  /** How many tokens the model was sent for the last answer, and what tells that answer from others. */
  | { readonly kind: 'size'; readonly sent: number; readonly answer: string | null };

/**
 * What one line says by itself, and where it lies: all that is needed of its skeleton, which the next line is written over.
 */
export interface Draft extends Place {
  readonly reason: string;
  /** What the model saw, and its path; null for a line that is beside. */
  readonly shown: { readonly item: Item; readonly path: string } | null;
  readonly effect: Effect | null;
}

import type { Finding } from '../findings.ts';
import type { Producer, Span } from '../types.ts';
import type { ResultBlock } from './blocks.ts';
import type { Boundary } from './boundary.ts';
import type { Clearance } from './micro.ts';
import type { Enqueued } from './queue.ts';

/** What a record names as its parent when that is no record of the file. */
export const PARENT = {
  /** It says that it has none. */
  root: -1,
  /** None that is in the file, or it says nothing of a parent. */
  unknown: -2,
} as const;

/** What a record does to the context, beside entering it. */
export type Effect =
  | { readonly kind: 'compaction'; readonly boundary: Boundary }
  | { readonly kind: 'micro-compaction'; readonly clearance: Clearance }
  | { readonly kind: 'root' };

/**
 * What one record says by itself, with the file before it: all that is needed of its skeleton, which the next record is
 * written over. What it does to the context is worked out when its turn comes.
 */
export interface Draft {
  readonly index: number;
  readonly id: string | null;
  readonly gap: Uint8Array;
  readonly bytes: Uint8Array;
  readonly span: Span;
  readonly reason: string;
  readonly context: { readonly path: string; readonly span: Span } | null;
  readonly producer: Producer | null;
  readonly generated: string | null;
  readonly chain: string | null;
  readonly findings: Finding[];
  /** Whether it stands in the tree of parents, by a uuid that is new. */
  readonly inTree: boolean;
  /** The index of its parent, or one of `PARENT`. */
  readonly parent: number;
  readonly effect: Effect | null;
  /** The id that the records of one answer share. */
  readonly answer: string | null;
  /** How many tokens the model was sent for it. */
  readonly sent: number | null;
  readonly calls: readonly string[];
  readonly results: readonly ResultBlock[];
  /** The session was resumed here, by the word of a hook. */
  readonly resumes: boolean;
  /** The session was resumed, or another version went on, or the harness spoke in the model's place. */
  readonly interrupts: boolean;
  /** A message that was put into the queue, if this record tells of one. */
  readonly enqueued: Enqueued | null;
}

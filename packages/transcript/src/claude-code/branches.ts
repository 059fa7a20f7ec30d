import type { Ancestor } from './ancestry.ts';
import type { Active, Context } from './context.ts';
import { PARENT } from './draft.ts';

/** What the last reset was: what a walk to the beginning of a tree means depends on it. */
export interface Reset {
  readonly kind: 'beginning' | 'compaction';
  /** The record of the last compaction, or -1. */
  readonly compactedAt: number;
}

/** The active records that a record leaves behind: those from a position on, but for what is kept. */
export interface Abandoned {
  readonly from: number;
  keeps(entry: Active): boolean;
}

/**
 * How a record that enters joins the active ones (§2, branches). A is its nearest active ancestor, D what is active
 * after A. Records outside the tree, such as messages from the queue, are of no branch: they bring about none, and go
 * with what is abandoned around them.
 *
 * Two things that the rule does not speak of, both so that what a compaction did is not taken for a branch: a record
 * whose ancestors all left at a compaction was on its way then, and is appended; and records that a compaction kept go
 * on behind its summary, though they stand before it in the file.
 *
 * @returns what is abandoned; a position from which nothing is but which has other branches of one family; or null for a
 *   plain append
 */
export function joining(
  context: Context,
  { at, crossed }: Ancestor,
  { kind, compactedAt }: Reset,
): { readonly abandoned: Abandoned | null; readonly from: number } | null {
  const last = context.records.at(-1);
  const ancestor = at < 0 ? undefined : context.at(at);
  if (last === undefined || (at < 0 && (at !== PARENT.root || crossed || kind === 'compaction'))) {
    return null;
  }
  if (last.lastInTree <= at) {
    return null;
  }
  const from = context.positionOf(at + 1);
  if (ancestor !== undefined && at < compactedAt) {
    return crossed ? null : joiningKept(context, ancestor, from);
  }
  const first = ancestor ?? context.records.find(({ inTree }) => inTree);
  const isOneFamily =
    last.family !== null &&
    first !== undefined &&
    last.since <= first.record &&
    (ancestor === undefined || ancestor.family === last.family);
  return { abandoned: isOneFamily ? null : { from, keeps: () => false }, from };
}

/** The ancestor was kept at a compaction: the summary before which it stands in the file came before it. */
function joiningKept(context: Context, ancestor: Active, from: number) {
  const keeps = ({ summary }: Active): boolean => summary !== null;
  const after = context.records.slice(from).filter((entry) => entry.inTree && !keeps(entry));
  if (after.length === 0) {
    return null;
  }
  const isOneFamily = ancestor.family !== null && after.every(({ family }) => family === ancestor.family);
  return { abandoned: isOneFamily ? null : { from, keeps }, from };
}

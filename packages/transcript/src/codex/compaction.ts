import { type Finding, finding } from '../findings.ts';
import type { Summaries } from '../summaries.ts';
import type { DeparturePart, TranscriptRecord } from '../types.ts';
import type { Calls } from './calls.ts';
import type { Context, Held } from './context.ts';
import { type Compaction, type Draft, HISTORY, type Replacing } from './draft.ts';

/** What a compaction did: the parts that left, and what the model saw of its own record. */
export interface Compacted {
  readonly parts: readonly DeparturePart[];
  readonly context: TranscriptRecord['context'];
}

interface Known {
  readonly context: Context;
  readonly calls: Calls;
  readonly summaries: Summaries;
}

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Compacts the context (§3): it becomes exactly the items of the line. One that is there already stays where it was
 * written first; every other item that was there leaves; what is new stands in the line itself.
 *
 * What the model saw of the line is the smallest JSON value that holds all that is new: nothing, that one item, or the
 * whole array. The array also holds the items that stayed, written again. No span of one value can leave these out; they
 * are copies, which leave at the next compaction, or with the item that they are copies of.
 *
 * When something new is encrypted, nobody can tell what it keeps of what was there before. Then nothing leaves, and a
 * finding says why.
 */
export function compact(known: Known, draft: Draft, compaction: Compaction): Compacted {
  const { context, calls, summaries } = known;
  const { index, span, findings } = draft;
  const { items } = compaction;
  calls.compacted(index);
  if (items === null) {
    findings.push(finding('compaction-unverifiable', index, span, { key: HISTORY, count: null }));
    return unlisted(known, draft, compaction);
  }
  const found = context.find(items.map(({ item }) => item));
  const fresh = items.filter((_, at) => found[at] === undefined);
  const encrypted = fresh.filter(({ item }) => item.isEncrypted).length + (compaction.isEncrypted ? 1 : 0);
  if (encrypted > 0) {
    findings.push(finding('compaction-unverifiable', index, span, { key: HISTORY, encrypted }));
    summaries.compacted(context.held);
    enter(known, draft, compaction, fresh, items, found);
    return { parts: NOTHING, context: shownOf(compaction, fresh) };
  }
  const stays = new Set(found);
  const leaving = context.held.filter((held) => !stays.has(held));
  noteGenerated(summaries, leaving, draft);
  calls.left(leaving, findings);
  const parts = context.take(leaving, true);
  context.reorder(enter(known, draft, compaction, fresh, items, found));
  return { parts, context: shownOf(compaction, fresh) };
}

/** Enters what is new, notes what was written again, and gives all items of the line in its order. */
function enter(
  { context, calls, summaries }: Known,
  { index, span }: Draft,
  compaction: Compaction,
  fresh: readonly Replacing[],
  items: readonly Replacing[],
  found: readonly (Held | undefined)[],
): Held[] {
  const isInOneSpan = fresh.length > 1;
  if (isInOneSpan) {
    context.span(index, compaction.span, fresh.length);
  }
  const summary = summaries.at(index);
  // Where none is told to be the summary, any of what a compaction brings may be.
  const isTold = fresh.some(({ isSummary }) => isSummary);
  return items.map(({ item, isSummary }, at) => {
    const held = found[at];
    if (held === undefined) {
      calls.enterAgain(item, index);
      return context.enter(index, span, item, isSummary || !isTold ? summary : null);
    }
    if (isInOneSpan) {
      context.copied(held, index, item.span);
    }
    return held;
  });
}

/** A compaction that does not say what the context became: its summary enters, and what left is not known. */
function unlisted({ context, summaries }: Known, { index, span }: Draft, { message }: Compaction): Compacted {
  summaries.compacted(context.held);
  if (message === null) {
    return { parts: NOTHING, context: null };
  }
  context.enter(index, span, message, summaries.at(index));
  return { parts: NOTHING, context: Object.freeze({ path: 'payload.message', span: message.span }) };
}

function shownOf({ span }: Compaction, [first, ...others]: readonly Replacing[]): TranscriptRecord['context'] {
  if (first === undefined) {
    return null;
  }
  return others.length === 0
    ? Object.freeze({ path: `${HISTORY}.${first.position}`, span: first.item.span })
    : Object.freeze({ path: HISTORY, span });
}

function noteGenerated(summaries: Summaries, leaving: readonly Held[], { index, span, findings }: Draft): void {
  const facts: Finding['facts'] | null = summaries.compacted(leaving);
  if (facts !== null) {
    findings.push(finding('generated-from-generated', index, span, facts));
  }
}

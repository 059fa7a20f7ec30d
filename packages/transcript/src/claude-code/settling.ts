import { type Finding, finding } from '../findings.ts';
import { Sizes } from '../sizes.ts';
import { Summaries } from '../summaries.ts';
import type { Departure, DepartureCause, Span, TranscriptRecord } from '../types.ts';
import { Ancestry } from './ancestry.ts';
import type { Boundary } from './boundary.ts';
import { joining, type Reset } from './branches.ts';
import { Calls } from './calls.ts';
import { cleared } from './clearing.ts';
import { Context, partsOf } from './context.ts';
import { type Draft, PARENT } from './draft.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Settles records in file order: what each does to the context. It remembers what is active, the ids of calls, and one
 * number a record for the tree.
 */
export class Settling {
  readonly #context = new Context();
  readonly #ancestry = new Ancestry();
  readonly #calls = new Calls();
  readonly #sizes = new Sizes();
  readonly #summaries = new Summaries();
  #reset: Reset = { kind: 'beginning', compactedAt: -1 };
  /** The last record at which the session was resumed, another version went on, or the harness spoke for the model. */
  #interruptedAt = -1;
  #count = 0;

  /** Settles the next record; nothing of its draft is decided later. */
  settle(draft: Draft): TranscriptRecord {
    const { index, findings, effect } = draft;
    this.#count = index + 1;
    if (findings.some(({ code }) => code === 'starts-mid-session')) {
      this.#summaries.startsMidSession();
      this.#sizes.startsMidSession();
    }
    if (draft.interrupts) {
      this.#interruptedAt = index;
    }
    const place = placeOf(draft);
    const departures = this.#departures(draft, place.context !== null);
    if (departures.length > 0) {
      this.#sizes.left();
    }
    this.#noteResumption(draft);
    if (place.context !== null) {
      this.#enter(draft, place.context.span);
    }
    this.#ancestry.add(index, draft.parent, place.context !== null, effect?.kind === 'compaction');
    return Object.freeze({
      index,
      id: draft.id,
      gap: draft.gap,
      bytes: draft.bytes,
      span: draft.span,
      place: place.context === null ? 'beside' : 'context',
      reason: place.reason,
      context: place.context,
      producer: place.producer,
      chain: draft.chain,
      generated: draft.generated,
      departures,
      findings: findings.length === 0 ? NOTHING : Object.freeze(findings),
    });
  }

  /** What is true of a file that ends here. */
  ended(): Finding[] {
    const findings: Finding[] = [];
    this.#calls.ended(this.#context.records, this.#count, findings);
    return findings;
  }

  #departures(draft: Draft, isContext: boolean): readonly Departure[] {
    switch (draft.effect?.kind) {
      case 'compaction':
        return this.#compact(draft, draft.effect.boundary);
      case 'micro-compaction': {
        const { clearance } = draft.effect;
        return departed('micro-compaction', clearance.by, cleared(this.#context, this.#calls, clearance, draft));
      }
      case 'root':
        return this.#clear(draft);
      default:
        return isContext ? this.#join(draft) : NOTHING;
    }
  }

  #compact({ index, span, findings }: Draft, { by, keeps, unresolved }: Boundary): readonly Departure[] {
    const leaving = this.#context.take(0, ({ record }) => keeps(record));
    for (const key of unresolved) {
      findings.push(finding('compaction-unverifiable', index, span, { key }));
    }
    const fromSummary = this.#summaries.compacted(leaving);
    if (fromSummary !== null) {
      findings.push(finding('generated-from-generated', index, span, fromSummary));
    }
    this.#calls.compacted(index);
    this.#calls.left(leaving, findings);
    this.#sizes.compacted();
    this.#reset = { kind: 'compaction', compactedAt: index };
    return departed('compaction', by, partsOf(leaving));
  }

  /** A later root: the conversation begins anew (§2, resets). */
  #clear({ index, span, findings, producer, context }: Draft): readonly Departure[] {
    this.#reset = { ...this.#reset, kind: 'beginning' };
    const leaving = this.#context.take(0, () => false);
    if (leaving.length === 0) {
      return NOTHING;
    }
    findings.push(finding('context-cleared', index, span, { records: leaving.length }));
    this.#calls.left(leaving, findings);
    return departed('clearing', producer === 'operator' && context !== null ? 'user' : 'harness', partsOf(leaving));
  }

  /** A record that enters may leave others behind, on a branch that was abandoned. */
  #join({ index, span, findings, producer, parent }: Draft): readonly Departure[] {
    if (parent === PARENT.unknown) {
      return NOTHING;
    }
    const way = joining(this.#context, this.#ancestry.nearest(parent, this.#context), this.#reset);
    if (way === null) {
      return NOTHING;
    }
    if (way.abandoned === null) {
      this.#context.setOffChain(way.from);
      return NOTHING;
    }
    const lastAbandoned = this.#context.records.at(-1)?.record ?? -1;
    const isRewind = producer === 'operator' && this.#interruptedAt < lastAbandoned;
    const leaving = this.#context.take(way.abandoned.from, way.abandoned.keeps);
    const cause = isRewind ? 'rewind' : 'branch';
    findings.push(finding('branch-abandoned', index, span, { records: leaving.length, cause }));
    this.#calls.left(leaving, findings);
    return departed(cause, isRewind ? 'user' : 'harness', partsOf(leaving));
  }

  /** A session that is resumed is read back from its last record upwards, which passes by results beside the chain. */
  #noteResumption({ index, span, resumes, findings }: Draft): void {
    const results = resumes ? this.#context.takeOffChain() : 0;
    if (results > 0) {
      findings.push(finding('context-shrank-unrecorded', index, span, { from: null, to: null, tokens: null, results }));
    }
  }

  #enter(draft: Draft, span: Span): void {
    const { index, findings, sent, answer } = draft;
    if (sent !== null) {
      const { shrank, grew } = this.#sizes.sent(sent, answer, this.#context.bytes);
      if (shrank !== null) {
        findings.push(finding('context-shrank-unrecorded', index, draft.span, { ...shrank }));
      }
      if (grew !== null) {
        findings.push(finding('context-grew-unrecorded', index, draft.span, { tokens: grew }));
      }
    }
    this.#calls.enter(draft);
    this.#context.enter({
      record: index,
      place: draft.span,
      spans: [span],
      isAttachment: draft.context?.path === 'attachment',
      inTree: draft.inTree,
      family: this.#calls.familyOf(draft),
      since: index,
      lastInTree: index,
      summary: draft.reason === 'user/compact-summary' ? this.#summaries.at(index) : null,
      calls: draft.calls,
      results: draft.results,
      offChain: false,
    });
  }
}

/** Where a record belongs, now that its message, if it is one of the queue, was delivered or not. */
function placeOf(draft: Draft): Pick<TranscriptRecord, 'reason' | 'context' | 'producer'> {
  const { enqueued, index, span, findings } = draft;
  if (enqueued?.state !== 'delivered') {
    return draft;
  }
  if (enqueued.loneSurrogates > 0) {
    findings.push(finding('lone-surrogate', index, span, { count: enqueued.loneSurrogates }));
  }
  return { reason: 'queue-operation/delivered', context: enqueued.context, producer: 'operator' };
}

function departed(cause: DepartureCause, by: Departure['by'], parts: Departure['parts']): readonly Departure[] {
  return parts.length === 0 ? NOTHING : Object.freeze([Object.freeze({ cause, by, parts })]);
}

import { departed, type Said } from '../document/telling.ts';
import { type Finding, finding } from '../findings.ts';
import { Sizes } from '../sizes.ts';
import { Summaries } from '../summaries.ts';
import type { Departure } from '../types.ts';
import { Calls } from './calls.ts';
import { type Compacted, compact } from './compaction.ts';
import { Context } from './context.ts';
import type { Compaction, Draft } from './draft.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/** What a line did beside entering: what left, and what the model saw of it though it is no item. */
interface Done {
  readonly departures: readonly Departure[];
  readonly context: Compacted['context'];
}

const NOTHING_DONE: Done = Object.freeze({ departures: NOTHING, context: null });

/** Settles lines in file order: what each does to the context. It remembers what is active and the ids of calls. */
export class Settling {
  readonly #context = new Context();
  readonly #calls = new Calls();
  readonly #sizes = new Sizes();
  readonly #summaries = new Summaries();

  /** Settles the next line; nothing of its draft is decided later. */
  settle(draft: Draft): Said {
    const { shown, findings } = draft;
    if (findings.some(({ code }) => code === 'starts-mid-session')) {
      this.#summaries.startsMidSession();
      this.#sizes.startsMidSession();
    }
    const done = this.#act(draft);
    if (shown !== null) {
      this.#enter(draft, shown.item);
    }
    const context = shown === null ? done.context : Object.freeze({ path: shown.path, span: shown.item.span });
    return {
      reason: draft.reason,
      id: shown?.item.id ?? null,
      context,
      // What a compaction puts into the context is the harness's, a model's summary included.
      producer: shown === null ? (context === null ? null : 'harness') : shown.item.producer,
      generated: shown?.item.generated ?? null,
      departures: done.departures,
    };
  }

  /** What is true of a file that ends here, after so many records. */
  ended(records: number): Finding[] {
    const findings: Finding[] = [];
    this.#calls.ended(this.#context.held, records, findings);
    return findings;
  }

  #act(draft: Draft): Done {
    const { effect } = draft;
    switch (effect?.kind) {
      case 'compaction':
        return this.#compact(draft, effect.compaction);
      case 'rollback':
        return { departures: this.#rollBack(draft, effect.turns), context: null };
      case 'size':
        this.#judge(draft, effect.sent, effect.answer);
        return NOTHING_DONE;
      case undefined:
        return NOTHING_DONE;
    }
  }

  #compact(draft: Draft, compaction: Compaction): Done {
    const known = { context: this.#context, calls: this.#calls, summaries: this.#summaries };
    const { parts, context } = compact(known, draft, compaction);
    this.#sizes.left();
    this.#sizes.compacted();
    return { departures: departed('compaction', compaction.by, parts), context };
  }

  /** Takes back the last turns, each from an operator's message on; what stands before the first turn stays. */
  #rollBack({ index, span, findings }: Draft, turns: number | null): readonly Departure[] {
    if (turns === null) {
      findings.push(finding('compaction-unverifiable', index, span, { key: 'payload.num_turns', count: null }));
      return NOTHING;
    }
    const { held } = this.#context;
    const starts = held.flatMap(({ startsTurn }, at) => (startsTurn ? at : []));
    const from = starts[Math.max(0, starts.length - turns)];
    if (from === undefined) {
      return NOTHING;
    }
    const leaving = held.slice(from);
    this.#sizes.left();
    this.#calls.left(leaving, findings);
    const parts = this.#context.take(leaving, false);
    findings.push(finding('branch-abandoned', index, span, { records: parts.length, cause: 'rewind' }));
    return departed('rewind', 'user', parts);
  }

  #judge({ index, span, findings }: Draft, sent: number, answer: string | null): void {
    const { shrank, grew } = this.#sizes.sent(sent, answer, this.#context.bytes);
    if (shrank !== null) {
      findings.push(finding('context-shrank-unrecorded', index, span, { ...shrank }));
    }
    if (grew !== null) {
      findings.push(finding('context-grew-unrecorded', index, span, { tokens: grew }));
    }
  }

  #enter({ index, span, findings, shown }: Draft, item: NonNullable<Draft['shown']>['item']): void {
    this.#calls.enter(item, index, span, findings);
    if (!item.isCompaction) {
      this.#context.enter(index, span, item, null);
      return;
    }
    // It stands for what was there before, and nobody can tell for how much of it.
    const key = `${shown?.path}.encrypted_content`;
    findings.push(finding('compaction-unverifiable', index, span, { key, encrypted: 1 }));
    this.#summaries.compacted(this.#context.held);
    this.#sizes.left();
    this.#sizes.compacted();
    this.#context.enter(index, span, item, this.#summaries.at(index));
  }
}

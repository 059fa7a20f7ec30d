import { Calls } from '../claude-code/calls.ts';
import { ActiveRecords, partsOf } from '../document/active.ts';
import { departed, type Place } from '../document/telling.ts';
import { type Finding, finding } from '../findings.ts';
import { Sizes } from '../sizes.ts';
import { Summaries, type Summary } from '../summaries.ts';
import type { Departure, Span } from '../types.ts';
import type { Info } from './info.ts';
import type { Parts } from './parts.ts';
import { type Pruning, Prunings } from './prunings.ts';

/** A message that asks for a compaction. */
interface Asking {
  readonly id: string | null;
  readonly record: number;
  readonly by: 'user' | 'harness';
  readonly keepsFrom: string | null;
}

const NOTHING: readonly never[] = Object.freeze([]);

/** The key by which a part says that its output was pruned. */
const PRUNED = 'state.time.compacted';

/**
 * What the messages do to the context (§5).
 *
 * A compaction is a message that asks for it and the summary that answers that message. It is done when the summary
 * comes: all before the asking message leaves, but for what that says to keep.
 *
 * The part of a tool whose output was pruned says when; the file was written later than that. So the output leaves at
 * the first record behind it that was made at that time or later, or that does not say when, or where the document
 * ends. A later record is not waited for when the time cannot be read.
 */
export class Conversation {
  readonly #active = new ActiveRecords();
  readonly #calls = new Calls();
  readonly #sizes = new Sizes();
  readonly #summaries = new Summaries();
  readonly #prunings = new Prunings();
  readonly #byId = new Map<string, number>();
  /** Those that no summary has answered yet, the last one last. */
  #askings: readonly Asking[] = [];

  /** A message comes: what leaves because of it. */
  come(info: Info, { index, span, findings }: Place): readonly Departure[] {
    // The summary too was made from what there was before it.
    const { shrank, grew } = this.#sizes.sent(info.sent ?? 0, info.id, this.#active.bytes);
    if (shrank !== null) {
      findings.push(finding('context-shrank-unrecorded', index, span, { ...shrank }));
    }
    if (grew !== null) {
      findings.push(finding('context-grew-unrecorded', index, span, { tokens: grew }));
    }
    const asking = info.isSummary && !info.hasFailed ? this.#answeredBy(info) : undefined;
    const compacted = asking === undefined ? NOTHING : this.#compact(asking, { index, span, findings });
    // Of a record that does not say when it was made, nobody can say that it was made before.
    return Object.freeze([...compacted, ...this.prune(info.created ?? Number.POSITIVE_INFINITY)]);
  }

  /** A message enters the context. */
  enter(info: Info, parts: Parts, shown: Span, place: Place): void {
    const { index, span, findings } = place;
    if (info.id !== null) {
      this.#byId.set(info.id, index);
    }
    if (parts.compaction !== null) {
      this.#askings = [...this.#askings, { id: info.id, record: index, ...parts.compaction }];
    }
    const summary: Summary | null = info.isSummary && !info.hasFailed ? this.#summaries.at(index) : null;
    if (parts.calls.length > 0) {
      this.#calls.enter({ index, span, findings, calls: parts.calls, results: parts.results, answer: null });
    }
    this.#active.enter({ rank: index, record: index, place: span, spans: [shown], calls: parts.calls, summary });
    for (const { since, output } of parts.pruned) {
      if (output === null) {
        findings.push(finding('compaction-unverifiable', index, span, { key: PRUNED, count: 1 }));
      } else {
        this.#prunings.add({ record: index, output, since: since ?? 0 });
      }
    }
  }

  /** What was pruned up to a time, in milliseconds, leaves. */
  prune(time: number): readonly Departure[] {
    const until = this.#prunings.until(time);
    if (until.length === 0) {
      return NOTHING;
    }
    const due = new Map<number, Pruning[]>();
    for (const pruning of until) {
      due.set(pruning.record, [...(due.get(pruning.record) ?? []), pruning]);
    }
    const parts = [...due].flatMap(([record, prunings]) => {
      const entry = this.#active.at(record);
      return entry === undefined
        ? []
        : [
            this.#active.cut(
              entry,
              prunings.map(({ output }) => output),
            ),
          ];
    });
    if (parts.length > 0) {
      this.#sizes.left();
    }
    return departed('micro-compaction', 'harness', Object.freeze(parts));
  }

  /** What is true of a file that ends here, after so many records, the last of which lies at a place. */
  ended(records: number, last: Span): readonly Finding[] {
    const findings: Finding[] = [];
    this.#calls.ended(this.#active.records, records, findings);
    if (this.#prunings.count > 0) {
      const facts = { key: PRUNED, count: this.#prunings.count };
      findings.push(finding('compaction-unverifiable', records - 1, last, facts));
    }
    return findings;
  }

  /** The asking that a summary answers: the one that it names, and the last one where it names none. */
  #answeredBy({ parent }: Info): Asking | undefined {
    return this.#askings.findLast(({ id }) => parent === null || id === parent);
  }

  #compact({ record, by, keepsFrom }: Asking, place: Place): readonly Departure[] {
    const { index, span, findings } = place;
    // What was asked before left with everything else.
    this.#askings = this.#askings.filter((one) => one.record > record);
    const first = keepsFrom === null ? record : (this.#byId.get(keepsFrom) ?? record);
    if (keepsFrom !== null && !this.#byId.has(keepsFrom)) {
      findings.push(finding('compaction-unverifiable', index, span, { key: 'tail_start_id' }));
    }
    const leaving = this.#active.takeFrom(0, ({ rank }) => rank >= Math.min(first, record));
    const fromSummary = this.#summaries.compacted(leaving);
    if (fromSummary !== null) {
      findings.push(finding('generated-from-generated', index, span, fromSummary));
    }
    this.#calls.compacted(index);
    this.#calls.left(leaving, findings);
    this.#sizes.compacted();
    this.#sizes.left();
    return departed('compaction', by, partsOf(leaving));
  }
}

import { Calls } from '../claude-code/calls.ts';
import { type Active, ActiveRecords, partsOf } from '../document/active.ts';
import { departed, type Place } from '../document/telling.ts';
import { type Finding, finding } from '../findings.ts';
import { Sizes } from '../sizes.ts';
import type { Departure, DeparturePart, Span } from '../types.ts';
import type { ToolCalls } from './tool-calls.ts';

const NOTHING: readonly never[] = Object.freeze([]);
const NO_CALLS: readonly string[] = NOTHING;

/** A message by its id: the rank that it has in the conversation, and where it lies if it stands inside a record. */
interface Known {
  readonly id: string;
  readonly rank: number;
  readonly inside: Span | null;
}

/**
 * The conversation as the records leave it (§4): of one id the last message counts, in the place of the first; a rewind
 * takes back a message and all that follow; and a list of messages that is set takes the place of all there were.
 */
export class Conversation {
  readonly #active = new ActiveRecords();
  readonly #calls = new Calls();
  readonly #sizes = new Sizes();
  readonly #byId = new Map<string, Known>();
  /** The messages in order, also those that are beside. */
  readonly #order: Known[] = [];

  /**
   * A message comes; an earlier one of its id leaves, as the state of a message that is not the session's any more: of
   * the causes a branch that was abandoned is nearest, for no summary takes its place and nobody went back.
   */
  replace(id: string | null, { index }: Place): { readonly rank: number; readonly left: readonly Departure[] } {
    const known = id === null ? undefined : this.#byId.get(id);
    if (known === undefined) {
      if (id !== null) {
        this.#know({ id, rank: index, inside: null });
      }
      return { rank: index, left: NOTHING };
    }
    const { rank, inside } = known;
    if (inside !== null) {
      const entry = this.#active.at(rank);
      const part = entry === undefined ? null : this.#cut(entry, inside);
      this.#byId.delete(known.id);
      this.#know({ id: known.id, rank: index, inside: null });
      return { rank: index, left: departed('branch', 'harness', part === null ? NOTHING : [part]) };
    }
    const entry = this.#active.take(rank);
    if (entry === undefined) {
      return { rank, left: NOTHING };
    }
    this.#calls.replaced(entry);
    this.#sizes.left();
    return { rank, left: departed('branch', 'harness', partsOf([entry])) };
  }

  /** A message enters the context in its rank. */
  enter(rank: number, span: Span, { calls, results }: ToolCalls, place: Place): void {
    if (calls.length > 0) {
      this.#calls.enter({
        index: place.index,
        span: place.span,
        findings: place.findings,
        calls,
        results,
        answer: null,
      });
    }
    this.#active.enter({ rank, record: place.index, place: place.span, spans: [span], calls, summary: null });
  }

  /** The size that an answer states: how many tokens the model was sent for it. */
  sent(tokens: number, id: string | null, { index, span, findings }: Place): void {
    const { shrank } = this.#sizes.sent(tokens, id, this.#active.bytes);
    if (shrank !== null) {
      findings.push(finding('context-shrank-unrecorded', index, span, { ...shrank }));
    }
  }

  /** The operator goes back to before a message; where it is not known, to the beginning, as the program does. */
  rewind(id: string, place: Place): readonly Departure[] {
    const known = this.#byId.get(id);
    const parts: DeparturePart[] = [];
    const leaving = this.#active.takeFrom(known === undefined ? 0 : known.rank + (known.inside === null ? 0 : 1));
    if (known !== undefined && known.inside !== null) {
      const entry = this.#active.at(known.rank);
      const end = this.#endInside(known.rank);
      const part = entry === undefined ? null : this.#cut(entry, { start: known.inside.start, end });
      parts.push(...(part === null ? NOTHING : [part]));
    }
    this.#forgetFrom(known);
    parts.push(...partsOf(leaving));
    if (parts.length === 0) {
      return NOTHING;
    }
    const cause = known === undefined ? 'clearing' : 'rewind';
    const facts = known === undefined ? { records: parts.length } : { records: parts.length, cause };
    const code = known === undefined ? 'context-cleared' : 'branch-abandoned';
    place.findings.push(finding(code, place.index, place.span, facts));
    this.#calls.left(leaving, place.findings);
    this.#sizes.left();
    return departed(cause, 'user', Object.freeze(parts));
  }

  /** The list of all messages is set: it takes the place of what there was. */
  setTo(
    messages: readonly { readonly id: string; readonly span: Span }[],
    shown: Span,
    { index, span }: Place,
  ): readonly Departure[] {
    const leaving = this.#active.takeFrom(0);
    for (const entry of leaving) {
      this.#calls.replaced(entry);
    }
    this.#sizes.left();
    this.#forgetFrom(undefined);
    for (const message of messages) {
      this.#know({ id: message.id, rank: index, inside: message.span });
    }
    this.#active.enter({ rank: index, record: index, place: span, spans: [shown], calls: NO_CALLS, summary: null });
    return departed('branch', 'harness', partsOf(leaving));
  }

  /** What is true of a file that ends here. */
  ended(records: number): readonly Finding[] {
    const findings: Finding[] = [];
    this.#calls.ended(this.#active.records, records, findings);
    return findings;
  }

  #know(known: Known): void {
    if (!this.#byId.has(known.id)) {
      this.#byId.set(known.id, known);
      this.#order.push(known);
    }
  }

  /** Forgets a message and all that follow; all there are, for none. */
  #forgetFrom(known: Known | undefined): void {
    for (let last = this.#order.pop(); last !== undefined; last = this.#order.pop()) {
      if (this.#byId.get(last.id) === last) {
        this.#byId.delete(last.id);
      }
      if (last === known) {
        return;
      }
    }
  }

  /** Where the last message of a record that holds several ends. */
  #endInside(rank: number): number {
    return this.#order.findLast((known) => known.rank === rank && known.inside !== null)?.inside?.end ?? 0;
  }

  /** Takes what is left of a span out of a record. */
  #cut(entry: Active, { start, end }: Span): DeparturePart | null {
    this.#sizes.left();
    const inside = entry.spans
      .map((span) => Object.freeze({ start: Math.max(span.start, start), end: Math.min(span.end, end) }))
      .filter((span) => span.start < span.end);
    return inside.length === 0 ? null : this.#active.cut(entry, inside);
  }
}

import { type Finding, finding } from '../findings.ts';
import type { Span } from '../types.ts';

/** A context record by what it says of calls. */
export interface CallsIn {
  readonly index: number;
  readonly span: Span;
  /** The ids of the calls that it makes. */
  readonly calls: readonly string[];
  /** The results that it holds. */
  readonly results: readonly { readonly call: string }[];
  /** The id that the records of one answer share. */
  readonly answer: string | null;
  readonly findings: Finding[];
}

/** A record that is in the context, or was. */
export interface Caller {
  readonly record: number;
  /** Where it lies in the file. */
  readonly place: Span;
  readonly calls: readonly string[];
}

/** A call as far as it is known, by its id. */
interface Call {
  /** The record that made it, or -1 while only a result names it. */
  record: number;
  family: string | null;
  /** The record of its latest result, or -1. */
  result: number;
  /** How many results it has. */
  results: number;
  /** Whether an earlier call had its id. */
  isRepeated: boolean;
}

/** A call as near as this, in records, to a compaction or to the end was probably at work then (§6). */
const IN_FLIGHT = 15;

/** Pairs calls with results by their ids. */
export class Calls {
  readonly #byId = new Map<string, Call>();
  #compactedAt = Number.NEGATIVE_INFINITY;

  /** Notes where a compaction stands. */
  compacted(record: number): void {
    this.#compactedAt = record;
  }

  /** The family of a record: its answer, or that of the calls whose results it holds, if it is one. */
  familyOf({ answer, results }: Pick<CallsIn, 'answer' | 'results'>): string | null {
    if (answer !== null) {
      return answer;
    }
    const [first, ...others] = results;
    const family = first === undefined ? null : this.#family(first.call);
    return others.every(({ call }) => this.#family(call) === family) ? family : null;
  }

  /** Takes the calls and results of a context record, and notes what is wrong with them. */
  enter({ index, span, calls, results, answer, findings }: CallsIn): void {
    for (const id of calls) {
      const known = this.#byId.get(id);
      if (known === undefined) {
        this.#byId.set(id, { record: index, family: answer ?? id, result: -1, results: 0, isRepeated: false });
        continue;
      }
      if (known.record >= 0) {
        findings.push(finding('call-id-repeated', index, span, { first: known.record }));
        known.result = -1;
        known.results = 0;
        known.isRepeated = true;
      }
      known.record = index;
      known.family = answer ?? id;
    }
    for (const { call: id } of results) {
      const known = this.#byId.get(id);
      if (known === undefined) {
        findings.push(finding('result-without-call', index, span));
        this.#byId.set(id, { record: -1, family: null, result: index, results: 1, isRepeated: false });
        continue;
      }
      if (known.results > 0) {
        findings.push(finding('result-repeated', index, span, { first: known.result }));
      }
      known.result = index;
      known.results += 1;
    }
  }

  /** The record of the latest result of a call, or -1; and whether no other result can be under its id. */
  latestResult(id: string): { readonly record: number; readonly isOnly: boolean } {
    const call = this.#byId.get(id);
    return { record: call?.result ?? -1, isOnly: call?.isRepeated !== true && (call?.results ?? 0) < 2 };
  }

  /** Notes the calls without a result among records that left the context. */
  left(leaving: readonly Caller[], findings: Finding[]): void {
    for (const entry of leaving) {
      this.#unanswered(entry, this.#isAtCompaction(entry.record) ? 'compaction' : null, findings);
    }
  }

  /** Forgets the calls of a record, since another takes its place and makes them again. */
  replaced({ record, calls }: Caller): void {
    for (const id of calls) {
      if (this.#byId.get(id)?.record === record) {
        this.#byId.delete(id);
      }
    }
  }

  /** Notes the calls without a result among records that are active when the file ends, after so many records. */
  ended(active: readonly Caller[], count: number, findings: Finding[]): void {
    for (const entry of active) {
      const isAtEnd = count - entry.record <= IN_FLIGHT;
      const near = isAtEnd ? 'end' : this.#isAtCompaction(entry.record) ? 'compaction' : null;
      this.#unanswered(entry, near, findings);
    }
  }

  #unanswered({ record, place, calls }: Caller, near: string | null, findings: Finding[]): void {
    for (const id of calls) {
      const call = this.#byId.get(id);
      if (call?.record === record && call.results === 0) {
        findings.push(finding('call-without-result', record, place, { near }));
      }
    }
  }

  #isAtCompaction(record: number): boolean {
    return Math.abs(record - this.#compactedAt) <= IN_FLIGHT;
  }

  #family(id: string): string | null {
    return this.#byId.get(id)?.family ?? null;
  }
}

import { type Finding, finding } from '../findings.ts';
import type { Span } from '../types.ts';
import type { Held } from './context.ts';
import type { Item } from './item.ts';

/** The calls under one id, which may be used again within a file (§3). */
interface CallsOfId {
  /** The records of calls that have no result yet, in file order. */
  readonly open: number[];
  /** The record of the latest call, or -1. */
  call: number;
  /** The record of the latest result, or -1. */
  result: number;
  /** Whether that result came before any call of its own. */
  isEarly: boolean;
}

/** A call as near as this, in records, to a compaction or to the end was probably at work then (§6). */
const IN_FLIGHT = 15;

/** Pairs each result with the nearest earlier open call of its id. */
export class Calls {
  readonly #byId = new Map<string, CallsOfId>();
  #compactedAt = Number.NEGATIVE_INFINITY;

  /** Notes where a compaction stands. */
  compacted(record: number): void {
    this.#compactedAt = record;
  }

  /** Takes the call or the result that an item is, and notes what is wrong with it. */
  enter({ call, result }: Item, record: number, place: Span, findings: Finding[]): void {
    if (call !== null) {
      const first = this.#called(call, record);
      if (first >= 0) {
        findings.push(finding('call-id-repeated', record, place, { first }));
      }
    }
    if (result !== null) {
      const wrong = this.#answered(result, record);
      if (wrong !== null) {
        findings.push(finding(wrong.code, record, place, wrong.facts));
      }
    }
  }

  /**
   * Takes an item that a compaction put into the context. It tells of a call or a result that may have stood in the file
   * before, so nothing about it is wrong; only what is not known yet counts.
   */
  enterAgain({ call, result }: Item, record: number): void {
    if (call !== null && !this.#byId.has(call)) {
      this.#called(call, record);
    }
    if (result !== null && (this.#byId.get(result)?.open.length ?? 0) > 0) {
      this.#answered(result, record);
    }
  }

  /** Notes the calls without a result among what left the context. */
  left(leaving: readonly Held[], findings: Finding[]): void {
    for (const held of leaving) {
      this.#unanswered(held, this.#isAtCompaction(held.record) ? 'compaction' : null, findings);
    }
  }

  /** Notes the calls without a result that are active when the file ends, after so many records. */
  ended(active: readonly Held[], count: number, findings: Finding[]): void {
    for (const held of active) {
      const isAtEnd = count - held.record <= IN_FLIGHT;
      const near = isAtEnd ? 'end' : this.#isAtCompaction(held.record) ? 'compaction' : null;
      this.#unanswered(held, near, findings);
    }
  }

  /** Gives the record of the call before it under this id, or -1. */
  #called(id: string, record: number): number {
    const known = this.#byId.get(id);
    if (known === undefined) {
      this.#byId.set(id, { open: [record], call: record, result: -1, isEarly: false });
      return -1;
    }
    const before = known.call;
    known.call = record;
    if (known.isEarly) {
      known.isEarly = false;
    } else {
      known.open.push(record);
    }
    return before;
  }

  #answered(
    id: string,
    record: number,
  ): { code: 'result-without-call' | 'result-repeated'; facts: Finding['facts'] } | null {
    const known = this.#byId.get(id);
    if (known === undefined) {
      this.#byId.set(id, { open: [], call: -1, result: record, isEarly: true });
      return { code: 'result-without-call', facts: {} };
    }
    const first = known.result;
    known.result = record;
    return known.open.pop() === undefined ? { code: 'result-repeated', facts: { first } } : null;
  }

  #unanswered({ record, place, call }: Held, near: string | null, findings: Finding[]): void {
    if (call !== null && this.#byId.get(call)?.open.includes(record) === true) {
      findings.push(finding('call-without-result', record, place, { near }));
    }
  }

  #isAtCompaction(record: number): boolean {
    return Math.abs(record - this.#compactedAt) <= IN_FLIGHT;
  }
}

import type { Span } from '../types.ts';

/** An output that will leave the context. */
export interface Pruning {
  readonly record: number;
  readonly output: Span;
  /** When, in milliseconds. */
  readonly since: number;
}

/** The outputs whose parts say that they were pruned later: which of them have left at a time, by their own word. */
export class Prunings {
  /** By time, the earliest last. */
  readonly #waiting: Pruning[] = [];

  get count(): number {
    return this.#waiting.length;
  }

  add(pruning: Pruning): void {
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#waiting[middle]?.since ?? 0) > pruning.since) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    this.#waiting.splice(low, 0, pruning);
  }

  /** Takes those that were pruned up to a time, in the order of the file. */
  until(time: number): readonly Pruning[] {
    const due: Pruning[] = [];
    for (let next = this.#waiting.at(-1); next !== undefined && next.since <= time; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      due.push(next);
    }
    return due.sort((one, other) => one.record - other.record || one.output.start - other.output.start);
  }
}

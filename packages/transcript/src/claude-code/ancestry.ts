import { PARENT } from './draft.ts';

/** Where a walk upwards ends that meets no context record: a compaction's boundary. */
const BOUNDARY = -3;

/** The nearest active context record above a record, or why there is none. */
export interface Ancestor {
  /** Its index; or `root` when the walk came to the beginning of a tree; or `unknown`. */
  readonly at: number;
  /** Whether context records that are no longer active, or a boundary, lie between. */
  readonly crossed: boolean;
}

/** What a walk asks of the context. */
export interface ActiveRecords {
  /** The first active record, or Infinity. */
  readonly first: number;
  has(record: number): boolean;
}

const FIRST_CAPACITY = 1024;

/**
 * For each record the nearest context record above it, through records that are beside: one number a record, so that a
 * chain of any length beside the context is one step.
 */
export class Ancestry {
  /** Twice the index of that context record (or a code), plus one when the record is itself one. */
  #above = new Int32Array(FIRST_CAPACITY);

  /** Enters a record; records come in the order of their indexes, each once. */
  add(record: number, parent: number, isContext: boolean, isBoundary: boolean): void {
    if (record >= this.#above.length) {
      const wider = new Int32Array(this.#above.length * 2);
      wider.set(this.#above);
      this.#above = wider;
    }
    const above = isBoundary ? BOUNDARY : this.#from(parent);
    this.#above[record] = above * 2 + (isContext ? 1 : 0);
  }

  /** The nearest active context record at a parent or above it. */
  nearest(parent: number, active: ActiveRecords): Ancestor {
    const from = this.#from(parent);
    let at = from;
    // A parent comes before its children, so nothing above the first active record is active.
    while (at >= active.first && !active.has(at)) {
      at = this.#next(at);
    }
    const found = at >= 0 && at < active.first ? PARENT.unknown : at;
    // What left does not come back: the next walk need not go through it again.
    for (let passed = from; passed !== at && passed >= 0; ) {
      const next = this.#next(passed);
      this.#above[passed] = found * 2 + 1;
      passed = next;
    }
    return { at: found === BOUNDARY ? PARENT.unknown : found, crossed: found !== from || found === BOUNDARY };
  }

  #from(parent: number): number {
    if (parent < 0) {
      return parent;
    }
    const own = this.#above[parent] as number;
    return (own & 1) === 1 ? parent : own >> 1;
  }

  #next(record: number): number {
    return (this.#above[record] as number) >> 1;
  }
}

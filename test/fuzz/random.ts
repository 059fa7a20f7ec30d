/** Numbers that follow from a seed and an index alone, so that any one input can be made again without those before it. */
export class Random {
  #state: number;

  constructor(seed: number, index: number) {
    this.#state = (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b)) >>> 0;
    for (let i = 0; i < 4; i += 1) this.next();
  }

  /** An unsigned 32-bit integer. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** An integer from 0 to one below `limit`; 0 where there is none. */
  below(limit: number): number {
    return limit < 1 ? 0 : this.next() % limit;
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new TypeError('nothing to pick from');
    return list[this.below(list.length)] as T;
  }
}

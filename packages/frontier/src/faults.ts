import type { FrontierCode } from './codes.ts';
import type { Facts, Fault, Refused } from './result.ts';

/** The faults of one input, in the order in which they were met. */
export class Faults {
  readonly #list: Fault[] = [];

  add(code: FrontierCode, path: string, facts: Facts = {}): void {
    this.#list.push(Object.freeze({ code, path, facts: Object.freeze(facts) }));
  }

  /** Whether nothing is at fault so far. */
  get none(): boolean {
    return this.#list.length === 0;
  }

  /** The refusal of the first fault, with every fault in its facts. There must be one. */
  refused(): Refused {
    const first = this.#list[0];
    if (first === undefined) throw new TypeError('there is nothing to refuse');
    const facts = Object.freeze({ ...first.facts, faults: Object.freeze([...this.#list]) });
    const refusal = first.path === '' ? { code: first.code, facts } : { code: first.code, path: first.path, facts };
    return Object.freeze({ ok: false, refusal: Object.freeze(refusal) });
  }
}

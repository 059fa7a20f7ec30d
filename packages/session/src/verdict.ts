import type { ObjectId } from '@ken/store';
import { StoreError } from '@ken/store';
import type { Objects } from './objects.ts';
import type { Facts, Refused, SessionRefusal } from './refusal.ts';

/** What kind of thing did not hold. */
export type SubjectKind = 'source' | 'unit' | 'packet' | 'event' | 'root' | 'run' | 'table' | 'cover' | 'block';

/** One thing that did not hold: which, why, and both sides where there are two. */
export interface Failure {
  readonly id: string;
  readonly kind: SubjectKind;
  readonly code: string;
  readonly facts: Facts;
  readonly path?: string;
}

/** What was re-computed, and what did not hold. Verified iff there is no failure. */
export interface Verdict {
  readonly verified: boolean;
  /** How many of each were re-computed. */
  readonly checked: {
    readonly sources: number;
    readonly units: number;
    readonly packets: number;
    readonly events: number;
  };
  /** Roots are reported apart from the verdict: a unit over a root that nobody holds is still what it says it is. */
  readonly roots: { readonly resolved: number; readonly unresolved: number };
  readonly failures: readonly Failure[];
}

/** Collects a verdict while a subject is walked. */
export class VerdictBuilder {
  readonly checked = { sources: 0, units: 0, packets: 0, events: 0 };
  readonly roots = { resolved: 0, unresolved: 0 };
  readonly failures: Failure[] = [];

  fail(id: string, kind: SubjectKind, refusal: SessionRefusal | Refused): void {
    const { code, facts, path } = 'refusal' in refusal ? refusal.refusal : refusal;
    this.failures.push({ id, kind, code, facts, ...(path === undefined ? {} : { path }) });
  }

  verdict(): Verdict {
    return {
      verified: this.failures.length === 0,
      checked: { ...this.checked },
      roots: { ...this.roots },
      failures: this.failures,
    };
  }
}

const isDamage = (failure: unknown): failure is StoreError =>
  failure instanceof StoreError && failure.code === 'store/corrupt';

/** Reads for a verdict: an object whose bytes are not those of its id is a failure of the subject, not of the reading. */
export class Inspected implements Objects {
  readonly #objects: Objects;
  readonly #verdict: VerdictBuilder;
  readonly #damaged = new Set<ObjectId>();

  constructor(objects: Objects, verdict: VerdictBuilder) {
    this.#objects = objects;
    this.#verdict = verdict;
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    try {
      return await this.#objects.get(id);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      if (!this.#damaged.has(id)) this.#verdict.fail(id, 'block', { code: failure.code, facts: { ...failure.facts } });
      this.#damaged.add(id);
      return undefined;
    }
  }

  async getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    try {
      return await this.#objects.getMany(ids);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      // Which of them are damaged, one by one.
      return Promise.all(ids.map((id) => this.get(id)));
    }
  }
}

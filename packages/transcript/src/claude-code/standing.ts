import { type Finding, finding } from '../findings.ts';
import { bytesAt, isNull, isPresent, isString, isTrue, isWrittenAs, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import { textOf } from '../json/value.ts';
import type { RunIdentity, Span } from '../types.ts';
import { beside, type Classified } from './classify.ts';
import { PARENT } from './draft.ts';
import { Identity } from './identity.ts';
import { found } from './keys.ts';

/** Where a record stands among the others. */
export interface Standing {
  /** Its uuid, also where it repeats one. */
  readonly id: string | null;
  /** Whether it stands in the tree of parents, by a uuid that is new. */
  readonly inTree: boolean;
  /** The index of its parent, or one of `PARENT`. */
  readonly parent: number;
  /** The side-chain it is beside for. */
  readonly chain: string | null;
  /** What it is whatever its type says; null where the type decides. */
  readonly instead: Classified | null;
}

/** A record that has no place in the tree. */
export const ALONE = Object.freeze({ id: null, inTree: false, parent: PARENT.unknown, chain: null, instead: null });

/** Knows the uuids and the side-chains so far: the rules that come before a record's type (§2, rules 1 and 2). */
export class Standings {
  readonly #identity = new Identity();
  readonly #seen = new Map<string, number>();
  /** The side-chain of each record in one, by index. */
  readonly #chains = new Map<number, string>();
  #runChain: string | null = null;
  /** The uuid of the record before, as written: it is most often the parent. */
  #last: Uint8Array = new Uint8Array();
  #lastIndex = -1;

  /** The index of each uuid so far. */
  get seen(): ReadonlyMap<string, number> {
    return this.#seen;
  }

  /** The run's identity by the first uuid (§7), or null. */
  identity(): RunIdentity | null {
    return this.#identity.given();
  }

  /** Places the next record; `record` has been read over it. */
  of(object: Scanned, span: Span, index: number, findings: Finding[]): Standing {
    const uuid = stringAt(object, found('uuid'));
    const first = uuid === null ? undefined : this.#seen.get(uuid);
    if (first !== undefined) {
      findings.push(finding('record-repeated', index, span, { first }));
      return { ...ALONE, id: uuid, instead: beside('repeat') };
    }
    const named = found('parentUuid');
    const parent = this.#indexOf(object, named);
    const isSidechain = isTrue(object, found('isSidechain'));
    const agent = isSidechain ? stringAt(object, found('agentId')) : null;
    const chain = isSidechain ? (agent ?? this.#chainAbove(parent) ?? uuid) : null;
    // Without its agent's name a side-chain cannot be told from another.
    const isTold = !isSidechain || agent !== null;
    const follows = this.#identity.hasUuid || !isTold ? null : stringAt(object, named);
    const session = this.#identity.isSettled ? null : stringAt(object, found('sessionId'));
    const isFirst = this.#enter(uuid, follows, session, agent, chain, index);
    if (uuid !== null) {
      this.#last = bytesAt(object, found('uuid'));
      this.#lastIndex = index;
    }
    // Where a file begins with a side-chain, that is the run itself.
    if (isSidechain && (chain === null || chain !== this.#runChain)) {
      return { ...ALONE, id: uuid, chain, instead: beside('side-chain') };
    }
    // What a compaction at the very beginning made its summary of is not in the file either.
    if (isFirst && (isPresent(object, named) || stringAt(object, found('subtype')) === 'compact_boundary')) {
      findings.push(finding('starts-mid-session', index, span));
    } else if (parent === undefined && isString(object, named)) {
      findings.push(finding('parent-absent', index, span));
    }
    return {
      id: uuid,
      inTree: uuid !== null,
      parent: parent ?? (isNull(object, named) ? PARENT.root : PARENT.unknown),
      chain: null,
      instead: null,
    };
  }

  /** The index of the record that a uuid names. */
  #indexOf(object: Scanned, entry: number): number | undefined {
    if (!isString(object, entry)) {
      return undefined;
    }
    return isWrittenAs(object, entry, this.#last) ? this.#lastIndex : this.#seen.get(textOf(object, entry));
  }

  #chainAbove(parent: number | undefined): string | undefined {
    return parent === undefined ? undefined : this.#chains.get(parent);
  }

  /** Remembers a record. True when it is the first with a uuid, which names the run. */
  #enter(
    uuid: string | null,
    follows: string | null,
    session: string | null,
    agent: string | null,
    chain: string | null,
    index: number,
  ): boolean {
    const isFirst = uuid !== null && !this.#identity.hasUuid;
    this.#identity.see(uuid, follows, session, agent);
    if (isFirst) {
      this.#runChain = chain;
    }
    if (uuid !== null) {
      this.#seen.set(uuid, index);
      if (chain !== null) {
        this.#chains.set(index, chain);
      }
    }
    return isFirst;
  }
}

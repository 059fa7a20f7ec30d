/** Plain, frozen data beside a refusal; it survives JSON as it is (integers beyond 2^53−1 are decimal text). */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };

/** The two sides of a mismatch, the place, the reason: whatever a message at the edge needs. */
export type Facts = { readonly [name: string]: Fact };

/**
 * Why a well-formed call was not admissible. `code` is `noun/reason` from a closed table; `path` names the
 * field (`payload.seq`, `parents[0]`) where one field is to blame.
 */
export interface Refusal<C extends string = string> {
  readonly code: C;
  readonly path?: string;
  readonly facts: Facts;
}

/** A successful outcome. */
export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** A refused outcome, deeply frozen. */
export interface Refused<C extends string = string> {
  readonly ok: false;
  readonly refusal: Refusal<C>;
}

/** What every door answers: refusals are returned, never thrown. */
export type Result<T, C extends string = string> = Ok<T> | Refused<C>;

/** Wraps a value as success. The value is neither copied nor frozen. */
export function accept<T>(value: T): Ok<T> {
  return { ok: true, value };
}

/**
 * Makes a refusal, deeply frozen together with its facts (the facts given are frozen in place, not copied).
 * `path` is left out when undefined or empty, because then the whole value is to blame.
 */
export function refuse<C extends string>(code: C, facts: Facts = {}, path?: string): Refused<C> {
  freezeDeep(facts);
  const refusal: Refusal<C> = path === undefined || path === '' ? { code, facts } : { code, path, facts };
  return Object.freeze({ ok: false, refusal: Object.freeze(refusal) });
}

function freezeDeep(fact: Fact): void {
  if (typeof fact !== 'object' || fact === null) return;
  Object.freeze(fact);
  for (const inner of Object.values(fact)) freezeDeep(inner);
}

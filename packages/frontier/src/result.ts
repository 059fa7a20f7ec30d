import type { FrontierCode } from './codes.ts';

/** Plain, frozen data beside a refusal. It survives JSON as it is. */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };

export type Facts = { readonly [name: string]: Fact };

/** One thing that does not hold: its code, the field by its path (`todos[2].material_refs[0].purpose`), its facts. */
export type Fault = {
  readonly code: FrontierCode;
  readonly path: string;
  readonly facts: Facts;
};

/** Why the input is not admissible: the first fault, and all of them in `facts.faults`. Never the offending text. */
export interface Refusal {
  readonly code: FrontierCode;
  readonly path?: string;
  readonly facts: Facts;
}

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** What every door of this package answers, deeply frozen: refusals are returned, never thrown. */
export type Result<T> = Ok<T> | Refused;

/** Wraps a value, which must be frozen already. */
export function accept<T>(value: T): Ok<T> {
  return Object.freeze({ ok: true, value });
}

/** What went wrong, as plain frozen data: a stable code, where (if it has a place), and the figures on both sides. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  readonly path?: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** The answer of a question that may be refused. Both forms are frozen. */
export type Result<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/** Wraps a value as success. The wrapper is frozen, the value is left as it is. */
export function accepted<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return Object.freeze({ ok: true as const, value });
}

/** Makes a refusal of a code and its facts; everything in it is frozen. */
export function refused<Code extends string>(
  code: Code,
  facts: Readonly<Record<string, string | number | null>>,
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return Object.freeze({
    ok: false as const,
    refusal: Object.freeze({ code, facts: Object.freeze({ ...facts }) }),
  });
}

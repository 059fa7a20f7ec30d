import { isDeepStrictEqual } from 'node:util';
import type { Refusal, Result } from '@ken/address';

/** What a door did that it must not do, whatever it was shown. */
export class Finding extends Error {}

/** Ends the trying of one input where a promise is broken. */
export function hold(kept: boolean, promise: string): asserts kept {
  if (!kept) throw new Finding(promise);
}

/** Whether a value and all that it holds is frozen; bytes cannot be, and are copies. */
export function isFrozenDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeep);
}

function judgeRefusal(refused: object, refusal: Refusal, codes: readonly string[]): void {
  hold(codes.includes(refusal.code), `a code that is not of this door: ${refusal.code}`);
  hold(isFrozenDeep(refused), 'a refusal that is not frozen through and through');
  hold(refusal.path !== '', 'an empty path');
  hold(isDeepStrictEqual(JSON.parse(JSON.stringify(refusal)), refusal), 'facts that do not survive JSON');
}

/** What was answered: a value, a code, or the name of what was thrown where that is allowed. */
export type Answer<T> =
  | { readonly value: T }
  | { readonly refused: string }
  | { readonly thrown: 'misuse' | 'foreign' };

export interface Allowance {
  /** Whether a TypeError is what the documentation promises for this input. */
  readonly misuse?: boolean;
  /** What the input itself may throw when it is touched, where the door does not promise to take any value. */
  readonly foreign?: unknown;
}

/** Shows an input to a door and judges the form of the answer. */
export function shown<T>(call: () => Result<T>, codes: readonly string[], allowed: Allowance = {}): Answer<T> {
  let result: Result<T>;
  try {
    result = call();
  } catch (error) {
    if (allowed.foreign !== undefined && error === allowed.foreign) return { thrown: 'foreign' };
    hold(allowed.misuse === true && error instanceof TypeError, `threw ${String(error)}`);
    return { thrown: 'misuse' };
  }
  if (result.ok) {
    hold(isDeepStrictEqual(Object.keys(result), ['ok', 'value']), 'a success of another form');
    return { value: result.value };
  }
  judgeRefusal(result, result.refusal, codes);
  return { refused: result.refusal.code };
}

/** The one word that a run counts an answer under. */
export function wordOf(answer: Answer<unknown>): string {
  if ('value' in answer) return 'ok';
  return 'refused' in answer ? answer.refused : answer.thrown;
}

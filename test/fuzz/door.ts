import type { Answer } from './finding.ts';
import type { Random } from './random.ts';

/** One door under test. */
export interface Door {
  readonly name: string;
  /** Makes what the door is shown. */
  input(random: Random): unknown;
  /** Shows it and judges the answer; throws a Finding where a promise is broken. */
  show(input: unknown, random: Random): Answer<unknown>;
}

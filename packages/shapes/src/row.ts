/** Which of the two questions a shape answers. */
export type Family = 'path' | 'secret';

/**
 * One shape that text must not have. `head` finds where it may begin and is finite: no part of it repeats without
 * a bound, so that searching it costs the same at every position. `follow` walks on from the head's end, once and
 * never back, and answers where the shape ends or -1. Together they are linear in the text.
 */
export interface Row {
  readonly name: string;
  readonly family: Family;
  readonly head: RegExp;
  readonly follow: (text: string, from: number) => number;
  /** Texts that hold the shape. They are made up, and too short or too plain to be anybody's. */
  readonly yes: readonly string[];
  /** Near misses: texts that do not hold it. */
  readonly no: readonly string[];
}

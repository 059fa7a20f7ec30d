import type { U64 } from '@ken/address';
import { jsonU64, minusU64, readU64 } from './u64.ts';

/** Half-open `[start, end)` in bytes (contract, kernel "Span"). */
export interface Span {
  readonly start: U64;
  readonly end: U64;
}

/** A frozen copy of a span with each bound in its one representation. Throws TypeError for what is no span. */
export function spanOf(span: Span): Span {
  const start = readU64(span.start);
  const end = readU64(span.end);
  if (start === undefined || end === undefined)
    throw new TypeError('the bounds of a span are unsigned 64-bit integers');
  return Object.freeze({ start, end });
}

/** How many bytes a span covers; an inverted one covers none. */
export function spanLength({ start, end }: Span): U64 {
  return minusU64(end, start);
}

/** Whether a span covers any byte at all. */
export function isAddressed({ start, end }: Span): boolean {
  return start < end;
}

/** Whether a span has a slice inside a source of `length` bytes: start ≤ end ≤ length. */
export function resolves({ start, end }: Span, length: U64): boolean {
  return start <= end && end <= length;
}

/** The bounds as facts of a refusal. */
export function spanFacts({ start, end }: Span): { readonly start: number | string; readonly end: number | string } {
  return { start: jsonU64(start), end: jsonU64(end) };
}

import { findShape } from '@ken/shapes';
import type { FrontierCode } from './codes.ts';
import type { Faults } from './faults.ts';
import { kindOf, own, type Plain } from './read.ts';
import type { Facts } from './result.ts';
import { collapse } from './white-space.ts';

/** Limits of texts in code points (frontier, text). */
export const LIMITS = Object.freeze({
  id: 180,
  revision: 180,
  time: 180,
  purpose: 220,
  topic: 120,
  boundary: 80,
  gate: 80,
});

/** The length of a text in code points. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) pairs += 1;
  }
  return text.length - pairs;
}

/** A value as it is written: text itself, a number as its JSON text. Undefined for what is no text. */
export function written(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  return typeof value === 'bigint' ? String(value) : undefined;
}

/** Whether a text can stand where a frontier has an id or a revision: not too long, and of no shape that is refused. */
export const isName = (text: string): boolean => typeof judgeText(text, LIMITS.id) === 'string';

/** Why a value is no admissible text. */
export interface TextFault {
  readonly code: FrontierCode;
  readonly facts: Facts;
}

/**
 * A value as text, collapsed; empty for what is absent. A fault for what is no text (a lone surrogate is none),
 * longer than `limit` code points, or of a shape that is refused. (frontier, text)
 */
export function judgeText(value: unknown, limit: number): string | TextFault {
  if (value === null || value === undefined) return '';
  const raw = written(value);
  if (raw === undefined || !raw.isWellFormed()) {
    return { code: 'frontier/not-text', facts: { found: raw === undefined ? kindOf(value) : 'lone surrogate' } };
  }
  const text = collapse(raw);
  if (text.length > limit) {
    const length = codePoints(text);
    if (length > limit) return { code: 'frontier/too-long', facts: { limit, length } };
  }
  const found = findShape(text);
  return found === null ? text : { code: 'frontier/unsafe-text', facts: { shape: found.kind } };
}

/** As `judgeText`, with a fault told under its path and undefined in its place. */
export function readText(value: unknown, path: string, limit: number, faults: Faults): string | undefined {
  const text = judgeText(value, limit);
  if (typeof text === 'string') return text;
  faults.add(text.code, path, text.facts);
  return undefined;
}

/** A text that must be there: its absence is a fault too. */
export function needText(value: unknown, path: string, limit: number, faults: Faults): string | undefined {
  const text = readText(value, path, limit, faults);
  if (text !== '') return text;
  faults.add('frontier/missing', path);
  return undefined;
}

/** The first of several aliases that is not empty; empty when all are. */
export function readAlias(
  object: Plain,
  names: readonly string[],
  path: string,
  limit: number,
  faults: Faults,
): string | undefined {
  for (const name of names) {
    const text = readText(own(object, name), `${path}.${name}`, limit, faults);
    if (text !== '') return text;
  }
  return '';
}

/** A value folded for comparison: collapsed and in lower case. What is no text compares equal to nothing. */
export function fold(value: unknown): string {
  const raw = written(value);
  return raw === undefined ? '' : collapse(raw).toLowerCase();
}

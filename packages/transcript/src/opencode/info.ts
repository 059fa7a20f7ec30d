import { countAt, isObject, isTrue, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import { cache, error, info, known, time, tokens } from './keys.ts';

/** What the `info` of a message says. */
export interface Info {
  readonly id: string | null;
  readonly role: string | null;
  readonly parent: string | null;
  /** Whether it is the summary of a compaction. */
  readonly isSummary: boolean;
  /** The kind of error that it ended with; null where it did not, or names none. */
  readonly error: string | null;
  readonly hasFailed: boolean;
  /** When it was made, in milliseconds. */
  readonly created: number | null;
  /** How many tokens the model was sent for it. */
  readonly sent: number | null;
}

/** Reads the value of `info`; null when a key of it stands twice. */
export function infoOf(scanned: Scanned, value: number): Info | null {
  if (!info.read(scanned, value)) {
    return null;
  }
  const { found, slot } = info;
  const failure = found[slot.error] as number;
  const hasFailed = isObject(scanned, failure);
  const times = found[slot.time] as number;
  const isTimed = isObject(scanned, times) && time.read(scanned, times);
  return {
    id: stringAt(scanned, found[slot.id] as number),
    role: known.textAt(scanned, found[slot.role] as number),
    parent: stringAt(scanned, found[slot.parentID] as number),
    isSummary: isTrue(scanned, found[slot.summary] as number),
    error: hasFailed && error.read(scanned, failure) ? stringAt(scanned, error.found[error.slot.name] as number) : null,
    hasFailed,
    created: isTimed ? countAt(scanned, time.found[time.slot.created] as number) : null,
    sent: sentFor(scanned, found[slot.tokens] as number),
  };
}

/** The size of the context that was sent, whatever of it the provider had in a cache. */
function sentFor(scanned: Scanned, value: number): number | null {
  if (!isObject(scanned, value) || !tokens.read(scanned, value)) {
    return null;
  }
  const input = countAt(scanned, tokens.found[tokens.slot.input] as number);
  const cached = tokens.found[tokens.slot.cache] as number;
  if (input === null || !isObject(scanned, cached) || !cache.read(scanned, cached)) {
    return input;
  }
  const read = countAt(scanned, cache.found[cache.slot.read] as number) ?? 0;
  return input + read + (countAt(scanned, cache.found[cache.slot.write] as number) ?? 0);
}

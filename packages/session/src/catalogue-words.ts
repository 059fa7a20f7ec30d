import type { Facts } from './refusal.ts';

/** What one code means: the one table from which sentences for people and docs/refusals.md are made. */
export interface Entry {
  /** The names of its facts. Each stands where it applies. */
  readonly facts: readonly string[];
  /** What does not hold, both sides where there are two. No text of a transcript, no secret and no local path. */
  readonly says: (facts: Facts) => string;
  /** What to do about it. */
  readonly remedy: string;
}

/** A fact as it stands in a sentence. */
export const say = (fact: Facts[string] | undefined): string =>
  fact === undefined || fact === null ? 'nothing' : typeof fact === 'object' ? JSON.stringify(fact) : String(fact);

export const span = ({ start, end }: Facts): string => `bytes ${say(start)} to ${say(end)}`;

export const rebuild = 'Have the object made again by its door; do not repair it by hand.';
export const damaged = 'Take the object from another copy: the bytes under an id are never other bytes.';
export const wrongInput = 'Check that the right thing was given.';
export const forged = 'Do not rely on it. Ask whoever made it for the run that it was taken from.';

import { messageOf } from '@ken/transcript';
import { catalogue } from './catalogue.ts';
import type { Facts } from './refusal.ts';
import type { FindingRow } from './tables.ts';

/**
 * The sentence for people that belongs to a refusal or a failure: made here, at the edge, from its code and facts. A path
 * is named at the end. It holds no text of a transcript, no secret and no local path.
 */
export const sentenceOf = (refusal: {
  readonly code: string;
  readonly path?: string;
  readonly facts: Facts;
}): string => {
  const known = Object.hasOwn(catalogue, refusal.code) ? catalogue[refusal.code] : undefined;
  const sentence = known?.says(refusal.facts) ?? `Refused as ${refusal.code}.`;
  return refusal.path === undefined ? sentence : `${sentence} (at ${refusal.path})`;
};

/** What to do about a refusal: one sentence, or nothing for a code that is not known here. */
export const remedyOf = (code: string): string =>
  Object.hasOwn(catalogue, code) ? (catalogue[code]?.remedy ?? '') : '';

/** The sentence for people that belongs to a finding. */
export const findingSentence = (finding: FindingRow): string => messageOf(finding);

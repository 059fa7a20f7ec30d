import type { RawContentId } from '@ken/address';
import { placed } from './placed.ts';
import type { Read, Reads } from './reads.ts';
import type { Seen } from './seen.ts';
import { type Lines, missingLines } from './spans.ts';

/** That an agent read something. */
export interface Claim {
  /** As whoever claims it writes it: absolute, or from a folder that the session worked in. */
  readonly path: string;
  readonly revision: RawContentId | null;
  /** Those that are claimed; null for the whole. */
  readonly lines: Lines | null;
}

/**
 * What the run tells of a claim: all that is claimed was delivered; some of it; the text of that revision, which may be that
 * of other bytes; nothing of that revision, but of another; or nothing of that file.
 */
export type ClaimState = 'delivered' | 'part' | 'text' | 'another-revision' | 'unseen';

export interface Judged {
  readonly claim: Claim;
  readonly state: ClaimState;
  /** What was delivered that comes nearest. */
  readonly reads: readonly Read[];
  /** Of a part: which lines of those claimed were not delivered in it. */
  readonly missing: readonly Lines[];
  /** Results of calls that named the file, which no revision explains. */
  readonly untied: readonly Seen[];
}

const isUsed = (read: Read): boolean => read.lines.length > 0;

const missingOf = (read: Read, lines: Lines | null): readonly Lines[] =>
  missingLines(lines ?? [1, read.total], read.lines);

const lengthOf = (lines: readonly Lines[]): number => lines.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/**
 * Lines that nothing ties to a whole text may be of several: each delivery of them stands alone, and the whole is none of
 * their matter.
 */
const apart = (read: Read): readonly Read[] =>
  read.revision !== null
    ? [read]
    : read.deliveries.filter(({ used }) => used).map((one) => ({ ...read, lines: [one.lines], deliveries: [one] }));

const judgeOne = (claim: Claim, { reads, unexplained, folders }: Reads): Judged => {
  const places = new Set([placed(claim.path, null), ...folders.map((folder) => placed(claim.path, folder))]);
  const untied = unexplained.filter(({ path }) => path !== null && places.has(path));
  const ofFile = reads
    .filter(({ path }) => path !== null && places.has(path))
    .filter(isUsed)
    .flatMap(apart);
  const { revision, lines } = claim;
  const wanted = ofFile.filter((read) => revision === null || read.revision === revision);
  if (wanted.length === 0)
    return { claim, state: ofFile.length === 0 ? 'unseen' : 'another-revision', reads: ofFile, missing: [], untied };
  const ordered = wanted
    .map((read) => ({ read, missing: missingOf(read, lines) }))
    .sort((a, b) => lengthOf(a.missing) - lengthOf(b.missing));
  const [best] = ordered;
  if (best === undefined) throw new TypeError('what is wanted is not empty');
  const { read, missing } = best;
  const all = missing.length === 0 && (lines !== null || read.whole);
  const state = !all ? 'part' : revision === null || read.exact ? 'delivered' : 'text';
  return { claim, state, reads: [read], missing, untied };
};

/** Judges claims by what a run tells of deliveries. */
export const judgeClaims = (claims: readonly Claim[], reads: Reads): readonly Judged[] =>
  claims.map((claim) => judgeOne(claim, reads));

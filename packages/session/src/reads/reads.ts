import type { RawContentId } from '@ken/address';
import { grouped } from '../grouped.ts';
import {
  type Candidate,
  type Delivered,
  deliveredOf,
  type Revision,
  recordedRevision,
  revisionOf,
} from './revision.ts';
import type { Seen, SeenInRun } from './seen.ts';
import { isWhole, joinedLines, type Lines } from './spans.ts';

/** One result that delivered some of a revision. */
export interface ReadDelivery
  extends Pick<Seen, 'event' | 'record' | 'tool' | 'at' | 'left' | 'used' | 'answered'>,
    Delivered {}

/** What was delivered of one revision of one file. */
export interface Read {
  /** Absolute where that is known; null where no call named a file. */
  readonly path: string | null;
  /** What its bytes hash to; null where nothing ties the lines to a whole text. */
  readonly revision: RawContentId | null;
  /** Whether the bytes were delivered, and not their text alone. */
  readonly exact: boolean;
  /** How many lines it has, the one behind its last new line among them. */
  readonly total: number;
  /** What the model was shown of it and could use, from every delivery. */
  readonly lines: readonly Lines[];
  readonly whole: boolean;
  readonly deliveries: readonly ReadDelivery[];
}

/** Results that no revision explains, and what of the run cannot be seen. */
export interface Reads {
  readonly reads: readonly Read[];
  readonly unexplained: readonly Seen[];
  readonly folders: readonly string[];
  readonly observable: boolean;
}

const readOf = (
  revision: Revision | null,
  total: number,
  path: string | null,
  found: readonly ReadDelivery[],
): Read => {
  const used = found.filter((one) => one.used);
  const lines = joinedLines(used.map((one) => one.lines));
  const whole = revision !== null && isWhole(lines, total);
  return {
    path,
    revision: revision?.id ?? null,
    exact: revision !== null && used.every(({ exact }) => exact),
    total,
    lines,
    whole,
    deliveries: found,
  };
};

const deliveryOf = (
  { event, record, tool, at, left, used, answered }: Seen,
  { lines, exact }: Delivered,
): ReadDelivery => ({ event, record, tool, lines, exact, at, left, used, answered });

/** The results that delivered some of a revision, with what they delivered. */
const matching = (seen: readonly Seen[], revision: Revision): readonly (readonly [Seen, Delivered])[] =>
  seen.flatMap((one) => {
    const delivered = deliveredOf(one, revision);
    return delivered === undefined ? [] : [[one, delivered] as const];
  });

/**
 * What was delivered of a revision, by the file that calls named, over all results of each that render from it. Parts of two
 * files add up to nothing.
 */
export const readsOfRevision = (seen: readonly Seen[], revision: Revision): readonly Read[] => {
  const byFile = new Map<string | null, ReadDelivery[]>();
  for (const [one, delivered] of matching(seen, revision)) grouped(byFile, one.path).push(deliveryOf(one, delivered));
  return [...byFile.values()].map((found) => readOf(revision, revision.total, revision.path, found));
};

/** The revisions to compare with, each once, those of the same file together. */
const revisionsOf = ({ recorded }: SeenInRun, candidates: readonly Candidate[]): readonly Revision[] => {
  const revisions = new Map<string, Revision>();
  const add = (one: Revision): void => {
    const key = `${one.path ?? ''}\0${one.id}`;
    if (!revisions.has(key)) revisions.set(key, one);
  };
  for (const candidate of candidates) add(revisionOf(candidate));
  for (const { path, text } of recorded) add(recordedRevision(path, text));
  return [...revisions.values()];
};

/**
 * What a run tells of deliveries, by file and revision, in the order of their first delivery.
 *
 * @param candidates - bytes to compare with beside the texts that the records hold: of today's files, of registered revisions
 */
export const readsOf = (run: SeenInRun, candidates: readonly Candidate[]): Reads => {
  const revisions = revisionsOf(run, candidates);
  const explained = new Set<Seen>();
  const reads: Read[] = [];
  for (const revision of revisions) {
    const found = matching(run.seen, revision);
    if (found.length === 0) continue;
    for (const [one] of found) explained.add(one);
    const deliveries = found.map(([one, delivered]) => deliveryOf(one, delivered));
    reads.push(readOf(revision, revision.total, revision.path, deliveries));
  }
  const loose = run.seen.filter((one) => !explained.has(one));
  const partial = new Map<string, Seen[]>();
  for (const one of loose) {
    if (one.part === null || one.path === null) continue;
    grouped(partial, `${one.path}\0${one.part.total}`).push(one);
  }
  for (const found of partial.values()) {
    const [first] = found;
    if (first?.part == null) continue;
    const deliveries = found.flatMap((one) =>
      one.part === null ? [] : [deliveryOf(one, { lines: [one.part.from, one.part.to], exact: false })],
    );
    reads.push(readOf(null, first.part.total, first.path, deliveries));
  }
  reads.sort((a, b) => (a.deliveries[0]?.record ?? 0) - (b.deliveries[0]?.record ?? 0));
  const unexplained = loose.filter((one) => one.part === null || one.path === null);
  return { reads, unexplained, folders: run.folders, observable: run.observable };
};

import type { ContentId } from '@ken/address';
import type { Store } from '@ken/store';
import { knownBranches, readable } from './branches.ts';
import { isGap } from './continuity.ts';
import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import type { Transcript } from './source-file.ts';
import { joined, storedFile } from './stored-file.ts';
import { readChunk, recordTable } from './tables.ts';
import { chainTo, need, orFault } from './walk.ts';

/** Records that carry an identifier and are no part of what the run tells. */
const asides: ReadonlySet<string> = new Set(['side-chain', 'repeat']);

/** The identifier of the last record of a seal that carries one, as the reader of `transcript` finds it; null for none. */
const tipOf = async (objects: Objects, { records }: RunNode, transcript: Transcript): Promise<string | null> => {
  for (const chunk of [...records.chunks].reverse()) {
    const rows = orFault(readChunk(recordTable, orFault(await need(objects, chunk))));
    for (const { source, reason } of [...rows].reverse()) {
      if (asides.has(reason)) continue;
      const reading = transcript.read();
      const read = reading.push(orFault(await need(objects, source)), true);
      for (const { id } of [...read, ...reading.finish().records]) if (id !== null) return id;
    }
  }
  return null;
};

/** Whether nothing but what may stand between records follows the last one of a seal: nothing can be put behind a torn one. */
const endsWhole = async (objects: Objects, { tail }: RunNode): Promise<boolean> =>
  tail === null || isGap(orFault(await need(objects, tail)));

/** The side-chain that a run is, by its key (transcripts.md §7); null for a session. */
const chainOf = ({ run }: RunNode): string | null => {
  const at = run.indexOf('/');
  return at === -1 ? null : run.slice(at + 1);
};

/** A seal of a run behind which a slice may go on. */
interface Place {
  readonly head: ContentId;
  /** How many seals the run has up to there. */
  readonly seals: number;
}

/**
 * Knows the ends of the sealed runs of a store, so that a slice finds the run that it continues. They are read once, when the
 * first slice asks, and those of what is sealed later are added.
 */
export class Tips {
  readonly #store: Store;
  #places: Map<string, Place> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async #add(places: Map<string, Place>, head: ContentId, transcript: Transcript): Promise<void> {
    await readable(async () => {
      const chain = orFault(await chainTo(this.#store, head));
      for (const [at, node] of chain.entries()) {
        if (node.format !== transcript.format || !(await endsWhole(this.#store, node))) continue;
        const tip = await tipOf(this.#store, node, transcript);
        const key = JSON.stringify([chainOf(node), tip]);
        if (tip !== null && !places.has(key)) places.set(key, { head, seals: at + 1 });
      }
    });
  }

  /** Adds the ends of a run that was sealed, by its head. */
  async sealed(head: ContentId, transcript: Transcript): Promise<void> {
    if (this.#places !== undefined) await this.#add(this.#places, head, transcript);
  }

  /**
   * A slice begins in the middle of a session: its first record follows one that is not in it. Where that one is the last of
   * what a run of this store held at one of its seals, the slice continues that run there (transcripts.md §7). A file that
   * is sealed as a run already, or that is of another side-chain, continues none.
   *
   * @returns the run's bytes up to that seal and the slice behind them, as one transcript; the transcript itself where no run
   *   is known that ends so
   */
  async wholeOf(transcript: Transcript): Promise<Transcript> {
    const { follows, key } = transcript.identity;
    if (follows === null || (await knownBranches(this.#store, key)).names.size > 0) return transcript;
    if (this.#places === undefined) {
      const places = new Map<string, Place>();
      for await (const { head } of this.#store.branches()) await this.#add(places, head, transcript);
      this.#places = places;
    }
    const place = this.#places.get(JSON.stringify([follows.chain, follows.record]));
    if (place === undefined) return transcript;
    const chain = (await readable(async () => orFault(await chainTo(this.#store, place.head))))?.slice(0, place.seals);
    const [first] = chain ?? [];
    if (chain === undefined || first === undefined) return transcript;
    return {
      ...transcript,
      identity: { key: first.run, label: first.label, follows: null },
      file: joined(storedFile(this.#store, chain), transcript.file),
    };
  }
}

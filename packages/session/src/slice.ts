import type { Store } from '@ken/store';
import { readable } from './branches.ts';
import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import type { Transcript } from './source-file.ts';
import { joined, storedFile } from './stored-file.ts';
import { readChunk, recordTable } from './tables.ts';
import { chainTo, need, orFault } from './walk.ts';

/** The identifier of the last record of a seal that carries one, as the reader of `transcript` finds it; null for none. */
const tipOf = async (objects: Objects, { records }: RunNode, transcript: Transcript): Promise<string | null> => {
  for (const chunk of [...records.chunks].reverse()) {
    const rows = orFault(readChunk(recordTable, orFault(await need(objects, chunk))));
    for (const { source } of [...rows].reverse()) {
      const reading = transcript.read();
      const read = reading.push(orFault(await need(objects, source)));
      for (const { id } of [...read, ...reading.finish().records]) if (id !== null) return id;
    }
  }
  return null;
};

/**
 * A slice begins in the middle of a session: its first record follows one that is not in it. Where that one is the last of
 * what a run of this store held at one of its seals, the slice continues that run there (transcripts.md §7).
 *
 * @returns the run's bytes up to that seal and the slice behind them, as one transcript; undefined where no run is known
 *   that ends so
 */
export const continuedBy = async (store: Store, slice: Transcript): Promise<Transcript | undefined> => {
  const { follows } = slice.identity;
  if (follows === null) return undefined;
  for await (const { head } of store.branches()) {
    const found = await readable(async () => {
      const chain = orFault(await chainTo(store, head));
      for (const [at, node] of chain.entries()) {
        if (node.format !== slice.format || (await tipOf(store, node, slice)) !== follows) continue;
        const held = chain.slice(0, at + 1);
        return {
          ...slice,
          identity: { key: node.run, label: chain[0]?.label ?? null, follows: null },
          file: joined(storedFile(store, held), node.bytes, slice.file),
        };
      }
      return undefined;
    });
    if (found !== undefined) return found;
  }
  return undefined;
};

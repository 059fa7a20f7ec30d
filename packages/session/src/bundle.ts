import { type ContentId, cidBytes } from '@ken/address';
import type { ObjectId } from '@ken/store';
import { refsOf } from './event-refs.ts';
import type { Objects } from './objects.ts';
import type { SessionResult } from './refusal.ts';
import { eventTable, readChunk, recordTable } from './tables.ts';
import { chainTo, need, orFault, packetsFrom, walking } from './walk.ts';

interface Block {
  readonly id: ObjectId;
  readonly bytes: Uint8Array;
}

/** Every object below a head once, in an order that depends on the head alone: docs/format.md, "Bundle". Throws WalkFault. */
async function* below(objects: Objects, head: ContentId): AsyncGenerator<Block> {
  const seen = new Set<ObjectId>();
  const once = async (id: ObjectId): Promise<Block[]> => {
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ id, bytes: orFault(await need(objects, id)) }];
  };
  const chain = orFault(await chainTo(objects, head));
  for (const node of chain) {
    yield* await once(node.id);
    for (const chunk of node.records.chunks) {
      yield* await once(chunk);
      for (const row of orFault(readChunk(recordTable, orFault(await need(objects, chunk)))))
        yield* await once(row.source);
    }
    for (const chunk of node.events.chunks) {
      yield* await once(chunk);
      for (const id of orFault(readChunk(eventTable, orFault(await need(objects, chunk))))) {
        yield* await once(id);
        const { root, unit } = orFault(refsOf(orFault(await need(objects, id))));
        // A root that nobody holds is legal and is reported when the bundle is verified.
        if ((await objects.get(root)) !== undefined) yield* await once(root);
        if (unit !== null) yield* await once(unit);
      }
    }
    for (const chunk of [...node.frame, ...node.findings.chunks, ...node.ending]) yield* await once(chunk);
    if (node.tail !== null) yield* await once(node.tail);
  }
  for await (const packet of packetsFrom(objects, chain.at(-1)?.packets.last ?? null)) yield* await once(packet.id);
}

/**
 * Writes everything below a head as one CAR file (version 1) whose only root is the head.
 *
 * @param write - takes the file's bytes piece by piece, in order
 * @returns the number of blocks; refused when an object below the head is missing or malformed, and then what was written
 *   is no bundle
 */
export const writeBundle = async (
  objects: Objects,
  head: ContentId,
  write: (piece: Uint8Array) => Promise<void>,
): Promise<SessionResult<number>> =>
  walking(async () => {
    // Before the first byte is written, so that what is no head leaves no beginning of a file.
    orFault(await chainTo(objects, head));
    // Only what makes a bundle loads the libraries of bundles.
    const [{ CarWriter }, { CID }] = await Promise.all([import('@ipld/car'), import('multiformats/cid')]);
    const toCid = (id: ObjectId) => CID.decode(cidBytes(id));
    const { writer, out } = CarWriter.create([toCid(head)]);
    let failure: { readonly thrown: unknown } | undefined;
    // After a failure the rest is taken and dropped, since a block that nobody takes would never be put.
    const drain = async (): Promise<void> => {
      for await (const piece of out) {
        if (failure !== undefined) continue;
        await write(piece).catch((thrown: unknown) => {
          failure = { thrown };
        });
      }
    };
    const drained = drain();
    let blocks = 0;
    try {
      for await (const { id, bytes } of below(objects, head)) {
        if (failure !== undefined) break;
        await writer.put({ cid: toCid(id), bytes });
        blocks += 1;
      }
    } finally {
      await writer.close();
      await drained;
    }
    if (failure !== undefined) throw failure.thrown;
    return blocks;
  });

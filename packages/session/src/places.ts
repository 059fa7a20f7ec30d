import type { ContentId, PacketId, UnitId } from '@ken/address';
import { Packet } from '@ken/kernel';
import type { Store } from '@ken/store';
import { refsOf } from './event-refs.ts';
import type { Objects } from './objects.ts';
import type { SessionResult } from './refusal.ts';
import type { RunNode } from './run.ts';
import { eventTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { chainTo, need, orFault, recordsOf, rowsOf, walking } from './walk.ts';

/** Where one unit was left out: which run, record and span of the file, and by which event and packet. */
export interface UnitPlace {
  readonly run: string;
  readonly branch: string;
  readonly head: ContentId;
  readonly event: ContentId;
  readonly packet: PacketId;
  readonly record: number;
  /** In bytes of the file. */
  readonly span: Span;
  /** The JSON path of the context span that this unit is of. */
  readonly path: string;
  readonly reason: string;
  readonly producer: string | null;
}

const packetWith = async (objects: Objects, last: ContentId | null, unit: UnitId): Promise<PacketId | undefined> => {
  for (let id: ContentId | null = last; id !== null; ) {
    const packet: Packet = orFault(Packet.fromBytes(orFault(await need(objects, id))));
    if (packet.units.includes(unit)) return packet.id;
    id = packet.prior ?? null;
  }
  return undefined;
};

const elisionOf = async (objects: Objects, chain: readonly RunNode[], unit: UnitId): Promise<ContentId | undefined> => {
  for (const node of chain) {
    for await (const id of rowsOf(objects, eventTable, node.events.chunks)) {
      if (orFault(refsOf(orFault(await need(objects, id)))).unit === unit) return id;
    }
  }
  return undefined;
};

const placeIn = async (store: Store, branch: string, head: ContentId, unit: UnitId): Promise<UnitPlace | undefined> => {
  const chain = orFault(await chainTo(store, head));
  const packet = await packetWith(store, chain.at(-1)?.packets.last ?? null, unit);
  if (packet === undefined) return undefined;
  const event = await elisionOf(store, chain, unit);
  if (event === undefined) return undefined;
  const { source, span } = orFault(unitFrom(orFault(await need(store, unit))));
  for await (const { index, start, row } of recordsOf(store, chain)) {
    if (row.source !== source || row.context === null) continue;
    return {
      run: chain[0]?.run ?? branch,
      branch,
      head,
      event,
      packet,
      record: index,
      span: { start: start + Number(span.start), end: start + Number(span.end) },
      path: row.context.path,
      reason: row.reason,
      producer: row.producer,
    };
  }
  return undefined;
};

/** Finds every branch of the store in which a unit was left out. Refused when an object on the way is missing or malformed. */
export const placesOf = async (store: Store, unit: UnitId): Promise<SessionResult<readonly UnitPlace[]>> =>
  walking(async () => {
    const places: UnitPlace[] = [];
    for await (const { branch, head } of store.branches()) {
      const place = await placeIn(store, branch, head, unit);
      if (place !== undefined) places.push(place);
    }
    return places;
  });

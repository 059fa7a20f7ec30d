import type { ContentId, PacketId, RawContentId, UnitId } from '@ken/address';
import type { Packet } from '@ken/kernel';
import { type Store, StoreError } from '@ken/store';
import { refsOf } from './event-refs.ts';
import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { RunNode } from './run.ts';
import { eventTable, recordTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { chainTo, need, orFault, packetsFrom, placedRows, rowsOf, WalkFault } from './walk.ts';

/** Where one unit was left out: which run, record and span of the file, and by which event and packet. */
export interface UnitPlace {
  readonly run: string;
  readonly branch: string;
  readonly head: ContentId;
  /** What the file calls the session; a claim. */
  readonly label: string | null;
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

/** A unit of a packet with what a person knows it by. */
export interface PacketRow {
  readonly unit: UnitId;
  readonly record: number;
  readonly producer: string | null;
  /** Length of what was left out. */
  readonly bytes: number;
  readonly preview: string;
}

const packetOf = async (objects: Objects, last: ContentId | null, unit: UnitId): Promise<PacketId | undefined> => {
  for await (const packet of packetsFrom(objects, last)) if (packet.units.includes(unit)) return packet.id;
  return undefined;
};

/** The elision of a unit and the seq of the observation that it elides of. */
const elisionOf = async (
  objects: Objects,
  chain: readonly RunNode[],
  unit: UnitId,
): Promise<{ readonly event: ContentId; readonly observed: number } | undefined> => {
  for (const node of chain) {
    for await (const event of rowsOf(objects, eventTable, node.events.chunks)) {
      const refs = orFault(refsOf(orFault(await need(objects, event))));
      const [source] = refs.sources;
      if (refs.unit !== unit || source === undefined) continue;
      return { event, observed: orFault(refsOf(orFault(await need(objects, source)))).seq };
    }
  }
  return undefined;
};

const placeIn = async (store: Store, branch: string, head: ContentId, unit: UnitId): Promise<UnitPlace | undefined> => {
  const chain = orFault(await chainTo(store, head));
  const last = chain.at(-1);
  const packet = await packetOf(store, last?.packets.last ?? null, unit);
  const elision = packet === undefined ? undefined : await elisionOf(store, chain, unit);
  if (last === undefined || packet === undefined || elision === undefined) return undefined;
  const { span } = orFault(unitFrom(orFault(await need(store, unit))));
  for await (const { index, start, row } of placedRows(store, chain)) {
    if (row.seq !== elision.observed) continue;
    return {
      run: last.run,
      branch,
      head,
      label: last.label,
      event: elision.event,
      packet,
      record: index,
      span: { start: start + Number(span.start), end: start + Number(span.end) },
      path: row.context?.path ?? '',
      reason: row.reason,
      producer: row.producer,
    };
  }
  return undefined;
};

/** What is found in each branch; a branch that is damaged is passed over, since it says nothing of the others. */
async function* inBranches<T>(
  store: Store,
  find: (branch: string, head: ContentId) => Promise<T | undefined>,
): AsyncGenerator<T> {
  for await (const { branch, head } of store.branches()) {
    try {
      const found = await find(branch, head);
      if (found !== undefined) yield found;
    } catch (failure) {
      const damaged =
        failure instanceof WalkFault || (failure instanceof StoreError && failure.code === 'store/corrupt');
      if (!damaged) throw failure;
    }
  }
}

/** Finds every branch of the store in which a unit was left out. */
export const placesOf = async (store: Store, unit: UnitId): Promise<readonly UnitPlace[]> => {
  const places: UnitPlace[] = [];
  for await (const place of inBranches(store, (branch, head) => placeIn(store, branch, head, unit))) places.push(place);
  return places;
};

const rowsIn = async (store: Store, head: ContentId, packet: Packet): Promise<readonly PacketRow[] | undefined> => {
  const chain = orFault(await chainTo(store, head));
  let held = false;
  for await (const one of packetsFrom(store, chain.at(-1)?.packets.last ?? null)) held ||= one.id === packet.id;
  if (!held) return undefined;
  const records = new Map<RawContentId, { readonly record: number; readonly producer: string | null }>();
  let record = 0;
  for (const node of chain) {
    for await (const { source, producer } of rowsOf(store, recordTable, node.records.chunks)) {
      if (!records.has(source)) records.set(source, { record, producer });
      record += 1;
    }
  }
  const rows: PacketRow[] = [];
  for (const id of packet.units) {
    const { source, span } = orFault(unitFrom(orFault(await need(store, id))));
    const place = records.get(source);
    if (place === undefined) continue;
    const bytes = orFault(await need(store, source)).subarray(Number(span.start), Number(span.end));
    rows.push({ unit: id, ...place, bytes: bytes.length, preview: previewOf(bytes) });
  }
  return rows;
};

/** The units of a packet with the records that they are of, from the first branch that holds it; none where no branch does. */
export const packetRows = async (store: Store, packet: Packet): Promise<readonly PacketRow[]> => {
  for await (const rows of inBranches(store, (_, head) => rowsIn(store, head, packet))) return rows;
  return [];
};

import type { ContentId, PacketId, RawContentId, RootId, UnitId } from '@ken/address';
import { type Packet, RootEvent, type Unit } from '@ken/kernel';
import { type Store, StoreError } from '@ken/store';
import { refsOf } from './event-refs.ts';
import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { RunNode } from './run.ts';
import { eventTable, recordTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import { chainTo, need, orFault, packetsFrom, placedRows, rowsFrom, rowsOf, WalkFault, withObjects } from './walk.ts';

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

/** The seq of the first event after the record that a root stands for: the elisions that it caused begin there. */
const elisionsOf = async (objects: Objects, chain: readonly RunNode[], root: RootId): Promise<number | undefined> => {
  const bytes = await objects.get(root);
  if (bytes === undefined) return undefined;
  const { seq } = orFault(RootEvent.fromBytes(bytes));
  const rows = rowsFrom(objects, recordTable, chain, ({ records }) => records, Number(seq));
  for await (const row of rows) return row.seq + 1;
  return undefined;
};

/**
 * The elision of a unit and the seq of the observation that it elides of. Looked for among what left because of the record
 * that the unit's root stands for; in the whole run only where that root is not held.
 */
const elisionOf = async (
  objects: Objects,
  chain: readonly RunNode[],
  unit: Unit,
): Promise<{ readonly event: ContentId; readonly observed: number } | undefined> => {
  const from = await elisionsOf(objects, chain, unit.root);
  const events = rowsFrom(objects, eventTable, chain, (node) => node.events, from ?? 0);
  for await (const [event, bytes] of withObjects(objects, events, (id) => id)) {
    const refs = orFault(refsOf(bytes));
    if (from !== undefined && refs.unit === null) return undefined;
    const [source] = refs.sources;
    if (refs.unit !== unit.id || source === undefined) continue;
    return { event, observed: orFault(refsOf(orFault(await need(objects, source)))).seq };
  }
  return undefined;
};

const placeIn = async (store: Store, branch: string, head: ContentId, unit: Unit): Promise<UnitPlace | undefined> => {
  const chain = orFault(await chainTo(store, head));
  const last = chain.at(-1);
  const packet = await packetOf(store, last?.packets.last ?? null, unit.id);
  const elision = packet === undefined ? undefined : await elisionOf(store, chain, unit);
  if (last === undefined || packet === undefined || elision === undefined) return undefined;
  const { span } = unit;
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
export const placesOf = async (store: Store, unit: Unit): Promise<readonly UnitPlace[]> => {
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
  for await (const [id, held] of withObjects(store, packet.units, (one) => one)) {
    const { source, span } = orFault(unitFrom(held));
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

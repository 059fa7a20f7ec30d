import type { ContentId, PacketId, RawContentId, RootId, UnitId } from '@ken/address';
import { checkOf, type Event, Packet, RootEvent, type Unit } from '@ken/kernel';
import type { ObjectId, Store } from '@ken/store';
import { kindOf } from './kinds.ts';
import { type PacketRow, packetRows, placesOf, type UnitPlace } from './places.ts';
import { previewOf } from './preview.ts';
import { refused, type SessionResult } from './refusal.ts';
import { replayTo } from './replay.ts';
import { type Summary, summarise } from './summary.ts';
import { unitFrom } from './units.ts';
import { need, orFault, walking } from './walk.ts';

/** A root as it is told: what kind of event, which record, and whether it is held. */
export interface ExplainedRoot {
  readonly id: RootId;
  readonly resolved: boolean;
  readonly kind: RootEvent['kind'] | null;
  readonly seq: number | null;
}

/** What an id stands for, by its kind. */
export type Explanation =
  | {
      readonly kind: 'unit';
      readonly id: UnitId;
      /** The unit in its JSON form, which `verify --source` takes. */
      readonly unit: ReturnType<Unit['toJSON']>;
      readonly length: number;
      readonly check: ReturnType<typeof checkOf>;
      readonly source: { readonly id: RawContentId; readonly held: boolean; readonly bytes: number | null };
      readonly root: ExplainedRoot;
      readonly places: readonly UnitPlace[];
      /** The first of the omitted text, for recognition. */
      readonly preview: string | null;
    }
  | {
      readonly kind: 'packet';
      readonly id: PacketId;
      readonly prior: PacketId | null;
      readonly units: readonly UnitId[];
      /** The same units with what a person knows them by; empty where no branch holds the packet. */
      readonly rows: readonly PacketRow[];
    }
  | {
      readonly kind: 'event';
      readonly id: ContentId;
      readonly event: ReturnType<Event['toJSON']>;
      readonly root: ExplainedRoot;
    }
  | {
      readonly kind: 'root';
      readonly id: ContentId;
      readonly root: ReturnType<RootEvent['toJSON']>;
      readonly preview: string | null;
    }
  | { readonly kind: 'source'; readonly id: RawContentId; readonly bytes: number; readonly preview: string }
  | { readonly kind: 'run'; readonly id: ContentId; readonly summary: Summary };

const rootOf = async (store: Store, id: RootId): Promise<ExplainedRoot> => {
  const bytes = await store.get(id);
  if (bytes === undefined) return { id, resolved: false, kind: null, seq: null };
  const { kind, seq } = orFault(RootEvent.fromBytes(bytes));
  return { id, resolved: true, kind, seq: Number(seq) };
};

const explainUnit = async (store: Store, bytes: Uint8Array): Promise<Explanation> => {
  const unit = orFault(unitFrom(bytes));
  const source = await store.get(unit.source);
  const span = { start: Number(unit.span.start), end: Number(unit.span.end) };
  return {
    kind: 'unit',
    id: unit.id,
    unit: unit.toJSON(),
    length: span.end - span.start,
    check: checkOf(unit.op),
    source: { id: unit.source, held: source !== undefined, bytes: source?.length ?? null },
    root: await rootOf(store, unit.root),
    places: await placesOf(store, unit),
    preview: source === undefined ? null : previewOf(source.subarray(span.start, span.end)),
  };
};

/**
 * Tells what an id stands for and where it belongs.
 *
 * @returns refused with `run/missing-object` when nothing is held under it, with the refusal of its own door when it is
 *   malformed, or with `object/wrong-kind` for a chunk of a table
 */
export const explain = async (store: Store, id: ObjectId): Promise<SessionResult<Explanation>> =>
  walking(async (): Promise<Explanation> => {
    const bytes = orFault(await need(store, id));
    const kind = orFault(kindOf(id, bytes));
    const structured = id as ContentId;
    switch (kind) {
      case 'unit':
        return explainUnit(store, bytes);
      case 'packet': {
        const packet = orFault(Packet.fromBytes(bytes));
        return {
          kind,
          id: packet.id,
          prior: packet.prior ?? null,
          units: packet.units,
          rows: await packetRows(store, packet),
        };
      }
      case 'event': {
        const event = orFault(await replayTo(store, structured)).at(-1);
        if (event === undefined) throw new TypeError('a replay ends with the event that was asked for');
        return { kind, id: structured, event: event.toJSON(), root: await rootOf(store, event.root) };
      }
      case 'root': {
        const root = orFault(RootEvent.fromBytes(bytes));
        const content = await store.get(root.content);
        return {
          kind,
          id: structured,
          root: root.toJSON(),
          preview: content === undefined ? null : previewOf(content),
        };
      }
      case 'source':
        return { kind, id: id as RawContentId, bytes: bytes.length, preview: previewOf(bytes) };
      case 'run':
        return { kind, id: structured, summary: orFault(await summarise(store, structured)) };
      case 'table':
        return orFault(
          refused('object/wrong-kind', { id, found: 'table', wanted: 'a head, unit, packet, event, root or source' }),
        );
    }
  });

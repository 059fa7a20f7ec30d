import type { EventId, PacketId, UnitId } from '@ken/address';
import { type Event, type Packet, RootEvent, type Unit } from '@ken/kernel';
import type { Leaving } from './sealing.ts';
import type { RecordRow } from './tables.ts';

/** An elision of the table that was admitted and verified. */
export interface Elided {
  readonly event: EventId;
  readonly unit: Unit;
  readonly record: number;
  /** The observation that it elides of. */
  readonly source: EventId;
}

/** The unit of an elision; undefined for any other event. */
export const unitOf = ({ kind }: Event): UnitId | undefined =>
  typeof kind === 'object' && 'elision' in kind ? kind.elision.unit : undefined;

/** The units that packets list, in order. */
export function* unitsOf(packets: readonly Packet[]): Generator<UnitId> {
  for (const { units } of packets) yield* units;
}

/** The elided spans, those of one record together. */
const partsOf = (elided: readonly Elided[]): Leaving['parts'] => {
  const parts: { record: number; spans: { start: number; end: number }[] }[] = [];
  for (const { record, unit } of elided) {
    const span = { start: Number(unit.span.start), end: Number(unit.span.end) };
    const last = parts.at(-1);
    if (last?.record === record) last.spans.push(span);
    else parts.push({ record, spans: [span] });
  }
  return parts;
};

type Departures =
  | { readonly ok: true; readonly value: readonly Leaving[] }
  | { readonly ok: false; readonly packet: PacketId | undefined; readonly wanted: string };

/** Finds what left record by record, in the packets of a run as they follow one another. */
export class DepartedInOrder {
  readonly #packets: readonly Packet[];
  #next = 0;

  /** @param packets - of the run, the first one first */
  constructor(packets: readonly Packet[]) {
    this.#packets = packets;
  }

  /** What left because of the next record; or the packet that does not list it as it must, and what it should list. */
  next(elided: readonly Elided[], { source, cause }: RecordRow, index: number): Departures {
    const departures: Leaving[] = [];
    for (let from = 0; from < elided.length; ) {
      const packet = this.#packets[this.#next];
      const left = elided.slice(from, from + (packet?.units.length ?? 0));
      const listed = left.length > 0 && left.every(({ unit }, place) => unit.id === packet?.units[place]);
      if (packet === undefined || !listed || left.length !== packet.units.length)
        return { ok: false, packet: packet?.id, wanted: 'the units of the elisions, in their order' };
      const asked = RootEvent.admit({ kind: 'user_action', content: source, seq: index });
      const by = asked.ok && asked.value.id === left[0]?.unit.root ? 'user' : 'harness';
      if (departures.some((one) => one.by === by))
        return { ok: false, packet: packet.id, wanted: 'one packet for what left under one root' };
      departures.push({ cause: cause ?? '', by, parts: partsOf(left) });
      this.#next += 1;
      from += left.length;
    }
    return { ok: true, value: departures };
  }
}

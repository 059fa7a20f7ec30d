import {
  asPacketId,
  asUnitId,
  type CborReader,
  type CborWriter,
  fragment,
  idSet,
  openNode,
  type PacketId,
  type Result,
  readLinks,
  readNodeParents,
  refuse,
  type UnitId,
} from '@ken/address';
import type { BytesCode, PacketCode } from './codes.ts';
import { bytesOfRecord, decodeRecord, idOfRecord, type Layout } from './layout.ts';
import { attempt, type Form, parsedContents, RecordReader } from './record.ts';

interface PacketFields {
  readonly units: readonly UnitId[];
  readonly parents: readonly PacketId[];
}

const UNITS = fragment((writer) => writer.map(1).text('units'));

const layout: Layout<PacketFields, PacketCode> = {
  write(writer: CborWriter, { units, parents }: PacketFields): void {
    openNode(writer, parents).raw(UNITS).list(units.length);
    for (const unit of units) writer.link(unit);
  },
  quick(reader: CborReader): PacketFields | undefined {
    const parents = readNodeParents(reader);
    // Only one parent or none is certainly a set in order.
    if (parents === undefined || parents.length > 1 || !reader.skip(UNITS)) return undefined;
    const units = readLinks(reader);
    if (units === undefined) return undefined;
    return { units: Object.freeze(units.map(asUnitId)), parents: Object.freeze(parents.map(asPacketId)) };
  },
  read(raw: unknown, form: Form): Result<PacketFields, PacketCode> {
    return attempt(() => {
      const reader = new RecordReader('packet/shape', form);
      const [payload, parents] = reader.fields(raw, '', ['payload', 'parents']);
      const [units] = reader.fields(payload, 'payload', ['units']);
      const unitTexts = reader.ids(units, 'payload.units');
      const parentTexts = reader.ids(parents, 'parents');
      return {
        units: Object.freeze(parsedContents(unitTexts, 'payload.units', asUnitId)),
        parents: idSet(parsedContents(parentTexts, 'parents', asPacketId)),
      };
    });
  },
};

// Whoever holds the key has admitted the fields. It never leaves this module.
const KEY: unique symbol = Symbol('Packet');

/** A list of units that follows at most one other packet (contract, kernel "Packet"). Frozen, its lists too. */
export class Packet {
  /** The units in their order; repeats count. */
  readonly units: readonly UnitId[];
  /** The packet that this one follows, alone; empty for a genesis. */
  readonly parents: readonly PacketId[];
  #id: PacketId | undefined;

  constructor(key: typeof KEY, fields: PacketFields) {
    if (key !== KEY) throw new TypeError('a Packet is minted or admitted');
    this.units = fields.units;
    this.parents = fields.parents;
    Object.freeze(this);
  }

  /** The packet that follows none. Refuses with the codes of `admit`. */
  static genesis(units: readonly UnitId[]): Result<Packet, PacketCode> {
    return Packet.admit({ payload: { units }, parents: [] });
  }

  /** The packet that follows `prior`. Refuses with the codes of `admit`. */
  static following(prior: PacketId, units: readonly UnitId[]): Result<Packet, PacketCode> {
    return Packet.admit({ payload: { units }, parents: [prior] });
  }

  /**
   * Admits a raw node `{payload: {units}, parents}`, ids as text. Takes any value. Refuses in this order: `packet/shape`,
   * `id/…`, `packet/not-a-chain` for two or more distinct parents.
   */
  static admit(raw: unknown): Result<Packet, PacketCode> {
    return chained(layout.read(raw, 'json'));
  }

  /**
   * The packet behind its canonical bytes. Refuses with `cbor/…` and with the codes of `admit`. Throws TypeError for
   * anything but bytes of unshared memory.
   */
  static fromBytes(bytes: Uint8Array): Result<Packet, PacketCode | BytesCode> {
    return chained(decodeRecord(layout, bytes));
  }

  /** Whether the value came out of a door of this class. */
  static is(value: unknown): value is Packet {
    return typeof value === 'object' && value !== null && #id in value;
  }

  /** The ContentId of the canonical bytes, computed once. */
  get id(): PacketId {
    this.#id ??= asPacketId(idOfRecord(layout, this));
    return this.#id;
  }

  /** The packet that this one follows, undefined for a genesis. */
  get prior(): PacketId | undefined {
    return this.parents[0];
  }

  /** Whether the packet follows none. */
  get isGenesis(): boolean {
    return this.parents.length === 0;
  }

  /** The canonical bytes, fresh. */
  toBytes(): Uint8Array {
    if (!Packet.is(this)) throw new TypeError('toBytes is asked of a Packet');
    return bytesOfRecord(layout, this);
  }

  /** The raw form, as `admit` takes it. */
  toJSON(): { payload: { units: readonly UnitId[] }; parents: readonly PacketId[] } {
    return { payload: { units: this.units }, parents: this.parents };
  }
}
Object.freeze(Packet.prototype);
Object.freeze(Packet);

function chained<C extends string>(fields: Result<PacketFields, C>): Result<Packet, C | 'packet/not-a-chain'> {
  if (!fields.ok) return fields;
  const { parents } = fields.value;
  if (parents.length > 1) return refuse('packet/not-a-chain', { parents }, 'parents');
  return { ok: true, value: new Packet(KEY, fields.value) };
}

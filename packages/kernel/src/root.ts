import {
  asRootId,
  bytesOf,
  type CborReader,
  type CborWriter,
  fragment,
  type RawContentId,
  type Result,
  type RootId,
  rawContentId,
  type U64,
} from '@ken/address';
import type { BytesCode, RootCode } from './codes.ts';
import { bytesOfRecord, decodeRecord, idOfRecord, type Layout } from './layout.ts';
import { attempt, type Form, parsedRaw, RecordReader } from './record.ts';
import { jsonU64 } from './u64.ts';

/** What can cause a derivation. There is no model kind: what a model said causes nothing (contract, kernel "RootEvent"). */
export type RootKind = 'operator_prompt' | 'user_action' | 'harness_event';

const KINDS: readonly RootKind[] = ['operator_prompt', 'user_action', 'harness_event'];
const KIND_TEXTS = KINDS.map((kind) => fragment((writer) => writer.text(kind)));

/** The fields of a root event. */
export interface RootFields {
  readonly kind: RootKind;
  /** Names the bytes of the event itself. */
  readonly content: RawContentId;
  /** Ordinal within the session, so that the same words twice are two roots. */
  readonly seq: U64;
}

const SEQ = fragment((writer) => writer.map(3).text('seq'));
const KIND = fragment((writer) => writer.text('kind'));
const CONTENT = fragment((writer) => writer.text('content'));

const layout: Layout<RootFields, RootCode> = {
  write(writer: CborWriter, { kind, content, seq }: RootFields): void {
    writer.raw(SEQ).uint(seq).raw(KIND).text(kind).raw(CONTENT).link(content);
  },
  quick(reader: CborReader): RootFields | undefined {
    if (!reader.skip(SEQ)) return undefined;
    const seq = reader.uint();
    if (seq === undefined || !reader.skip(KIND)) return undefined;
    const kind = KINDS[reader.choose(KIND_TEXTS)];
    if (kind === undefined || !reader.skip(CONTENT)) return undefined;
    const content = reader.rawLink();
    return content === undefined ? undefined : { kind, content, seq };
  },
  read(raw: unknown, form: Form): Result<RootFields, RootCode> {
    return attempt(() => {
      const reader = new RecordReader('root/shape', form);
      const [kind, content, seq] = reader.fields(raw, '', ['kind', 'content', 'seq']);
      const word = reader.word(kind, 'kind', KINDS);
      const text = reader.id(content, 'content');
      const ordinal = reader.u64(seq, 'seq');
      return { kind: word, content: parsedRaw(text, 'content'), seq: ordinal };
    });
  },
};

// Whoever holds the key has checked the fields. It never leaves this module.
const KEY: unique symbol = Symbol('RootEvent');

/** Which event caused a derivation (contract, kernel "RootEvent"). Frozen; `mint`, `admit` and `fromBytes` make one. */
export class RootEvent implements RootFields {
  readonly kind: RootKind;
  readonly content: RawContentId;
  readonly seq: U64;
  #id: RootId | undefined;

  constructor(key: typeof KEY, fields: RootFields) {
    if (key !== KEY) throw new TypeError('a RootEvent is minted or admitted');
    this.kind = fields.kind;
    this.content = fields.content;
    this.seq = fields.seq;
    Object.freeze(this);
  }

  /**
   * The root event whose own bytes are `material`; they are hashed and not kept. Refuses with `root/shape` for another
   * kind or seq. Throws TypeError where the material is no bytes of unshared memory.
   */
  static mint(event: { kind: RootKind; material: Uint8Array; seq: U64 }): Result<RootEvent, RootCode> {
    const { material, ...rest } = event;
    return RootEvent.admit({ ...rest, content: rawContentId(bytesOf(material, 'material')) });
  }

  /**
   * The root event behind a raw value: exactly kind, content and seq, ids as text. Takes any value. Refuses with
   * `root/shape` and then `id/…` for the content.
   */
  static admit(raw: unknown): Result<RootEvent, RootCode> {
    const fields = layout.read(raw, 'json');
    return fields.ok ? { ok: true, value: new RootEvent(KEY, fields.value) } : fields;
  }

  /** The root event behind its canonical bytes. Refuses with `cbor/…` and with the codes of `admit`. */
  static fromBytes(bytes: Uint8Array): Result<RootEvent, RootCode | BytesCode> {
    const fields = decodeRecord(layout, bytes);
    return fields.ok ? { ok: true, value: new RootEvent(KEY, fields.value) } : fields;
  }

  /** Whether the value came out of a door of this class. */
  static is(value: unknown): value is RootEvent {
    return typeof value === 'object' && value !== null && #id in value;
  }

  /** The ContentId of the canonical bytes, computed once. */
  get id(): RootId {
    this.#id ??= asRootId(idOfRecord(layout, this));
    return this.#id;
  }

  /** The canonical bytes, fresh. */
  toBytes(): Uint8Array {
    if (!RootEvent.is(this)) throw new TypeError('toBytes is asked of a RootEvent');
    return bytesOfRecord(layout, this);
  }

  /** The raw form, as `admit` takes it; a seq beyond 2^53−1 is decimal text. */
  toJSON(): { kind: RootKind; content: RawContentId; seq: number | string } {
    return { kind: this.kind, content: this.content, seq: jsonU64(this.seq) };
  }
}
Object.freeze(RootEvent.prototype);
Object.freeze(RootEvent);

import {
  asRootId,
  asUnitId,
  type CborReader,
  type CborWriter,
  fragment,
  type RawContentId,
  type Result,
  type RootId,
  type UnitId,
} from '@ken/address';
import type { BytesCode, DerivationCode } from './codes.ts';
import { bytesOfRecord, decodeRecord, idOfRecord, type Layout } from './layout.ts';
import { ALL_OPS, type Op } from './op.ts';
import { attempt, type Form, parsedContent, parsedRaw, RecordReader } from './record.ts';
import { type Span, spanFacts } from './span.ts';

/** The five fields that a unit's id commits to (contract, kernel "Derivation"). */
export interface DerivationFields {
  readonly op: Op;
  /** The whole material. */
  readonly source: RawContentId;
  readonly span: Span;
  /** The bytes under the span. */
  readonly elided: RawContentId;
  /** The event that caused the derivation. */
  readonly root: RootId;
}

const BEFORE_ROOT = ALL_OPS.map((op) => fragment((writer) => writer.map(5).text('op').text(op).text('root')));
const SPAN_END = fragment((writer) => writer.text('span').map(2).text('end'));
const START = fragment((writer) => writer.text('start'));
const ELIDED = fragment((writer) => writer.text('elided'));
const SOURCE = fragment((writer) => writer.text('source'));

/** How a derivation stands in bytes and in a raw value. */
export const derivationLayout: Layout<DerivationFields, DerivationCode> = {
  write(writer: CborWriter, { op, source, span, elided, root }: DerivationFields): void {
    writer.raw(BEFORE_ROOT[ALL_OPS.indexOf(op)] as Uint8Array).link(root);
    writer.raw(SPAN_END).uint(span.end).raw(START).uint(span.start);
    writer.raw(ELIDED).link(elided).raw(SOURCE).link(source);
  },
  quick(reader: CborReader): DerivationFields | undefined {
    const op = ALL_OPS[reader.choose(BEFORE_ROOT)];
    if (op === undefined) return undefined;
    const root = reader.contentLink();
    if (root === undefined || !reader.skip(SPAN_END)) return undefined;
    const end = reader.uint();
    if (end === undefined || !reader.skip(START)) return undefined;
    const start = reader.uint();
    if (start === undefined || !reader.skip(ELIDED)) return undefined;
    const elided = reader.rawLink();
    if (elided === undefined || !reader.skip(SOURCE)) return undefined;
    const source = reader.rawLink();
    if (source === undefined) return undefined;
    return { op, source, span: Object.freeze({ start, end }), elided, root: asRootId(root) };
  },
  read(raw: unknown, form: Form): Result<DerivationFields, DerivationCode> {
    return attempt(() => {
      const reader = new RecordReader('unit/shape', form);
      return derivationFields(reader, reader.fields(raw, '', ['op', 'source', 'span', 'elided', 'root']))();
    });
  },
};

/**
 * Checks the shape of the five values of a derivation and gives the reading of their ids, which comes after the shape of
 * everything else in the record.
 */
export function derivationFields(
  reader: RecordReader,
  [op, source, span, elided, root]: readonly [unknown, unknown, unknown, unknown, unknown],
): () => DerivationFields {
  const word = reader.word(op, 'op', ALL_OPS);
  const sourceText = reader.id(source, 'source');
  const [start, end] = reader.fields(span, 'span', ['start', 'end']);
  const bounds = Object.freeze({ start: reader.u64(start, 'span.start'), end: reader.u64(end, 'span.end') });
  const elidedText = reader.id(elided, 'elided');
  const rootText = reader.id(root, 'root');
  return () => ({
    op: word,
    source: parsedRaw(sourceText, 'source'),
    span: bounds,
    elided: parsedRaw(elidedText, 'elided'),
    root: asRootId(parsedContent(rootText, 'root')),
  });
}

/** The id of a derivation, which is the id of its unit. */
export function derivationId(fields: DerivationFields): UnitId {
  return asUnitId(idOfRecord(derivationLayout, fields));
}

/** The canonical bytes of a derivation, fresh. */
export function derivationBytes(fields: DerivationFields): Uint8Array {
  return bytesOfRecord(derivationLayout, fields);
}

// Whoever holds the key has checked the fields. It never leaves this module.
const KEY: unique symbol = Symbol('Derivation');

/**
 * A derivation as it was stored: well-formed, and nothing more. It is no unit: `Unit.admit({...derivation, depth: 0, life})`
 * decides that, and there is no decoder straight to a unit (contract, kernel "Unit"). Frozen.
 */
export class Derivation implements DerivationFields {
  readonly op: Op;
  readonly source: RawContentId;
  readonly span: Span;
  readonly elided: RawContentId;
  readonly root: RootId;
  #id: UnitId | undefined;

  constructor(key: typeof KEY, fields: DerivationFields) {
    if (key !== KEY) throw new TypeError('a Derivation is read by fromBytes');
    this.op = fields.op;
    this.source = fields.source;
    this.span = fields.span;
    this.elided = fields.elided;
    this.root = fields.root;
    Object.freeze(this);
  }

  /**
   * The derivation behind its canonical bytes. Refuses with `cbor/…`, then `unit/shape` and `id/…`. Throws TypeError for
   * anything but bytes of unshared memory.
   */
  static fromBytes(bytes: Uint8Array): Result<Derivation, DerivationCode | BytesCode> {
    const fields = decodeRecord(derivationLayout, bytes);
    return fields.ok ? { ok: true, value: new Derivation(KEY, fields.value) } : fields;
  }

  /** Whether the value came out of `fromBytes`. */
  static is(value: unknown): value is Derivation {
    return typeof value === 'object' && value !== null && #id in value;
  }

  /** The ContentId of the canonical bytes, computed once. */
  get id(): UnitId {
    this.#id ??= derivationId(this);
    return this.#id;
  }

  /** The canonical bytes, fresh. */
  toBytes(): Uint8Array {
    if (!Derivation.is(this)) throw new TypeError('toBytes is asked of a Derivation');
    return derivationBytes(this);
  }

  /** The five fields as JSON has them. */
  toJSON(): { [name: string]: unknown } {
    return { op: this.op, source: this.source, span: spanFacts(this.span), elided: this.elided, root: this.root };
  }
}
Object.freeze(Derivation.prototype);
Object.freeze(Derivation);

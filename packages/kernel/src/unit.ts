import {
  parseContentId,
  type RawContentId,
  type Refused,
  type Result,
  type RootId,
  refuse,
  type UnitId,
} from '@ken/address';
import type { SealCode, UnitCode } from './codes.ts';
import { type DerivationFields, derivationBytes, derivationFields, derivationId } from './derivation.ts';
import { checkOf, depthAfter, isMintable, isOp, type Op } from './op.ts';
import { attempt, RecordReader } from './record.ts';
import { type KnownSource, sourceOf } from './source.ts';
import { isAddressed, type Span, spanFacts, spanOf } from './span.ts';

/** Whether what caused a unit still stands. Not part of the id, and so not authenticated by it (contract, kernel "Unit"). */
export type Life = 'live' | 'superseded' | 'withdrawn';

const LIVES: readonly Life[] = ['live', 'superseded', 'withdrawn'];

/** The raw form of a unit: what `admit` takes and JSON shows. */
export interface RawUnit extends Omit<DerivationFields, 'span'> {
  readonly span: { readonly start: number | string; readonly end: number | string };
  readonly depth: number;
  readonly life: Life;
}

/** The depth of source material itself. */
const SOURCE_DEPTH = 0;

// Whoever holds the key has sealed or admitted the fields. It never leaves this module, so that a literal, a cast, a copy,
// a subclass, Object.create and Reflect.construct all fail to make a Unit.
const KEY: unique symbol = Symbol('Unit');

/**
 * An omission that anyone can check against its source (contract, kernel "Unit"). Deeply frozen. `seal` and `admit` make
 * one, `withLife` another of the same id, and nothing else does, at run time too.
 */
export class Unit implements DerivationFields {
  readonly op: Op;
  readonly source: RawContentId;
  readonly span: Span;
  readonly elided: RawContentId;
  readonly root: RootId;
  /** How many generations lie between the unit and its source: 0 for all that this version admits. */
  readonly depth: number;
  readonly life: Life;
  #id: UnitId | undefined;

  constructor(key: typeof KEY, fields: DerivationFields, depth: number, life: Life, id?: UnitId) {
    if (key !== KEY) throw new TypeError('a Unit is sealed or admitted');
    this.op = fields.op;
    this.source = fields.source;
    this.span = fields.span;
    this.elided = fields.elided;
    this.root = fields.root;
    this.depth = depth;
    this.life = life;
    this.#id = id;
    Object.freeze(this);
  }

  /**
   * Derives a unit from source bytes, which are hashed and not kept. Refuses in this order: `unit/not-mintable` for any op
   * but elide; `unit/unaddressed-span` for an empty or inverted span; `unit/span-out-of-source` with start, end and
   * sourceLength in bytes; `id/…` for the root. Throws TypeError for a malformed span and for a source that is neither
   * bytes of unshared memory nor a known source.
   */
  static seal(from: { op: Op; source: Uint8Array | KnownSource; span: Span; root: RootId }): Result<Unit, SealCode> {
    const { op, root } = from;
    if (!isOp(op) || !isMintable(op)) return notMintable(op);
    const span = spanOf(from.span);
    const source = sourceOf(from.source);
    if (!isAddressed(span)) return unaddressed(span);
    const elided = source.sliceId(span);
    if (elided === undefined) {
      return refuse('unit/span-out-of-source', { ...spanFacts(span), sourceLength: source.byteLength }, 'span');
    }
    const parsed = parseContentId(root);
    if (!parsed.ok) return refuse(parsed.refusal.code, parsed.refusal.facts, 'root');
    const fields = { op, source: source.id, span, elided, root };
    return { ok: true, value: new Unit(KEY, fields, depthAfter(op, SOURCE_DEPTH), 'live') };
  }

  /**
   * Admits a raw unit of exactly seven fields, ids as text. Takes any value. Refuses in this order: `unit/shape`, `id/…`,
   * `unit/not-mintable`, `unit/depth-mismatch` with both depths, `unit/unaddressed-span`. Whether the claim is true needs
   * bytes: that is `verifyUnit`.
   */
  static admit(raw: unknown): Result<Unit, UnitCode> {
    const shape = readUnit(raw);
    if (!shape.ok) return shape;
    const { fields, depth, life } = shape.value;
    if (!isMintable(fields.op)) return notMintable(fields.op);
    const implied = depthAfter(fields.op, SOURCE_DEPTH);
    if (depth !== implied) return refuse('unit/depth-mismatch', { declared: depth, implied }, 'depth');
    if (!isAddressed(fields.span)) return unaddressed(fields.span);
    return { ok: true, value: new Unit(KEY, fields, depth, life) };
  }

  /** Whether the value came out of a door of this class. */
  static is(value: unknown): value is Unit {
    return typeof value === 'object' && value !== null && #id in value;
  }

  /** The ContentId of the derivation, computed once. */
  get id(): UnitId {
    this.#id ??= derivationId(this);
    return this.#id;
  }

  /** Whether the unit may be let go of freely: its root no longer stands. */
  get evictable(): boolean {
    return this.life !== 'live';
  }

  /** A new unit of the same id and another life. Throws TypeError for what is no life. */
  withLife(life: Life): Unit {
    if (!LIVES.includes(life)) throw new TypeError('not a life');
    // Reading the private field is also what keeps this from being called over a look-alike.
    return new Unit(KEY, this, this.depth, life, this.#id);
  }

  /** The canonical bytes of the derivation, fresh. Depth and life are not in them. */
  toBytes(): Uint8Array {
    if (!Unit.is(this)) throw new TypeError('toBytes is asked of a Unit');
    return derivationBytes(this);
  }

  /** The raw form, as `admit` takes it; bounds beyond 2^53−1 are decimal text. */
  toJSON(): RawUnit {
    const { op, source, span, elided, root, depth, life } = this;
    return { op, source, span: spanFacts(span), elided, root, depth, life };
  }
}
Object.freeze(Unit.prototype);
Object.freeze(Unit);

function readUnit(raw: unknown): Result<{ fields: DerivationFields; depth: number; life: Life }, UnitCode> {
  return attempt(() => {
    const reader = new RecordReader('unit/shape', 'json');
    const values = reader.fields(raw, '', ['op', 'source', 'span', 'elided', 'root', 'depth', 'life']);
    const [op, source, span, elided, root] = values;
    const fields = derivationFields(reader, [op, source, span, elided, root]);
    const depth = reader.u32(values[5], 'depth');
    const life = reader.word(values[6], 'life', LIVES);
    return { fields: fields(), depth, life };
  });
}

function notMintable(op: unknown): Refused<'unit/not-mintable'> {
  const facts = isOp(op) ? { op, check: checkOf(op) } : { op: typeof op === 'string' ? op : typeof op };
  return refuse('unit/not-mintable', facts, 'op');
}

function unaddressed(span: Span): Refused<'unit/unaddressed-span'> {
  return refuse('unit/unaddressed-span', spanFacts(span), 'span');
}

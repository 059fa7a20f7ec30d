import { type RawContentId, type Result, refuse } from '@ken/address';
import type { VerifyCode, VerifyWithCode } from './codes.ts';
import { type KnownSource, sourceOf } from './source.ts';
import { type Span, spanFacts, spanLength } from './span.ts';
import { Unit } from './unit.ts';

/** What a successful verdict reports; lengths in bytes. */
export interface Verified {
  readonly source: RawContentId;
  readonly span: Span;
  readonly elided: RawContentId;
  readonly elidedLength: number;
  readonly sourceLength: number;
}

/**
 * Decides whether a unit is what it says it is, against the bytes of its source; the only place where that is decided
 * (contract, kernel "verifyUnit"). Refuses in this order: `verify/source-mismatch` (declared, actual, byteLength),
 * `verify/span-out-of-bounds` (start, end, sourceLength), `verify/elision-mismatch` (declared, actual, start, end). The
 * root is not resolved. Throws TypeError for what is no Unit, and for a source that is neither bytes of unshared memory
 * nor a known source.
 */
export function verifyUnit(unit: Unit, source: Uint8Array | KnownSource): Result<Verified, VerifyCode> {
  if (!Unit.is(unit)) throw new TypeError('verifyUnit wants a Unit');
  const known = sourceOf(source);
  if (known.id !== unit.source) {
    const facts = { declared: unit.source, actual: known.id, byteLength: known.byteLength };
    return refuse('verify/source-mismatch', facts, 'source');
  }
  const intact = known.sliceHas(unit.span, unit.elided);
  if (intact === undefined) {
    const facts = { ...spanFacts(unit.span), sourceLength: known.byteLength };
    return refuse('verify/span-out-of-bounds', facts, 'span');
  }
  if (!intact) {
    const facts = { declared: unit.elided, actual: known.sliceId(unit.span) ?? null, ...spanFacts(unit.span) };
    return refuse('verify/elision-mismatch', facts, 'elided');
  }
  return {
    ok: true,
    value: Object.freeze({
      source: unit.source,
      span: unit.span,
      elided: unit.elided,
      elidedLength: Number(spanLength(unit.span)),
      sourceLength: known.byteLength,
    }),
  };
}

/**
 * As `verifyUnit`, with bytes (or a known source) that `resolve` fetches by the id of the unit's source; what it gives is
 * not trusted. First refuses with `verify/source-unavailable` (id, reason) where it throws or gives anything else. Throws
 * TypeError for what is no Unit or no function.
 */
export function verifyUnitWith(
  unit: Unit,
  resolve: (id: RawContentId) => Uint8Array | KnownSource,
): Result<Verified, VerifyWithCode> {
  if (!Unit.is(unit)) throw new TypeError('verifyUnitWith wants a Unit');
  if (typeof resolve !== 'function') throw new TypeError('a resolver is a function');
  const id = unit.source;
  let source: KnownSource;
  try {
    source = sourceOf(resolve(id));
  } catch (error) {
    return refuse('verify/source-unavailable', { id, reason: messageOf(error) }, 'source');
  }
  return verifyUnit(unit, source);
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'unreadable error';
  }
}

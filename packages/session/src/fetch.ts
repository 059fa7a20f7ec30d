import type { ContentId } from '@ken/address';
import { verifyUnit } from '@ken/kernel';
import { kindOf, nameOf } from './kinds.ts';
import type { Objects } from './objects.ts';
import { refused, type SessionResult } from './refusal.ts';
import { unitFrom } from './units.ts';
import { need } from './walk.ts';

/**
 * Gives back what a unit left out: exactly its bytes, after the unit was verified against its source.
 *
 * @returns a copy of the bytes; refused with `run/missing-object`, with `object/wrong-kind` for an id that names no unit, or
 *   with the codes of Unit.admit and verifyUnit
 */
export const fetchUnit = async (objects: Objects, id: ContentId): Promise<SessionResult<Uint8Array>> => {
  const stored = await need(objects, id);
  if (!stored.ok) return stored;
  const kind = kindOf(id, stored.value);
  if (!kind.ok) return kind;
  if (kind.value !== 'unit') return refused('object/wrong-kind', { id, found: nameOf(kind.value), wanted: 'a unit' });
  const unit = unitFrom(stored.value);
  if (!unit.ok) return unit;
  const source = await need(objects, unit.value.source);
  if (!source.ok) return source;
  const verified = verifyUnit(unit.value, source.value);
  if (!verified.ok) return verified;
  return { ok: true, value: source.value.slice(Number(unit.value.span.start), Number(unit.value.span.end)) };
};

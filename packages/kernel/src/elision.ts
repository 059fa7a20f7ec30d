import { type Fact, type Refused, type Result, refuse } from '@ken/address';
import type { ElisionCode } from './codes.ts';
import { Event } from './event.ts';
import { kindName } from './event-kind.ts';
import type { KnownSource } from './source.ts';
import { Unit } from './unit.ts';
import { type Verified, verifyUnit } from './verify.ts';

/**
 * Decides whether an event elides exactly this unit from exactly this source event, and then whether the unit is what it
 * says (contract, kernel "Event"). Refuses with `elision/mismatch`, whose facts name the field and both sides, then as
 * `verifyUnit` does. Throws TypeError for what is no Event or Unit, and for a source that `verifyUnit` does not take.
 */
export function verifyElision(claim: {
  event: Event;
  unit: Unit;
  sourceEvent: Event;
  bytes: Uint8Array | KnownSource;
}): Result<Verified, ElisionCode> {
  const { event, unit, sourceEvent, bytes } = claim;
  if (!Event.is(event) || !Event.is(sourceEvent)) throw new TypeError('verifyElision wants Events');
  if (!Unit.is(unit)) throw new TypeError('verifyElision wants a Unit');
  const { kind } = event;
  if (typeof kind === 'string' || !('elision' in kind)) return mismatch('kind', kindName(kind), 'elision');
  if (kind.elision.unit !== unit.id) return mismatch('unit', kind.elision.unit, unit.id);
  if (event.root !== unit.root) return mismatch('root', event.root, unit.root);
  if (!event.sources.includes(sourceEvent.id)) return mismatch('sources', event.sources, sourceEvent.id);
  if (sourceEvent.payload !== unit.source) return mismatch('source', sourceEvent.payload, unit.source);
  return verifyUnit(unit, bytes);
}

function mismatch(field: string, declared: Fact, actual: Fact): Refused<'elision/mismatch'> {
  return refuse('elision/mismatch', { field, declared, actual });
}

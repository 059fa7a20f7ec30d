import { Derivation, type Life, Unit } from '@ken/kernel';
import type { SessionResult } from './refusal.ts';

/**
 * Admits the unit that some stored derivation bytes are, with depth 0 and the life given.
 * Refused with the codes of `Derivation.fromBytes` and `Unit.admit`.
 */
export const unitFrom = (stored: Uint8Array, life: Life = 'live'): SessionResult<Unit> => {
  const derivation = Derivation.fromBytes(stored);
  if (!derivation.ok) return derivation;
  const { op, source, span, elided, root } = derivation.value;
  return Unit.admit({ op, source, span, elided, root, depth: 0, life });
};

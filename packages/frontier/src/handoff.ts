import { HANDOFF_SCHEMA, type Handoff, type MaterialRef } from './documents.ts';
import type { Faults } from './faults.ts';
import { readPacket } from './packet.ts';
import { reading } from './read.ts';
import { accept, type Result } from './result.ts';
import { summarise } from './summary.ts';

/** How many refs a hand-off has at most (frontier, hand-off). */
const MOST_REFS = 4;

/**
 * What a successor gets of a frontier: counts and at most four references, in the frontier's order. Counts are made
 * from the items, never taken from the packet's summary. Takes an untrusted packet; the projection is deeply frozen
 * and shares nothing with it. Refuses another schema, an unknown state or relation, and unsafe text.
 * (frontier, hand-off)
 */
export function projectHandoff(frontier: unknown): Result<Handoff> {
  return reading((faults) => {
    const handoff = handoffOf(frontier, '', faults);
    return handoff === undefined ? faults.refused() : accept(handoff);
  });
}

/** The projection, or undefined beside its faults; they must have been none before. */
export function handoffOf(frontier: unknown, path: string, faults: Faults): Handoff | undefined {
  const items = readPacket(frontier, path, faults);
  if (!faults.none) return undefined;
  const refs = items
    .slice(0, MOST_REFS)
    .map(
      ({ material_id, relation, purpose }): MaterialRef =>
        Object.freeze(purpose === '' ? { material_id, relation } : { material_id, relation, purpose }),
    );
  return Object.freeze({
    schema_version: HANDOFF_SCHEMA,
    summary: summarise(items.map(({ state }) => state)),
    material_ref_count: items.length,
    material_refs: Object.freeze(refs),
    material_refs_truncated: items.length > MOST_REFS,
  });
}

import { readAuthority, readRegistered } from './authority.ts';
import { readBoundaries } from './boundaries.ts';
import { isPlain, kindOf, own, reading } from './read.ts';
import { accept, type Result } from './result.ts';
import { type Barrier, barrierOf } from './state.ts';
import { collapse } from './white-space.ts';

/** A material as the authority of a goal registers it. */
export interface RegisteredMaterial {
  readonly material_id: string;
  /** Empty where none is registered. */
  readonly revision: string;
  /** What keeps it from being read from here; null where nothing does. */
  readonly barrier: Barrier | null;
}

/**
 * The materials that the authority of a goal registers, in its order, and whether each can be read from here by its
 * boundary and gate (frontier, state 2). Whether anybody has to read one, or has, is the frontier's to say.
 *
 * @param goal - `authority_registry` and `available_boundaries` by their wire names, untrusted
 * @param only - the id of the one material that is asked for; of the others nothing but the ids is read
 * @returns deeply frozen; nothing for an id that is not registered. Refused as `buildFrontier` refuses these inputs.
 */
export function registeredMaterials(goal: unknown, only?: string): Result<readonly RegisteredMaterial[]> {
  return reading((faults) => {
    if (!isPlain(goal)) {
      faults.add('frontier/not-an-object', '', { found: kindOf(goal) });
      return faults.refused();
    }
    const authority = readAuthority(own(goal, 'authority_registry'), faults);
    const available = readBoundaries(own(goal, 'available_boundaries'), faults);
    const materials: RegisteredMaterial[] = [];
    for (const [material_id, entry] of authority?.materials ?? []) {
      if (only !== undefined && material_id !== collapse(only)) continue;
      const registered = readRegistered(entry, faults);
      const { revision } = registered;
      materials.push(Object.freeze({ material_id, revision, barrier: barrierOf(registered, available) }));
    }
    return faults.none ? accept(Object.freeze(materials)) : faults.refused();
  });
}

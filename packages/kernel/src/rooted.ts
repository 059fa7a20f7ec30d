import type { RootId } from '@ken/address';
import { RootEvent } from './root.ts';
import { Unit } from './unit.ts';

/**
 * Whether a unit's root resolves to a root event of that id. A unit without one may verify all the same: it is an orphan,
 * and whether it was fabricated cannot be excluded. A resolver that throws, or gives anything but that root event, has not
 * resolved it. Throws TypeError for what is no Unit or no function.
 */
export function isRooted(unit: Unit, resolve: (id: RootId) => RootEvent | undefined): boolean {
  if (!Unit.is(unit)) throw new TypeError('isRooted wants a Unit');
  if (typeof resolve !== 'function') throw new TypeError('a resolver is a function');
  try {
    const root: unknown = resolve(unit.root);
    return RootEvent.is(root) && root.id === unit.root;
  } catch {
    return false;
  }
}

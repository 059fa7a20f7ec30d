import { isArray, isObject } from '../json/field.ts';
import type { Shape } from '../json/shape.ts';
import { ENTRY, nextOf, type Scanned } from '../json/tape.ts';

const NOTHING: readonly never[] = Object.freeze([]);

/**
 * Reads each object of a list by a shape, in order.
 *
 * @param list the entry of the list; what is none, or absent (-1), holds nothing
 * @param see is told that the shape was read, and of which object
 * @param other is told of the positions of what is no object
 * @returns the positions of objects in which a key stands twice: they are not to be interpreted
 */
export function eachObject(
  scanned: Scanned,
  list: number,
  shape: Pick<Shape<string>, 'read'>,
  see: (position: number) => void,
  other?: (position: number) => void,
): readonly number[] {
  if (!isArray(scanned, list)) {
    return NOTHING;
  }
  let ambiguous: number[] | null = null;
  let position = 0;
  const end = nextOf(scanned.tape, list);
  for (let item = list + ENTRY; item < end; item = nextOf(scanned.tape, item)) {
    if (!isObject(scanned, item)) {
      other?.(position);
    } else if (shape.read(scanned, item)) {
      see(position);
    } else {
      ambiguous ??= [];
      ambiguous.push(position);
    }
    position += 1;
  }
  return ambiguous ?? NOTHING;
}

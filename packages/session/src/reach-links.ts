import { Link, type Value } from '@ken/address';
import type { ObjectId } from '@ken/store';
import { isRawId, type ObjectKind } from './kinds.ts';

/** An object that another one names, and what kind of object is named there; null where the place does not tell. */
export interface Linked {
  readonly id: ObjectId;
  readonly kind: ObjectKind | null;
}

// What stands under a key, wherever that is: docs/format.md, "Objects" and "Run node".
const named: { readonly [key: string]: ObjectKind } = {
  root: 'root',
  unit: 'unit',
  units: 'unit',
  sources: 'event',
  chunks: 'table',
  frame: 'table',
  ending: 'table',
  rows: 'event',
  'events.last': 'event',
  'packets.last': 'packet',
};

const kindAt = (above: string, key: string, within: ObjectKind | null): ObjectKind | null =>
  key === 'parents' ? within : (named[key] ?? named[`${above}.${key}`] ?? null);

// Of a unit: bytes inside of its source, which are no object of their own.
const elided = 'elided';

/**
 * Every object that a decoded value names, wherever in it, whatever the value is: so that objects of a kind that is not
 * known here are followed too.
 *
 * @param within - the kind of object that the value is, as far as that is known
 */
export function* linksOf(value: Value, within: ObjectKind | null, key = '', above = ''): Generator<Linked> {
  if (key === elided) return;
  if (value instanceof Link) {
    yield { id: value.id, kind: isRawId(value.id) ? 'source' : kindAt(above, key, within) };
  } else if (Array.isArray(value)) {
    for (const one of value as readonly Value[]) yield* linksOf(one, within, key, above);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [name, one] of Object.entries(value)) yield* linksOf(one, within, name, key);
  }
}

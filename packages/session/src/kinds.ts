import { decode, Link, type RawContentId, type Value } from '@ken/address';
import type { ObjectId } from '@ken/store';
import { refused, type SessionResult } from './refusal.ts';
import { claimsRun } from './run.ts';

/** The kinds of object that a run is made of. */
export type ObjectKind = 'source' | 'unit' | 'root' | 'packet' | 'event' | 'run' | 'table';

/** Whether an id names bytes as they are, and not a value. */
export const isRawId = (id: ObjectId): id is RawContentId => id.startsWith('bafkr4i');

/** What people call an object of a kind: a run is named by its head. */
export const nameOf = (kind: ObjectKind): string =>
  kind === 'run' ? 'head' : kind === 'table' ? 'part of a table' : kind;

const keysOf = (value: Value | undefined): readonly string[] =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Link)
    ? Object.keys(value)
    : [];

/**
 * Says what kind of object some bytes claim to be, by their keys alone. The kind settles which door judges them: an object
 * that its door refuses is reported as that refusal and is never tried as another kind.
 *
 * @returns the kind; refused with the code of the codec, or with `object/unknown-kind`
 */
export const kindOf = (id: ObjectId, bytes: Uint8Array): SessionResult<ObjectKind> => {
  if (isRawId(id)) return { ok: true, value: 'source' };
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const { value } = decoded;
  const keys = keysOf(value);
  const is = (kind: ObjectKind): SessionResult<ObjectKind> => ({ ok: true, value: kind });
  if (keys.includes('op') && keys.includes('elided')) return is('unit');
  if (keys.includes('rows') && keys.includes('schema')) return is('table');
  if (keys.includes('content') && keys.includes('seq')) return is('root');
  if (keys.includes('payload') && keys.includes('parents')) {
    const payload = (value as { readonly payload: Value }).payload;
    const body = keysOf(payload);
    if (claimsRun(payload)) return is('run');
    if (body.includes('units')) return is('packet');
    if (body.includes('origin')) return is('event');
  }
  return refused('object/unknown-kind', { id, keys: keys.slice(0, 8).join(', ') });
};

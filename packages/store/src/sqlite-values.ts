import { type ContentId, parseContentId, parseRawContentId } from '@ken/address';
import { checkBytes } from './check.ts';
import { StoreError } from './error.ts';
import type { ObjectId } from './store.ts';

// What comes out of a damaged file can be anything, so each value is checked before it is taken for what it should be.

/** The bytes of an object, plain and alone in their memory, or `store/corrupt`. They are not hashed. */
export const bytesOf = (id: string, value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new StoreError('store/corrupt', { id });
  const alone = value.byteLength === value.buffer.byteLength;
  return alone ? new Uint8Array(value.buffer) : Uint8Array.from(value);
};

/** As `bytesOf`, and hashed; undefined where nothing is stored. */
export const checked = (id: ObjectId, stored: unknown): Uint8Array | undefined => {
  if (stored === undefined) return undefined;
  const bytes = bytesOf(id, stored);
  checkBytes(id, bytes, 'stored');
  return bytes;
};

/** The head of a branch, or `store/corrupt`, which names the branch. */
export const headOf = (branch: string, value: unknown): ContentId => {
  const parsed = typeof value === 'string' ? parseContentId(value) : undefined;
  if (!parsed?.ok) throw new StoreError('store/corrupt', { branch });
  return parsed.value;
};

/** An id of either kind, or `store/corrupt`. */
export const idOf = (value: unknown): ObjectId => {
  if (typeof value === 'string') {
    const parsed = value.startsWith('bafk') ? parseRawContentId(value) : parseContentId(value);
    if (parsed.ok) return parsed.value;
  }
  throw new StoreError('store/corrupt');
};

/** The name of a branch, a stream or a writer, or `store/corrupt`: a flipped bit makes another type of it. */
export const nameOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new StoreError('store/corrupt');
  return value;
};

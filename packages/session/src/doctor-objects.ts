import { type Examined, type FullStore, type ObjectId, StoreError } from '@ken/store';
import type { Objects } from './objects.ts';

/** An object of which the bytes are not there as they should be, however that was found out. */
export interface Damaged {
  /** Its id, as far as that is known: perhaps only the beginning of one, or null. */
  readonly id: string | null;
  readonly error: StoreError;
}

/** What was looked at, in objects and bytes. */
export interface Examination {
  readonly objects: number;
  readonly bytes: number;
  readonly damaged: readonly Damaged[];
}

/** Hashes every object of a store, reached or not. Memory grows with the damage alone. */
export const examineObjects = async (
  store: FullStore,
  progress: (done: { readonly objects: number; readonly bytes: number }) => void,
): Promise<Examination> => {
  let objects = 0;
  let bytes = 0;
  const damaged: Damaged[] = [];
  const see = (one: Examined): void => {
    if (!one.ok) {
      damaged.push({ id: one.id, error: one.error });
      return;
    }
    objects += 1;
    bytes += one.bytes.length;
    if (objects % 1024 === 0) progress({ objects, bytes });
  };
  for await (const one of store.examine()) see(one);
  return { objects, bytes, damaged };
};

/** A store of which whatever cannot be read is damaged: to a doctor a sector that gives an error is as lost as a wrong one. */
export const patient = (store: Objects): Objects => {
  const asDamage = (failure: unknown, id?: ObjectId): never => {
    if (failure instanceof StoreError && failure.code === 'store/io')
      throw new StoreError('store/corrupt', { ...failure.facts, ...(id === undefined ? {} : { id }) }, failure);
    throw failure;
  };
  return {
    get: (id) => store.get(id).catch((failure: unknown) => asDamage(failure, id)),
    getMany: (ids) => store.getMany(ids).catch((failure: unknown) => asDamage(failure)),
  };
};

import { contentId, rawContentId } from '@ken/address';
import { expect } from 'vitest';
import { type ObjectId, type Store, StoreError, type StoreErrorCode, type StoreFacts } from '../src/index.ts';

const utf8 = new TextEncoder();

export const bytesOf = (text: string): Uint8Array => utf8.encode(text);

/** A raw object that holds this text. */
export const raw = (text: string): readonly [id: ObjectId, bytes: Uint8Array] => [
  rawContentId(bytesOf(text)),
  bytesOf(text),
];

/** An object under a ContentId; a store hashes the bytes and does not ask what they encode. */
export const value = (text: string): readonly [id: ObjectId, bytes: Uint8Array] => [
  contentId(bytesOf(text)),
  bytesOf(text),
];

/** A head to move a branch to. */
export const headAt = (step: number | string) => contentId(bytesOf(`head ${step}`));

export const allBranches = async (store: Store, prefix?: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { branch } of store.branches(prefix)) names.push(branch);
  return names;
};

/** As toEqual, for more bytes than that can compare in reasonable time. */
export const expectSame = (actual: Uint8Array | undefined, wanted: Uint8Array): void => {
  expect(actual?.length).toBe(wanted.length);
  expect(Buffer.compare(actual ?? new Uint8Array(0), wanted)).toBe(0);
};

/** Expects the promise to fail with a StoreError of this code and these facts, and that the message names no path. */
export const expectFailure = async (
  attempt: Promise<unknown>,
  code: StoreErrorCode,
  facts: StoreFacts = {},
): Promise<void> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({ code, facts });
  expect(String(error)).not.toContain('/tmp');
  expect(String(error).replaceAll('store/', '')).not.toMatch(/\/|\\/);
};

import { base32Bytes, digestText, digitAt, readDigestText } from './base32.ts';
import { bytesOf } from './bytes.ts';
import { BOTH_PROFILES, CID_LENGTH, diagnoseCid, notACid, profileAt, writeCidHead } from './cid.ts';
import type { IdCode } from './codes.ts';
import { blake3Into } from './hash.ts';
import { accept, type Refused, type Result } from './result.ts';
import type { AnyId, ContentId, Profile, RawContentId } from './types.ts';

const TEXT_LENGTH = 59;
const HEAD_LENGTH = 7;
const DIGEST_AT = 4;
const HEADS = { content: 'bafyr4i', raw: 'bafkr4i' } as const satisfies Record<Profile, string>;

// Nothing of a caller runs between a write to this and the read of it.
const digest = new Uint8Array(32);
const NO_IDS: readonly never[] = Object.freeze([]);

/**
 * The ContentId of canonical DAG-CBOR bytes. Hashes what it is given: whether the bytes are canonical is `decode`'s
 * question (contract, content §1). Throws TypeError for anything but bytes of unshared memory.
 */
export function contentId(bytes: Uint8Array): ContentId {
  return contentIdOf(bytesOf(bytes));
}

/** The RawContentId of any bytes (contract, content §1). Throws TypeError for anything but bytes of unshared memory. */
export function rawContentId(bytes: Uint8Array): RawContentId {
  blake3Into(bytesOf(bytes), digest);
  return (HEADS.raw + digestText(digest, 0)) as RawContentId;
}

/** As `contentId`, for bytes that this library made itself. */
export function contentIdOf(bytes: Uint8Array): ContentId {
  blake3Into(bytes, digest);
  return (HEADS.content + digestText(digest, 0)) as ContentId;
}

/**
 * Reads the text of a ContentId: exactly 59 characters of lower-case base32, nothing around them (contract, content §1).
 * Refuses with `id/not-a-cid` or `id/wrong-profile`.
 */
export function parseContentId(text: unknown): Result<ContentId, IdCode> {
  return isIdText(text, 'content') ? accept(text as ContentId) : diagnoseText(text, 'content');
}

/** Reads the text of a RawContentId; form and refusals as for `parseContentId`. */
export function parseRawContentId(text: unknown): Result<RawContentId, IdCode> {
  return isIdText(text, 'raw') ? accept(text as RawContentId) : diagnoseText(text, 'raw');
}

/** The profile of an id by its text, or undefined for text that is no id of either. */
export function profileOf(text: unknown): Profile | undefined {
  if (isIdText(text, 'raw')) return 'raw';
  return isIdText(text, 'content') ? 'content' : undefined;
}

/** The binary form of an id: 36 fresh bytes. Throws TypeError for what is no id. */
export function cidBytes(id: AnyId): Uint8Array {
  const bytes = new Uint8Array(CID_LENGTH);
  writeCid(id, bytes, 0);
  return bytes;
}

/** Writes the 36 bytes of an id to `bytes` at `at`. Throws TypeError for what is no id. */
export function writeCid(id: AnyId, bytes: Uint8Array, at: number): void {
  const profile = id.startsWith(HEADS.raw) ? 'raw' : 'content';
  if (!isForm(id, profile) || !readDigestText(id, HEAD_LENGTH, bytes, at + DIGEST_AT)) {
    throw new TypeError('not an id');
  }
  writeCidHead(profile, bytes, at);
}

/**
 * Reads the binary form of an id of either profile: exactly 36 bytes. Refuses with `id/not-a-cid` or
 * `id/wrong-profile`; throws TypeError for anything but bytes of unshared memory.
 */
export function parseCidBytes(bytes: Uint8Array): Result<AnyId, IdCode> {
  const own = bytesOf(bytes);
  const profile = own.length === CID_LENGTH ? profileAt(own, 0) : undefined;
  return profile === undefined ? diagnoseCid(own, BOTH_PROFILES) : accept(cidText(profile, own, 0));
}

/** The text of the id of a profile whose 36 bytes stand at `at`; the head is not looked at again. */
export function cidText(profile: Profile, bytes: Uint8Array, at: number): AnyId {
  return (HEADS[profile] + digestText(bytes, at + DIGEST_AT)) as AnyId;
}

/**
 * Orders two ids by their digest bytes (contract, content §3), which is not the order of their texts: the digits `2` to
 * `7` stand for the largest values. Equal digests of different profiles are told apart by profile.
 */
export function compareIds(a: AnyId, b: AnyId): number {
  if (a === b) return 0;
  for (let i = HEAD_LENGTH; i < TEXT_LENGTH; i += 1) {
    const difference = digitAt(a, i) - digitAt(b, i);
    if (difference !== 0) return difference;
  }
  return a < b ? -1 : 1;
}

/** The ids as a set: ascending by digest bytes and without repeats, frozen; the list given stays as it is. */
export function idSet<T extends AnyId>(ids: readonly T[]): readonly T[] {
  if (ids.length === 0) return NO_IDS;
  const sorted = ids.length === 1 ? [...ids] : [...new Set(ids)].sort(compareIds);
  return Object.freeze(sorted);
}

function isForm(text: unknown, profile: Profile): text is string {
  return typeof text === 'string' && text.length === TEXT_LENGTH && text.startsWith(HEADS[profile]);
}

function isIdText(text: unknown, profile: Profile): boolean {
  return isForm(text, profile) && readDigestText(text, HEAD_LENGTH, digest, 0);
}

function diagnoseText(text: unknown, wanted: Profile): Refused<IdCode> {
  if (typeof text !== 'string') return notACid('not-text');
  if (!text.startsWith('b')) return notACid('multibase', { length: text.length });
  const bytes = base32Bytes(text.slice(1));
  return typeof bytes === 'string' ? notACid(bytes, { length: text.length }) : diagnoseCid(bytes, [wanted]);
}

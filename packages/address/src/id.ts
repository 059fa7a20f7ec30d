import { base32Bytes, digitAt, isDigestText } from './base32.ts';
import { bytesOf, wordsOf } from './bytes.ts';
import { BOTH_PROFILES, CID_LENGTH, diagnoseCid, notACid, profileAt } from './cid.ts';
import type { IdCode } from './codes.ts';
import { blake3 } from './hash.ts';
import { cidText, HEADS, profileOf, TEXT_LENGTH, writeCid } from './recent.ts';
import { accept, type Refused, type Result } from './result.ts';
import type { AnyId, ContentId, Profile, RawContentId } from './types.ts';

const HEAD_LENGTH = HEADS.content.length;
const DIGEST_AT = 4;
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
  return rawContentIdOf(bytesOf(bytes));
}

/**
 * As `contentId`, for the bytes from `from` to `to` of what is known to be a plain view of unshared memory. Another view of
 * exactly the same memory may be given as `words`; hashing is faster with it.
 */
export function contentIdOf(bytes: Uint8Array, from = 0, to = bytes.length, words?: DataView): ContentId {
  return cidText('content', blake3(bytes, from, to, words), 0) as ContentId;
}

/** As `rawContentId`, over what `contentIdOf` takes. */
export function rawContentIdOf(bytes: Uint8Array, from = 0, to = bytes.length, words?: DataView): RawContentId {
  return cidText('raw', blake3(bytes, from, to, words), 0) as RawContentId;
}

/** Whether an id is that of the bytes from `from` to `to`: as making their id and comparing, without making a text. */
export function isRawContentIdOf(
  id: RawContentId,
  bytes: Uint8Array,
  from = 0,
  to = bytes.length,
  words?: DataView,
): boolean {
  return isDigestText(id, HEAD_LENGTH, blake3(bytes, from, to, words), 0);
}

/**
 * Reads the text of a ContentId: exactly 59 characters of lower-case base32, nothing around them (contract, content §1).
 * Refuses with `id/not-a-cid` or `id/wrong-profile`.
 */
export function parseContentId(text: unknown): Result<ContentId, IdCode> {
  return profileOf(text) === 'content' ? accept(text as ContentId) : diagnoseText(text, 'content');
}

/** Reads the text of a RawContentId; form and refusals as for `parseContentId`. */
export function parseRawContentId(text: unknown): Result<RawContentId, IdCode> {
  return profileOf(text) === 'raw' ? accept(text as RawContentId) : diagnoseText(text, 'raw');
}

/** The binary form of an id: 36 fresh bytes. Throws TypeError for what is no id. */
export function cidBytes(id: AnyId): Uint8Array {
  const bytes = new Uint8Array(CID_LENGTH);
  writeCid(id, wordsOf(bytes), 0);
  return bytes;
}

/**
 * Reads the binary form of an id of either profile: exactly 36 bytes. Refuses with `id/not-a-cid` or
 * `id/wrong-profile`; throws TypeError for anything but bytes of unshared memory.
 */
export function parseCidBytes(bytes: Uint8Array): Result<AnyId, IdCode> {
  const own = bytesOf(bytes);
  const profile = own.length === CID_LENGTH ? profileAt(own, 0) : undefined;
  return profile === undefined ? diagnoseCid(own, BOTH_PROFILES) : accept(cidText(profile, own, DIGEST_AT));
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
  const sorted = ids.length === 1 ? [ids[0] as T] : [...new Set(ids)].sort(compareIds);
  return Object.freeze(sorted);
}

function diagnoseText(text: unknown, wanted: Profile): Refused<IdCode> {
  if (typeof text !== 'string') return notACid('not-text');
  if (!text.startsWith('b')) return notACid('multibase', { length: text.length });
  const bytes = base32Bytes(text.slice(1));
  return typeof bytes === 'string' ? notACid(bytes, { length: text.length }) : diagnoseCid(bytes, [wanted]);
}

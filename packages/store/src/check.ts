import {
  type ContentId,
  contentId,
  parseContentId,
  parseRawContentId,
  type RawContentId,
  rawContentId,
} from '@ken/address';
import { StoreError } from './error.ts';
import { checkAppend } from './log.ts';
import {
  type Commit,
  type HeadChange,
  MAX_OBJECT_BYTES,
  type ObjectId,
  type SearchQuery,
  type SourceText,
} from './store.ts';

/** Which kind of id a text is, if it is one: asked of the text, because a refusal is dear and every id comes through here. */
const isRaw = (id: string): boolean => id.startsWith('bafk');

/** Misuse unless `id` is the text of a ContentId or a RawContentId. */
export const checkId = (id: ObjectId): void => {
  const known = typeof id === 'string' && (isRaw(id) ? parseRawContentId(id) : parseContentId(id)).ok;
  if (!known) throw new TypeError('an object id is the text of a ContentId or a RawContentId');
};

/** Misuse unless `branch` is a name: text, not empty, and without lone surrogates, which storage could not give back. */
export const checkBranch = (branch: string): void => {
  if (typeof branch !== 'string' || branch === '' || !branch.isWellFormed())
    throw new TypeError('a branch name is well-formed text and not empty');
};

/** Misuse unless `prefix` is well-formed text; it may be empty. */
export const checkPrefix = (prefix: string): void => {
  if (typeof prefix !== 'string' || !prefix.isWellFormed()) throw new TypeError('a prefix is well-formed text');
};

/** Misuse unless `limit` is a count. */
export const checkLimit = (limit: number): void => {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new TypeError('a limit is a non-negative integer');
};

const checkHead = (id: ContentId): void => {
  if (typeof id !== 'string' || !parseContentId(id).ok) throw new TypeError('a head is the text of a ContentId');
};

const checkChange = ({ branch, expected, next }: HeadChange): void => {
  checkBranch(branch);
  if (expected !== null) checkHead(expected);
  if (next !== null) checkHead(next);
};

/**
 * Hashes `bytes` in the profile of `id` and fails with `store/corrupt` unless that gives `id`. `held` says whose bytes
 * they are. The bytes are neither copied nor kept.
 */
export const checkBytes = (id: ObjectId, bytes: Uint8Array, held: 'given' | 'stored'): void => {
  const actual = isRaw(id) ? rawContentId(bytes) : contentId(bytes);
  if (actual !== id) throw new StoreError('store/corrupt', { id, declared: id, actual, held });
};

const checkLength = (id: ObjectId, { length }: Uint8Array): void => {
  if (length > MAX_OBJECT_BYTES) throw new StoreError('store/too-large', { id, length, limit: MAX_OBJECT_BYTES });
};

const checkSource = (source: RawContentId): void => {
  if (typeof source !== 'string' || !parseRawContentId(source).ok)
    throw new TypeError('a source is the text of a RawContentId');
};

const checkText = (text: string): void => {
  if (typeof text !== 'string') throw new TypeError('what is searched, and what is searched for, is text');
};

const checkSourceText = ({ source, text }: SourceText): void => {
  checkSource(source);
  checkText(text);
};

/** Misuse unless the query has a text, whatever it says, a count, and no `after` or a source. */
export const checkQuery = ({ text, limit, after }: SearchQuery): void => {
  checkText(text);
  checkLimit(limit);
  if (after !== undefined) checkSource(after);
};

const checkSince = (since: number | undefined): void => {
  if (since !== undefined && (!Number.isSafeInteger(since) || since < 0))
    throw new TypeError('a number of collections is a non-negative integer');
};

/** Checks everything about a commit that can be checked without the store: misuse, then lengths, then each id against its bytes. */
export const checkCommit = ({ objects, heads = [], texts = [], entries = [], since }: Commit): void => {
  checkSince(since);
  for (const [id] of objects) checkId(id);
  for (const change of heads) checkChange(change);
  for (const text of texts) checkSourceText(text);
  for (const entry of entries) checkAppend(entry);
  for (const [id, bytes] of objects) checkLength(id, bytes);
  for (const [id, bytes] of objects) checkBytes(id, bytes, 'given');
};

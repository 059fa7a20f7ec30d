import { existsSync } from 'node:fs';
import { parseContentId, parseRawContentId } from '@ken/address';
import { sentenceOf } from '@ken/session';
import type { ObjectId, Store } from '@ken/store';
import { CommandError, exitCode } from './exit.ts';
import { errorOf } from './failures.ts';

const fullLength = 59;
/** How much of an id must be given. */
export const shortest = 12;

/** Whether a word on the command line is an id or the beginning of one, rather than the name of a file. */
export const looksLikeId = (word: string): boolean =>
  word.length <= fullLength &&
  (/^baf[yk]r4i[a-z2-7]*$/.test(word) ||
    (word.length >= 3 && ['bafyr4i', 'bafkr4i'].some((one) => one.startsWith(word))));

const parsed = (word: string): ReturnType<typeof parseRawContentId> | ReturnType<typeof parseContentId> => {
  const raw = parseRawContentId(word);
  return raw.ok ? raw : parseContentId(word);
};

/**
 * Whether a word that may also be the name of a file means an id. A word that is no id and names nothing, but could hardly be
 * meant as a file since it has neither a slash nor a dot, is wrong use.
 */
export const meansId = (word: string): boolean => {
  if (looksLikeId(word) && (word.length < fullLength || parsed(word).ok)) return true;
  if (word === '-' || /[./\\]/.test(word) || existsSync(word)) return false;
  const id = parsed(word);
  const why = id.ok ? '' : ` ${sentenceOf(id.refusal)}`;
  throw new CommandError(exitCode.usage, 'id/not-a-cid', `${word} is neither an id nor a file.${why}`);
};

/**
 * The id that a word names in a store: itself when it is whole, else the only id that begins with it.
 * A word that is no id, shorter than 12 characters, or begins several ids is wrong use; one that begins none is unknown.
 */
export const resolveId = async (store: Store, word: string): Promise<ObjectId> => {
  if (word.length >= fullLength || !looksLikeId(word)) {
    const id = parsed(word);
    if (!id.ok) throw errorOf(id.refusal);
    return id.value;
  }
  if (word.length < shortest) {
    throw new CommandError(
      exitCode.usage,
      'id/too-short',
      `${word} is too short for an id: give at least ${shortest} characters.`,
    );
  }
  const [first, second] = await store.resolve(word, 2);
  if (first === undefined)
    throw new CommandError(exitCode.no, 'id/unknown', `No id in this store begins with ${word}.`);
  if (second !== undefined) {
    throw new CommandError(
      exitCode.usage,
      'id/ambiguous',
      `Several ids begin with ${word}, among them ${first} and ${second}: give more of it.`,
    );
  }
  return first;
};

/** As `resolveId`, where only the id of a structured value can be meant. */
export const resolveContentId = async (store: Store, word: string): ReturnType<typeof contentOnly> =>
  contentOnly(await resolveId(store, word));

const contentOnly = async (id: ObjectId) => {
  const content = parseContentId(id);
  if (content.ok) return content.value;
  throw errorOf({
    code: 'object/wrong-kind',
    facts: { id, found: 'source', wanted: 'the id of something that rests on one' },
  });
};

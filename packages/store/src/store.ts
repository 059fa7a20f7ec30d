import type { ContentId, RawContentId } from '@ken/address';
import type { Claim } from './claim.ts';
import type { LogAppend, LogEntry, LogHead } from './log.ts';
import type { Upkeep } from './upkeep.ts';

/** The id of an object: of a value by its canonical encoding, or of opaque bytes. Either way it is what the bytes hash to. */
export type ObjectId = ContentId | RawContentId;

/** The length in bytes of the longest object a store takes: SQLite takes a row of 2^29 − 24 bytes, so this fits with its id. */
export const MAX_OBJECT_BYTES = 500_000_000;

/**
 * Moves one branch: `next` becomes its head if its head is `expected`, where null stands for a branch that does not exist:
 * as `expected` one that is to be made, as `next` one that is to be taken away.
 */
export interface HeadChange {
  readonly branch: string;
  readonly expected: ContentId | null;
  readonly next: ContentId | null;
}

/** What is found of a source when the store is searched: one text, which is whatever the caller says it is. */
export interface SourceText {
  readonly source: RawContentId;
  readonly text: string;
}

/** What one commit writes: objects in any order, then head changes, which apply one after another, then texts. */
export interface Commit {
  readonly objects: readonly (readonly [id: ObjectId, bytes: Uint8Array])[];
  readonly heads?: readonly HeadChange[];
  /** Of sources that are held or among `objects`. A source has one text: the first; another one changes nothing. */
  readonly texts?: readonly SourceText[];
  /** Appended to writer logs in their order, after the heads were moved. */
  readonly entries?: readonly LogAppend[];
  /**
   * What `collections` gave before the first object was written that this commit relies on. Said by whoever writes the
   * objects below a head in more than one commit: what no branch reaches yet can be removed in between.
   */
  readonly since?: number;
}

/** What is looked for in the texts. */
export interface SearchQuery {
  /** As a person writes it: words, and phrases between double quotes. Nothing in it is a command. */
  readonly text: string;
  /** How many sources at most. */
  readonly limit: number;
  /** Only what comes after this source: the last one of the answer before. */
  readonly after?: RawContentId;
}

/** One branch and the id that its head holds. */
export interface Branch {
  readonly branch: string;
  readonly head: ContentId;
}

/**
 * Objects that are written once under the id of their bytes, and branch heads that are replaced only against the head
 * expected. A store never interprets what it holds, so it does not ask whether the object under a head exists.
 *
 * Ids are the 59-character texts of content.md §1, lengths are in bytes. Every method rejects with a `StoreError` when
 * the world fails, and with a `TypeError` on misuse: a malformed id, bytes that are no Uint8Array of private memory, a
 * branch name that is empty or not well-formed Unicode, or any call but `close` after `close`.
 */
export interface Store {
  /**
   * The bytes of an object, or undefined when there is none. They are hashed on the way: bytes that no longer match
   * their id are `store/corrupt`. A fresh copy, which the caller may change.
   */
  get(id: ObjectId): Promise<Uint8Array | undefined>;

  /**
   * What `get` gives for each of these ids, in the order asked for, all as of one moment. An id may stand more than once;
   * each place has a copy of its own. All the bytes are in memory at once. Of several damaged objects the first asked for
   * is named. Cheaper than as many calls of `get`: the lock of a reading is taken once.
   */
  getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]>;

  /** Whether an object is held under this id. Its bytes are not looked at. */
  has(id: ObjectId): Promise<boolean>;

  /**
   * Writes everything or nothing; when it resolves, what it wrote is durable. Reads the commit before it returns its
   * promise, so the caller may reuse the bytes at once.
   *
   * Checked in this order: the length of each object (`store/too-large`); each id against the bytes given for it (`store/corrupt`, held `given`); bytes already stored
   * under an id against those given (`store/corrupt`, held `stored`; equal bytes are a success); each head against the
   * head expected (`store/conflict`); each entry of a log against the last one expected (`store/conflict`); the source of each text (a TypeError unless it is held by then). `since` is compared
   * before the store is looked at for anything else (`store/collected` where it is no longer so).
   *
   * Where the index of texts is damaged and that is noticed, nothing is written (`store/corrupt`, reason `texts`); the same
   * commit without its texts goes through. Where it is absent, texts are passed over: see `search`.
   */
  commit(commit: Commit): Promise<void>;

  /** The head of a branch, or undefined when there is no such branch. */
  head(branch: string): Promise<ContentId | undefined>;

  /** The branches whose name begins with `prefix`, ascending by UTF-16 code units, as they are when the first is asked for. */
  branches(prefix?: string): AsyncIterable<Branch>;

  /** The ids whose text begins with `prefix`, ascending, at most `limit` (a non-negative integer) of them. */
  resolve(prefix: string, limit: number): Promise<ObjectId[]>;

  /** How many times objects were removed from the store: see `Commit`. */
  collections(): Promise<number>;

  /** How many objects there are, and their length altogether in bytes. */
  stats(): Promise<{ objects: number; bytes: number }>;

  /** Lets go of the store. Closing again does nothing. */
  close(): Promise<void>;
}

/**
 * A store with everything that the stores of this package have, and that a store made of something else (a bundle, say)
 * may be without. Rejects as `Store` does.
 */
export interface FullStore extends Store, Upkeep {
  /**
   * The sources whose text has every word and every phrase of the query, the object that was written last first, at most
   * `limit` of them; `after` goes on where an answer ended, and gives none where no such object is held.
   *
   * A word is a run of letters, marks and digits, compared without case; in scripts without spaces each character is one.
   * Whatever else stands in a text only separates words, so `src/a.ts` is the phrase of its three parts. A query without
   * a word finds nothing.
   *
   * The index of texts is derived and not re-computed here: a hit is a hint, and damage can hide one. `store/corrupt` with
   * the reason `texts` where it is absent or the damage is noticed; objects and heads do not depend on it.
   */
  search(query: SearchQuery): Promise<RawContentId[]>;

  /**
   * Forgets every text: an empty index takes the place of one that is sound, damaged or absent. Texts come back in
   * commits, which need no objects; in which order makes no difference to the order of answers.
   */
  clearTexts(): Promise<void>;

  /** The end of a writer's log in a stream; undefined where it has no entry. Not re-computed: `entries` does that. */
  logHead(stream: string, writer: string): Promise<LogHead | undefined>;

  /** The ends of all logs, by stream and then by writer. */
  logHeads(): Promise<LogHead[]>;

  /**
   * The entries of a log from a sequence on (a count, 0 for all), each made again over the one before it, up to the end that
   * the log has when the first is asked for. `store/corrupt`, reason `log`, where one does not come out as it is stored,
   * is missing, or the last is not the end: what was given before it holds, from the first that was asked for.
   */
  entries(stream: string, writer: string, from?: number): AsyncIterable<LogEntry>;

  /** How many commits changed something. It never goes back, and says whether there is something new to look for. */
  generation(): Promise<number>;

  /**
   * Rings after each commit of this connection that is durable. What a listener throws is let go, and no commit waits for
   * it. Other processes ring nothing here: they show in `generation`.
   *
   * @returns what takes the listener away
   */
  onCommit(listener: () => void): () => void;

  /**
   * Takes a name for one holder at a time, among all processes that have this store open to write; it is given back by
   * `release`, or by the operating system when the process dies. `store/claimed` where somebody has it, this process too.
   * The store does not look at who holds a name: it is for those who agree on names.
   */
  claim(name: string): Promise<Claim>;
}

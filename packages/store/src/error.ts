/** What went wrong, one code a condition; a code is retired, never renamed. */
export type StoreErrorCode =
  | 'store/corrupt'
  | 'store/conflict'
  | 'store/collected'
  | 'store/busy'
  | 'store/claimed'
  | 'store/io'
  | 'store/full'
  | 'store/too-large'
  | 'store/absent'
  | 'store/foreign'
  | 'store/newer'
  | 'store/read-only';

/** What is known about a failure; each fact stands where it applies. Branch names are here and not in the message. */
export interface StoreFacts {
  /** The object or head that is damaged. */
  readonly id?: string;
  /** The id that bytes were declared to have. */
  readonly declared?: string;
  /** What was found instead: the id that the bytes have, or the head that the branch has (null: no such branch). */
  readonly actual?: string | null;
  /** Whose bytes do not match their id: the caller's, or those in the store. */
  readonly held?: 'given' | 'stored';
  readonly branch?: string;
  /** Whose log in which stream it is, for a conflict over a log. */
  readonly stream?: string;
  readonly writer?: string;
  /** The head that the caller expected; null for no such branch. */
  readonly expected?: string | null;
  /** The version of the schema found in the file, and the newest one that is understood here. */
  readonly version?: number;
  readonly supported?: number;
  /** The length of an object, and the greatest one that can be kept, in bytes. */
  readonly length?: number;
  readonly limit?: number;
  /**
   * The result code of SQLite or of the operating system, for example `SQLITE_BUSY` or `EACCES`. Of `store/corrupt` also
   * `schema`: the tables are not as this program makes them; and `texts`: the index that is searched is absent or damaged,
   * and nothing else is; and `index`: an object is held that cannot be found by its id; and `log`: a writer log does not come out as it is stored. Of `store/read-only` also `unfinished`: a writer ended
   * without closing, and what it left has to be put in order before the store can be read.
   */
  readonly reason?: string;
}

const MESSAGES: { readonly [code in StoreErrorCode]: (facts: StoreFacts) => string } = {
  'store/corrupt': ({ declared, actual, held, id, reason }) => {
    if (reason === 'schema') return 'the store is damaged: its tables are not exactly those that this program makes';
    if (reason === 'texts')
      return 'the index of texts is missing or damaged and has to be built again; it is derived, and nothing else is lost';
    if (reason === 'log') return 'a writer log is damaged: an entry is not what the one before it and the head say';
    if (reason === 'index') return `the index of objects is damaged: it does not lead to ${id}, which is held`;
    if (declared === undefined) return id === undefined ? 'the store is damaged' : `the store is damaged at ${id}`;
    const bytes = held === 'given' ? 'the bytes given for' : 'the bytes stored under';
    return `${bytes} ${declared} do not match it: they hash to ${actual}`;
  },
  'store/conflict': ({ expected, actual, stream }) =>
    `the ${stream === undefined ? 'branch' : 'log'} has moved on: its ${stream === undefined ? 'head' : 'last entry'} was expected to be ${expected ?? 'absent'} and is ${actual ?? 'absent'}`,
  'store/collected': () =>
    'objects that no branch reached were removed from the store while this was written; it has to be written again',
  'store/busy': () => 'another writer holds the store; try again when it is done',
  'store/claimed': () => 'somebody else is writing this run, and it has one writer at a time',
  'store/io': ({ reason }) => `the store could not be read or written${reason === undefined ? '' : ` (${reason})`}`,
  'store/full': () =>
    'there is no room left to write to the store; what was written before is kept, and nothing of this attempt',
  'store/too-large': ({ id, length, limit }) =>
    `the object ${id} is too large to be kept: it has ${length} bytes and may have ${limit} at most`,
  'store/absent': () => 'there is no store here',
  'store/foreign': () => 'this is no store of this program, and was left as it is',
  'store/newer': ({ version, supported }) =>
    `the store has schema ${version} and this program knows ${supported} at most; a newer program is needed`,
  'store/read-only': ({ reason }) =>
    reason === 'unfinished'
      ? 'a writer ended without closing the store, and what it left must be put in order before it can be read: open it ' +
        'to write, or copy it, with the files beside it that begin with its name, to where files can be written'
      : 'what was asked for needs writing, and the store cannot be written here',
};

/**
 * The world failed: a disk, a lock, a file that is not what it should be. `code` says which condition, `facts` (frozen)
 * what is known about it, `cause` what was thrown below, if anything. The message names no path.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly facts: StoreFacts;

  constructor(code: StoreErrorCode, facts: StoreFacts = {}, cause?: unknown) {
    super(MESSAGES[code](facts), cause === undefined ? undefined : { cause });
    this.code = code;
    this.facts = Object.freeze({ ...facts });
  }
}

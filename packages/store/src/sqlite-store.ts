import { type ContentId, parseRawContentId, type RawContentId } from '@ken/address';
import type { Database } from 'better-sqlite3';
import { checkBranch, checkBytes, checkCommit, checkId, checkLimit, checkPrefix, checkQuery } from './check.ts';
import type { Claim } from './claim.ts';
import { Doorbell } from './doorbell.ts';
import { StoreError } from './error.ts';
import { checkLog, type ExaminedLog, type LogEntry, type LogHead } from './log.ts';
import { claimIn } from './sqlite-claim.ts';
import { isBusy, storeErrorOf } from './sqlite-errors.ts';
import { examineBranches, examineFile, examineObjects } from './sqlite-examine.ts';
import { appendEntries, examineLogs, logEntries, logHead, logHeads } from './sqlite-logs.ts';
import { SqliteMarking } from './sqlite-marking.ts';
import { collectionsOf, counted, generationOf, hasTextIndex, renewTextIndex } from './sqlite-schema.ts';
import { placeOf, prepare, type Statements } from './sqlite-statements.ts';
import { addTexts, forgetTexts, searchTexts, tidyTexts } from './sqlite-texts.ts';
import { bytesOf, checked, headOf, idOf, nameOf } from './sqlite-values.ts';
import type { Branch, Commit, FullStore, HeadChange, ObjectId, SearchQuery } from './store.ts';
import type { Examined, ExaminedBranch, FileReport, Marking } from './upkeep.ts';

// The beginnings that ids have; a prefix that agrees with none would be looked for in the whole index.
const KINDS = ['bafkr4i', 'bafyr4i'];

const sourceOf = (value: unknown): RawContentId => {
  const parsed = typeof value === 'string' ? parseRawContentId(value) : undefined;
  if (!parsed?.ok) throw new StoreError('store/corrupt');
  return parsed.value;
};

/** A store in one SQLite file, over a connection that is open and whose schema was checked. */
export class SqliteStore implements FullStore {
  readonly #db: Database;
  readonly #sql: Statements;
  readonly #writes: boolean;
  readonly #bell = new Doorbell();
  readonly #write: (commit: Commit) => void;
  readonly #search: (query: SearchQuery) => unknown[];
  readonly #read: (ids: readonly ObjectId[]) => unknown[];

  constructor(db: Database, mode: 'read' | 'write') {
    this.#db = db;
    this.#sql = prepare(db);
    this.#writes = mode === 'write';
    // Immediate: the write lock is taken before any head is read, so that no other writer can move one in between.
    this.#write = db.transaction((commit: Commit) => {
      if (commit.since !== undefined && commit.since !== collectionsOf(db)) throw new StoreError('store/collected');
      counted(db, () => {
        for (const [id, bytes] of commit.objects) this.#put(id, bytes);
        for (const change of commit.heads ?? []) this.#move(change);
        appendEntries(db, commit.entries ?? []);
        addTexts(db, this.#sql, commit.texts ?? []);
      });
    }).immediate;
    // The lock of a reading costs half of it, and in a transaction it is taken once.
    this.#read = db.transaction((ids: readonly ObjectId[]) =>
      ids.map((id) => this.#sql.get.get(placeOf(id), id)),
    ).deferred;
    this.#search = db.transaction((query: SearchQuery) => searchTexts(db, this.#sql, query)).deferred;
  }

  #open(): void {
    if (!this.#db.open) throw new TypeError('the store is closed');
  }

  #toWrite(): void {
    this.#open();
    if (!this.#writes) throw new StoreError('store/read-only');
  }

  #ask<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      throw error instanceof TypeError ? error : storeErrorOf(error);
    }
  }

  #put(id: ObjectId, bytes: Uint8Array): void {
    const held = this.#sql.get.get(placeOf(id), id);
    if (held === undefined) {
      this.#sql.put.run(id, bytes);
      return;
    }
    const stored = bytesOf(id, held);
    // The bytes given were hashed, so those that equal them need not be.
    if (Buffer.compare(stored, bytes) !== 0) checkBytes(id, stored, 'stored');
  }

  #move({ branch, expected, next }: HeadChange): void {
    const stored = this.#sql.head.get(branch);
    const actual = stored === undefined ? null : headOf(branch, stored);
    if (actual !== expected) throw new StoreError('store/conflict', { branch, expected, actual });
    if (next === null) this.#sql.drop.run(branch);
    else this.#sql.move.run(branch, next);
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    this.#open();
    checkId(id);
    const stored = this.#ask(() => this.#sql.get.get(placeOf(id), id));
    return checked(id, stored);
  }

  async getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    this.#open();
    const asked = [...ids];
    for (const id of asked) checkId(id);
    // Hashed after the lock is given back.
    const stored = this.#ask(() => this.#read(asked));
    return asked.map((id, at) => checked(id, stored[at]));
  }

  async has(id: ObjectId): Promise<boolean> {
    this.#open();
    checkId(id);
    return this.#ask(() => this.#sql.has.get(placeOf(id), id)) !== undefined;
  }

  async commit(commit: Commit): Promise<void> {
    this.#open();
    checkCommit(commit);
    this.#toWrite();
    this.#ask(() => this.#write(commit));
    this.#bell.ring();
  }

  async head(branch: string): Promise<ContentId | undefined> {
    this.#open();
    checkBranch(branch);
    const stored = this.#ask(() => this.#sql.head.get(branch));
    return stored === undefined ? undefined : headOf(branch, stored);
  }

  async *branches(prefix = ''): AsyncGenerator<Branch> {
    this.#open();
    checkPrefix(prefix);
    // SQLite orders by UTF-8, where the names with one prefix stand together too, but not in the order of code units.
    const names: Branch[] = [];
    for (const { branch: name, id } of this.#ask(() => this.#sql.heads.all(prefix))) {
      const branch = nameOf(name);
      if (!branch.startsWith(prefix)) break;
      names.push({ branch, head: headOf(branch, id) });
    }
    names.sort((a, b) => (a.branch < b.branch ? -1 : 1));
    yield* names;
  }

  async resolve(prefix: string, limit: number): Promise<ObjectId[]> {
    this.#open();
    checkPrefix(prefix);
    checkLimit(limit);
    if (!KINDS.some((kind) => kind.startsWith(prefix) || prefix.startsWith(kind))) return [];
    const place = placeOf(prefix);
    // '{' follows 'z', the greatest character of an id.
    return this.#ask(() => this.#sql.resolve.all(place, `${place}{`, prefix, `${prefix}{`, limit)).map(idOf);
  }

  async search(query: SearchQuery): Promise<RawContentId[]> {
    this.#open();
    checkQuery(query);
    return this.#ask(() => this.#search(query)).map(sourceOf);
  }

  async clearTexts(): Promise<void> {
    this.#toWrite();
    this.#ask(() => renewTextIndex(this.#db));
  }

  async stats(): Promise<{ objects: number; bytes: number }> {
    this.#open();
    const { objects, bytes } = this.#ask(() => this.#sql.stats.get()) ?? { objects: 0, bytes: 0 };
    return { objects, bytes };
  }

  async collections(): Promise<number> {
    this.#open();
    return this.#ask(() => collectionsOf(this.#db));
  }

  async logHead(stream: string, writer: string): Promise<LogHead | undefined> {
    this.#open();
    checkLog(stream, writer);
    return this.#ask(() => logHead(this.#db, stream, writer));
  }

  async logHeads(): Promise<LogHead[]> {
    this.#open();
    return this.#ask(() => logHeads(this.#db));
  }

  async *entries(stream: string, writer: string, from = 0): AsyncGenerator<LogEntry> {
    this.#open();
    checkLog(stream, writer);
    checkLimit(from);
    const entries = logEntries(this.#db, stream, writer, from);
    for (;;) {
      const next = this.#ask(() => entries.next());
      if (next.done === true) return;
      yield next.value;
      this.#open();
    }
  }

  async generation(): Promise<number> {
    this.#open();
    return this.#ask(() => generationOf(this.#db));
  }

  onCommit(listener: () => void): () => void {
    this.#open();
    return this.#bell.on(listener);
  }

  async examineLogs(): Promise<readonly ExaminedLog[]> {
    this.#open();
    return this.#ask(() => examineLogs(this.#db));
  }

  async *examine(): AsyncGenerator<Examined> {
    this.#open();
    yield* examineObjects(this.#db, this.#sql);
  }

  async examineBranches(): Promise<readonly ExaminedBranch[]> {
    this.#open();
    return this.#ask(() => examineBranches(this.#db));
  }

  async examineFile(): Promise<FileReport> {
    this.#open();
    return this.#ask(() => examineFile(this.#db));
  }

  async marking(): Promise<Marking> {
    this.#open();
    return new SqliteMarking(this.#db, this.#sql, (question) => {
      this.#open();
      return this.#ask(question);
    });
  }

  async reindex(): Promise<void> {
    this.#toWrite();
    this.#ask(() => this.#db.exec('REINDEX object; REINDEX head'));
  }

  async discard(ids: readonly ObjectId[]): Promise<number> {
    this.#toWrite();
    for (const id of ids) checkId(id);
    return this.#ask(() => this.#db.transaction(() => discard(this.#db, this.#sql, ids)).immediate());
  }

  async compact(): Promise<void> {
    this.#toWrite();
    this.#ask(() => {
      if (hasTextIndex(this.#db)) tidyTexts(this.#db);
      this.#db.exec('VACUUM');
    });
  }

  async claim(name: string): Promise<Claim> {
    checkBranch(name);
    this.#toWrite();
    return claimIn(this.#db.name, name);
  }

  async close(): Promise<void> {
    if (!this.#db.open) return;
    this.#ask(() => {
      try {
        if (this.#writes) leaveLog(this.#db);
      } finally {
        this.#db.close();
      }
    });
  }
}

/** Removes what stands under ids that are not those of its bytes, with its texts, and gives how many there were. */
const discard = (db: Database, sql: Statements, ids: readonly ObjectId[]): number => {
  const rotten = ids.flatMap((id) => {
    const number = sql.number.get(placeOf(id), id);
    return number === undefined || isSound(sql, id) ? [] : [BigInt(number)];
  });
  if (rotten.length === 0) return 0;
  if (hasTextIndex(db)) forgetTexts(db, rotten);
  const remove = db.prepare<[bigint]>('DELETE FROM object WHERE number = ?');
  for (const number of rotten) remove.run(number);
  // Whoever is writing may have met such an object and taken it for written.
  db.prepare('UPDATE collection SET count = count + 1').run();
  db.prepare('UPDATE generation SET count = count + 1').run();
  return rotten.length;
};

const isSound = (sql: Statements, id: ObjectId): boolean => {
  try {
    return checked(id, sql.get.get(placeOf(id), id)) !== undefined;
  } catch (thrown) {
    if (storeErrorOf(thrown).code === 'store/corrupt') return false;
    throw thrown;
  }
};

/** Puts the log away, so that the store is one file. Not while somebody else reads or writes: the last one does it. */
const leaveLog = (db: Database): void => {
  db.pragma('busy_timeout = 0');
  try {
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
};

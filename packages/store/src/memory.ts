import { type ContentId, parseRawContentId, type RawContentId } from '@ken/address';
import { checkBranch, checkCommit, checkId, checkLimit, checkPrefix, checkQuery } from './check.ts';
import { type Claim, Claims } from './claim.ts';
import { Doorbell } from './doorbell.ts';
import { StoreError } from './error.ts';
import { checkLog, type ExaminedLog, type LogEntry, type LogHead } from './log.ts';
import { MemoryLogs } from './memory-logs.ts';
import { MemoryMarking } from './memory-marking.ts';
import type { Branch, Commit, FullStore, ObjectId, SearchQuery } from './store.ts';
import type { Examined, ExaminedBranch, FileReport, Marking } from './upkeep.ts';
import { phrasesOf, wordsOf } from './words.ts';

const isRaw = (id: ObjectId): id is RawContentId => parseRawContentId(id).ok;

class MemoryStore implements FullStore {
  readonly #objects = new Map<ObjectId, Uint8Array>();
  /** The words of each text, with a space before and after each word. */
  readonly #texts = new Map<ObjectId, string>();
  readonly #heads = new Map<string, ContentId>();
  readonly #claims = new Claims();
  readonly #logs = new MemoryLogs();
  readonly #bell = new Doorbell();
  #collections = 0;
  #generation = 0;
  #closed = false;

  #open(): void {
    if (this.#closed) throw new TypeError('the store is closed');
  }

  async get(id: ObjectId): Promise<Uint8Array | undefined> {
    this.#open();
    checkId(id);
    // Not hashed again: nobody else can reach these bytes, and a test that needs them to rot has a file to damage.
    return this.#objects.get(id)?.slice();
  }

  async getMany(ids: readonly ObjectId[]): Promise<(Uint8Array | undefined)[]> {
    this.#open();
    for (const id of ids) checkId(id);
    return ids.map((id) => this.#objects.get(id)?.slice());
  }

  async has(id: ObjectId): Promise<boolean> {
    this.#open();
    checkId(id);
    return this.#objects.has(id);
  }

  async commit(commit: Commit): Promise<void> {
    this.#open();
    checkCommit(commit);
    if (commit.since !== undefined && commit.since !== this.#collections) throw new StoreError('store/collected');
    const moved = new Map<string, ContentId | null>();
    for (const { branch, expected, next } of commit.heads ?? []) {
      const actual = (moved.has(branch) ? moved.get(branch) : this.#heads.get(branch)) ?? null;
      if (actual !== expected) throw new StoreError('store/conflict', { branch, expected, actual });
      moved.set(branch, next);
    }
    const appended = this.#logs.prepare(commit.entries ?? []);
    const given = new Set(commit.objects.map(([id]) => id));
    for (const { source } of commit.texts ?? [])
      if (!given.has(source) && !this.#objects.has(source))
        throw new TypeError('a text is of a source that is held, or written in the same commit');
    let changed = appended.length + moved.size > 0;
    for (const [id, bytes] of commit.objects) {
      if (this.#objects.has(id)) continue;
      this.#objects.set(id, new Uint8Array(bytes));
      changed = true;
    }
    for (const [branch, head] of moved) {
      if (head === null) this.#heads.delete(branch);
      else this.#heads.set(branch, head);
    }
    this.#logs.append(appended);
    for (const { source, text } of commit.texts ?? []) {
      if (this.#texts.has(source)) continue;
      this.#texts.set(source, ` ${wordsOf(text)} `);
      changed = true;
    }
    if (changed) this.#generation += 1;
    this.#bell.ring();
  }

  async logHead(stream: string, writer: string): Promise<LogHead | undefined> {
    this.#open();
    checkLog(stream, writer);
    return this.#logs.head(stream, writer);
  }

  async logHeads(): Promise<LogHead[]> {
    this.#open();
    return this.#logs.heads();
  }

  async *entries(stream: string, writer: string, from = 0): AsyncGenerator<LogEntry> {
    this.#open();
    checkLog(stream, writer);
    checkLimit(from);
    yield* this.#logs.entries(stream, writer, from);
  }

  async generation(): Promise<number> {
    this.#open();
    return this.#generation;
  }

  onCommit(listener: () => void): () => void {
    this.#open();
    return this.#bell.on(listener);
  }

  async examineLogs(): Promise<readonly ExaminedLog[]> {
    this.#open();
    return this.#logs.heads().map(({ stream, writer, count }) => ({ stream, writer, entries: count, fault: null }));
  }

  async head(branch: string): Promise<ContentId | undefined> {
    this.#open();
    checkBranch(branch);
    return this.#heads.get(branch);
  }

  async *branches(prefix = ''): AsyncGenerator<Branch> {
    this.#open();
    checkPrefix(prefix);
    const names = [...this.#heads].filter(([branch]) => branch.startsWith(prefix));
    names.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [branch, head] of names) yield { branch, head };
  }

  async resolve(prefix: string, limit: number): Promise<ObjectId[]> {
    this.#open();
    checkPrefix(prefix);
    checkLimit(limit);
    const ids = [...this.#objects.keys()].filter((id) => id.startsWith(prefix));
    return ids.sort().slice(0, limit);
  }

  async search(query: SearchQuery): Promise<RawContentId[]> {
    this.#open();
    checkQuery(query);
    const { text, limit, after } = query;
    const phrases = phrasesOf(text);
    if (phrases.length === 0) return [];
    const ids = [...this.#objects.keys()].reverse();
    const rest = after === undefined ? ids : ids.slice(ids.indexOf(after) + 1 || ids.length);
    const found = rest.filter((id) => phrases.every((phrase) => this.#texts.get(id)?.includes(` ${phrase} `)));
    return found.filter(isRaw).slice(0, limit);
  }

  async clearTexts(): Promise<void> {
    this.#open();
    this.#texts.clear();
  }

  async stats(): Promise<{ objects: number; bytes: number }> {
    this.#open();
    let bytes = 0;
    for (const object of this.#objects.values()) bytes += object.length;
    return { objects: this.#objects.size, bytes };
  }

  async collections(): Promise<number> {
    this.#open();
    return this.#collections;
  }

  async *examine(): AsyncGenerator<Examined> {
    this.#open();
    for (const [id, bytes] of this.#objects) yield { ok: true, id, bytes: bytes.slice() };
  }

  async examineBranches(): Promise<readonly ExaminedBranch[]> {
    this.#open();
    return [...this.#heads].map(([branch, head]) => ({ branch, head }));
  }

  async examineFile(): Promise<FileReport> {
    this.#open();
    return { faults: [], texts: 'sound' };
  }

  async marking(): Promise<Marking> {
    this.#open();
    return new MemoryMarking({
      objects: this.#objects,
      heads: this.#heads,
      collections: () => this.#collections,
      remove: (ids) => {
        for (const id of ids) {
          this.#objects.delete(id);
          this.#texts.delete(id);
        }
        this.#collections += 1;
        this.#generation += 1;
      },
    });
  }

  async reindex(): Promise<void> {
    this.#open();
  }

  async discard(ids: readonly ObjectId[]): Promise<number> {
    this.#open();
    for (const id of ids) checkId(id);
    return 0;
  }

  async compact(): Promise<void> {
    this.#open();
  }

  async claim(name: string): Promise<Claim> {
    this.#open();
    checkBranch(name);
    const claim = this.#claims.take(name);
    if (claim === undefined) throw new StoreError('store/claimed');
    return claim;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }
}

/** A new, empty store that lives as long as the value returned: the twin of the SQLite store, for tests and short work. */
export const openMemoryStore = (): FullStore => new MemoryStore();

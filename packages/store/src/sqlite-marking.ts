import type { ContentId } from '@ken/address';
import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';
import { NumberSet } from './number-set.ts';
import { collectionsOf, hasTextIndex } from './sqlite-schema.ts';
import { placeOf, type Statements } from './sqlite-statements.ts';
import { forgetTexts } from './sqlite-texts.ts';
import { nameOf } from './sqlite-values.ts';
import type { ObjectId } from './store.ts';
import type { Marked, Marking, Swept } from './upkeep.ts';

// How much one transaction looks at and removes: little enough that whoever waits for it does not wait long.
const STEP_ROWS = 32_768;
const STEP_OBJECTS = 4096;

interface Listed {
  readonly number: number;
  readonly bytes: number;
}

/** Marks objects by their numbers, and removes those that are not marked. */
export class SqliteMarking implements Marking {
  readonly #db: Database;
  readonly #sql: Statements;
  readonly #ask: <T>(question: () => T) => T;
  readonly #marks = new NumberSet();
  readonly #horizon: number;
  readonly #list;
  readonly #steps;
  #collections: number;
  #at = 0;

  /** @param ask - runs what touches the file, and makes a store error of whatever that throws */
  constructor(db: Database, sql: Statements, ask: <T>(question: () => T) => T) {
    this.#db = db;
    this.#sql = sql;
    this.#ask = ask;
    this.#list = db.prepare<[number, number, number], Listed>(
      'SELECT number, length(bytes) AS bytes FROM object WHERE number > ? AND number <= ? ORDER BY number LIMIT ?',
    );
    const begin = db.transaction(() => ({
      collections: collectionsOf(db),
      horizon: db.prepare<[], number | null>('SELECT max(number) FROM object').pluck().get() ?? 0,
    }));
    const { collections, horizon } = ask(() => begin());
    this.#collections = collections;
    this.#horizon = horizon;
    this.#steps = db.transaction((heads: ReadonlyMap<string, ContentId>, remove: boolean) => this.#step(heads, remove));
  }

  async add(ids: readonly ObjectId[]): Promise<Marked> {
    const asked = [...ids];
    const numbers = this.#ask(() =>
      this.#db.transaction(() => asked.map((id) => this.#sql.number.get(placeOf(id), id)))(),
    );
    const fresh: ObjectId[] = [];
    const missing: ObjectId[] = [];
    for (const [at, id] of asked.entries()) {
      const number = numbers[at];
      if (number === undefined) missing.push(id);
      else if (this.#marks.add(number)) fresh.push(id);
    }
    return { fresh, missing };
  }

  async count(heads: ReadonlyMap<string, ContentId>): Promise<Swept> {
    return this.#ask(() => this.#steps.deferred(heads, false));
  }

  async sweep(heads: ReadonlyMap<string, ContentId>): Promise<Swept> {
    const swept = this.#ask(() => this.#steps.immediate(heads, true));
    // Only now is it certain that it was written.
    if (swept.objects > 0) this.#collections += 1;
    return swept;
  }

  #step(heads: ReadonlyMap<string, ContentId>, remove: boolean): Swept {
    if (collectionsOf(this.#db) !== this.#collections) throw new StoreError('store/collected');
    const unknown = this.#sql.heads.all('').some(({ branch, id }) => heads.get(nameOf(branch)) !== id);
    if (unknown) return { objects: 0, bytes: 0, done: false, moved: true };
    const listed = this.#list.all(this.#at, this.#horizon, STEP_ROWS);
    const unmarked = listed.filter(({ number }) => !this.#marks.has(number));
    const some = unmarked.slice(0, STEP_OBJECTS);
    if (remove && some.length > 0) this.#remove(some);
    const isWhole = some.length === unmarked.length;
    const last = isWhole ? listed.at(-1) : some.at(-1);
    this.#at = last?.number ?? this.#at;
    return {
      objects: some.length,
      bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
      done: isWhole && listed.length < STEP_ROWS,
      moved: false,
    };
  }

  #remove(rows: readonly Listed[]): void {
    const numbers = rows.map(({ number }) => BigInt(number));
    if (hasTextIndex(this.#db)) forgetTexts(this.#db, numbers);
    const remove = this.#db.prepare<[bigint]>('DELETE FROM object WHERE number = ?');
    for (const number of numbers) remove.run(number);
    this.#db.prepare('UPDATE collection SET count = count + 1').run();
    this.#db.prepare('UPDATE generation SET count = count + 1').run();
  }
}

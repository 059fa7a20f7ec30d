import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import { hasTextIndex } from './sqlite-schema.ts';
import { placeOf, type Statements } from './sqlite-statements.ts';
import type { SearchQuery, SourceText } from './store.ts';
import { phrasesOf, plain } from './words.ts';

// The parser copies what it has read of a conjunction at each further member, so thousands of words take seconds in a row.
const GROUP = 128;
// SQLite reads the bound of a number only where it is bound as an integer, and the binding makes a float of a number.
const ABOVE_ALL = 2n ** 63n - 1n;

const lost = (cause?: unknown): StoreError => new StoreError('store/corrupt', { reason: 'texts' }, cause);

/** Runs what touches nothing but the index: damage found there is the index's, also where its tables cannot be opened. */
const ofIndex = <T>(question: () => T): T => {
  try {
    return question();
  } catch (error) {
    throw storeErrorOf(error).code === 'store/corrupt' ? lost(error) : error;
  }
};

/** Each phrase in quotes. There is no quote to escape in one: its words are letters and digits. */
const matchOf = (phrases: readonly string[]): string => {
  const groups: string[] = [];
  for (let at = 0; at < phrases.length; at += GROUP)
    groups.push(`("${phrases.slice(at, at + GROUP).join('" AND "')}")`);
  return groups.join(' AND ');
};

/**
 * Adds texts to the index, inside the transaction of the caller; a source that has a text keeps it. Where the index is
 * absent nothing is added: it says that it is absent until it is made again, and then it has to be given everything.
 * A TypeError for a source that is not held.
 */
export const addTexts = (db: Database, sql: Statements, texts: readonly SourceText[]): void => {
  if (texts.length === 0) return;
  const numbers = texts.map(({ source }) => {
    const number = sql.number.get(placeOf(source), source);
    if (number === undefined) throw new TypeError('a text is of a source that is held, or written in the same commit');
    return BigInt(number);
  });
  if (!hasTextIndex(db)) return;
  ofIndex(() => {
    const has = db.prepare<[bigint], unknown>('SELECT 1 FROM word WHERE rowid = ?').pluck();
    const add = db.prepare<[bigint, string]>('INSERT INTO word (rowid, text) VALUES (?, ?)');
    for (const [at, { text }] of texts.entries()) {
      const number = numbers[at];
      if (number !== undefined && has.get(number) === undefined) add.run(number, plain(text));
    }
  });
};

/** The ids, unchecked, of sources whose text has every phrase of the query, the last written first. */
export const searchTexts = (db: Database, sql: Statements, { text, limit, after }: SearchQuery): unknown[] => {
  if (!hasTextIndex(db)) throw lost();
  const phrases = phrasesOf(text);
  const below = after === undefined ? ABOVE_ALL : sql.number.get(placeOf(after), after);
  if (phrases.length === 0 || below === undefined) return [];
  const find = `SELECT object.id FROM word CROSS JOIN object ON object.number = word.rowid
    WHERE word MATCH ? AND word.rowid < ? ORDER BY word.rowid DESC LIMIT ?`;
  return ofIndex(() =>
    db.prepare<[string, bigint, number], unknown>(find).pluck().all(matchOf(phrases), BigInt(below), limit),
  );
};

/** Takes the texts of objects out of the index, inside the transaction of the caller. Only where there is an index. */
export const forgetTexts = (db: Database, numbers: readonly bigint[]): void =>
  ofIndex(() => {
    const forget = db.prepare<[bigint]>('DELETE FROM word WHERE rowid = ?');
    for (const number of numbers) forget.run(number);
  });

/** Writes the index anew without what was taken out of it, which stays in it until then. Only where there is an index. */
export const tidyTexts = (db: Database): void =>
  ofIndex(() => {
    db.exec("INSERT INTO word (word) VALUES ('optimize')");
  });

import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';
import { PLACE } from './sqlite-schema.ts';

/** A row of the table of objects as it is stored. */
export interface Row {
  readonly number: bigint;
  readonly id: unknown;
  readonly bytes: unknown;
}

/** Some rows that follow one another, and where the next ones begin: null at the end. */
export interface Page {
  readonly rows: readonly Row[];
  readonly next: bigint | null;
  /** What cannot be read between the last row and `next`, if anything. */
  readonly damage: Damage | undefined;
}

/** Numbers under which nothing can be read: from the first to before the last. */
export interface Damage {
  readonly from: bigint;
  readonly to: bigint;
  readonly error: Error;
}

const PAGE_ROWS = 512;
const PAGE_BYTES = 4 * 1024 * 1024;

/** The numbers that rows can have; SQLite counts no further. */
export const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** The rows of the table of objects in the order of their numbers, past whatever in it cannot be read. */
export class Rows {
  readonly #from;
  readonly #number;
  readonly #at;
  readonly #idAt;
  readonly #index;

  constructor(db: Database) {
    // Numbers can be anything in a damaged file, and one that is rounded would be found again and again.
    const rows = 'SELECT number, id, bytes FROM object WHERE number';
    this.#from = db.prepare<[bigint], Row>(`${rows} >= ? ORDER BY number`).safeIntegers();
    this.#at = db.prepare<[bigint], Row>(`${rows} = ?`).safeIntegers();
    const number = 'SELECT number FROM object WHERE number >= ? ORDER BY number LIMIT 1';
    this.#number = db.prepare<[bigint], bigint>(number).pluck().safeIntegers();
    this.#idAt = db.prepare<[bigint], unknown>('SELECT id FROM object WHERE number = ?').pluck();
    const index = `SELECT number, ${PLACE} AS place FROM object INDEXED BY object_place ORDER BY ${PLACE}`;
    this.#index = db.prepare<[], { number: bigint; place: unknown }>(index).safeIntegers();
  }

  /**
   * The rows from a number on, as many as are worth a reading. Numbers rise from row to row and from page to page, whatever a
   * damaged file says: where they do not, what comes next cannot be read.
   */
  page(from: bigint): Page {
    const rows: Row[] = [];
    let bytes = 0;
    try {
      for (const row of this.#from.iterate(from)) {
        const last = rows.at(-1);
        if (row.number < from || (last !== undefined && row.number <= last.number))
          throw new StoreError('store/corrupt');
        rows.push(row);
        if (row.bytes instanceof Uint8Array) bytes += row.bytes.length;
        if (rows.length >= PAGE_ROWS || bytes >= PAGE_BYTES) return { rows, next: after(row), damage: undefined };
      }
      return { rows, next: null, damage: undefined };
    } catch (error) {
      const last = rows.at(-1);
      const damage = this.#damage(last === undefined ? from : (after(last) ?? GREATEST), error);
      return { rows, next: damage.to > GREATEST ? null : damage.to, damage };
    }
  }

  /** One row; undefined where there is none, or none that can be read. */
  at(number: bigint): Row | undefined {
    return orNothing(() => this.#at.get(number));
  }

  /** What the id of a row is, also where its bytes cannot be read. */
  idAt(number: bigint): unknown {
    return orNothing(() => this.#idAt.get(number));
  }

  /** The numbers in what cannot be read, as far as the index of objects knows them, each with the beginning of its id. */
  *known(damages: readonly Damage[]): Generator<{ readonly number: bigint; readonly beginning: string | null }> {
    const found: { number: bigint; beginning: string | null }[] = [];
    let last: { readonly number: bigint; readonly place: string } | undefined;
    try {
      for (const { number, place } of this.#index.iterate()) {
        const at = { number, place: String(place) };
        // It rises as well, or it does not end.
        if (last !== undefined && (at.place < last.place || (at.place === last.place && number <= last.number))) break;
        last = at;
        if (damages.some(({ from, to }) => from <= number && number < to))
          found.push({ number, beginning: beginningOf(place) });
      }
    } catch {
      // The index is damaged too, which is told apart; what was found in it until there counts.
    }
    yield* found;
  }

  /** Where reading goes on after it failed at a number. The distance is doubled, and then halved to the first that can be read. */
  #damage(from: bigint, thrown: unknown): Damage {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const here = this.#probe(from);
    // Its bytes alone are lost, and the next one can be tried.
    if (here !== undefined) return { from, to: here === null ? GREATEST + 1n : here + 1n, error };
    let bad = from;
    let good = from + 1n;
    while (good <= GREATEST && this.#probe(good) === undefined) {
      bad = good;
      good = from + 2n * (good - from);
    }
    if (good > GREATEST) good = GREATEST + 1n;
    while (good - bad > 1n) {
      const middle = (bad + good) / 2n;
      if (this.#probe(middle) === undefined) bad = middle;
      else good = middle;
    }
    return { from, to: good, error };
  }

  /** The first number from one on; null for none, and undefined where that cannot be read. */
  #probe(from: bigint): bigint | null | undefined {
    try {
      const found = this.#number.get(from) ?? null;
      return found !== null && found < from ? undefined : found;
    } catch {
      return undefined;
    }
  }
}

const after = ({ number }: Row): bigint | null => (number === GREATEST ? null : number + 1n);

const orNothing = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** The beginning of an id out of its place in the index: what `placeOf` leaves out is the same in every id. */
const beginningOf = (place: unknown): string | null =>
  typeof place === 'string' && /^[ky][a-z2-7]{10}$/.test(place) ? `baf${place[0]}r4i${place.slice(1)}` : null;

import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import { type Damage, LEAST, type Page, type Row, Rows } from './sqlite-rows.ts';
import { hasTextIndex } from './sqlite-schema.ts';
import { placeOf, type Statements } from './sqlite-statements.ts';
import { checked, headOf, idOf, nameOf } from './sqlite-values.ts';
import type { Examined, ExaminedBranch, FileReport } from './upkeep.ts';

/** An id, or null for what is none. */
const idOrNull = (value: unknown): string | null => {
  try {
    return idOf(value);
  } catch {
    return null;
  }
};

/** What a row is: an object, or damage. */
const examined = (sql: Statements, row: Row): Examined => {
  let id: string | null = null;
  try {
    const whole = idOf(row.id);
    id = whole;
    const bytes = checked(whole, row.bytes);
    if (bytes === undefined) throw new StoreError('store/corrupt', { id });
    // Found by its id, it is this very row: of two that claim one id only the first is ever given out.
    const number = sql.number.get(placeOf(whole), whole);
    if (number === undefined || BigInt(number) !== row.number)
      throw new StoreError('store/corrupt', { id, reason: 'index' });
    return { ok: true, id: whole, bytes };
  } catch (thrown) {
    return { ok: false, id, error: storeErrorOf(thrown) };
  }
};

/** What lies in the parts that cannot be read in order: each row as far as the index leads to it, else only that there are such. */
function* lost(sql: Statements, rows: Rows, damages: readonly Damage[]): Generator<Examined> {
  const named = new Set<Damage>();
  for (const { number, beginning } of rows.known(damages)) {
    const damage = damages.find(({ from, to }) => from <= number && number < to);
    if (damage === undefined) continue;
    named.add(damage);
    const row = rows.at(number);
    const id = idOrNull(rows.idAt(number));
    if (row !== undefined) yield examined(sql, row);
    else yield { ok: false, id: id ?? beginning, error: storeErrorOf(damage.error) };
  }
  for (const damage of damages) {
    if (named.has(damage)) continue;
    yield { ok: false, id: idOrNull(rows.idAt(damage.from)), error: storeErrorOf(damage.error) };
  }
}

/** Everything that stands for an object: `Upkeep.examine`. */
export async function* examineObjects(db: Database, sql: Statements): AsyncGenerator<Examined> {
  const rows = new Rows(db);
  const damages: Damage[] = [];
  // In no transaction: one in which damage was met cannot be ended without being told of it again.
  for (let from: bigint | null = LEAST; from !== null; ) {
    const read: Page = rows.page(from);
    for (const row of read.rows) yield examined(sql, row);
    if (read.damage !== undefined) damages.push(read.damage);
    from = read.next;
  }
  if (damages.length > 0) yield* lost(sql, rows, damages);
}

/** Every branch: `Upkeep.examineBranches`. */
export const examineBranches = (db: Database): readonly ExaminedBranch[] =>
  db
    .prepare<[], { branch: unknown; id: unknown }>('SELECT branch, id FROM head NOT INDEXED')
    .all()
    .map(({ branch, id }) => {
      try {
        return { branch: nameOf(branch), head: headOf(nameOf(branch), id) };
      } catch {
        // What is no name any more is told as what it can be read as.
        return { branch: branch instanceof Uint8Array ? Buffer.from(branch).toString() : String(branch), head: null };
      }
    });

// Enough to see what kind of damage it is: behind it there can be as many as there are pages.
const MOST_FAULTS = 100;

/** What SQLite finds wrong: `Upkeep.examineFile`. */
export const examineFile = (db: Database): FileReport => {
  const faults: string[] = [];
  let texts: FileReport['texts'] = hasTextIndex(db) ? 'sound' : 'absent';
  try {
    const checks = [`quick_check(${MOST_FAULTS})`, 'integrity_check(head)'];
    // The second one compares branches with their index, which the first does not; of objects `examine` does it.
    const found = checks.flatMap((check) => db.prepare<[], unknown>(`PRAGMA ${check}`).pluck().all());
    for (const fault of new Set(found.map(String).filter((one) => one !== 'ok'))) {
      // The index of texts is a table of its own kind; its pages are those of tables whose names begin with its name.
      if (fault.includes('FTS5')) texts = 'damaged';
      faults.push(fault);
    }
  } catch (thrown) {
    const error = storeErrorOf(thrown);
    if (error.facts.reason === 'texts') texts = 'damaged';
    else if (error.code !== 'store/corrupt') throw error;
    faults.push(error.message);
  }
  return { faults, texts };
};

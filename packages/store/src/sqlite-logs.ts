import { parseRawContentId, type RawContentId } from '@ken/address';
import type { Database } from 'better-sqlite3';
import { StoreError } from './error.ts';
import { type ExaminedLog, entryId, type LogAppend, type LogEntry, type LogHead } from './log.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import { hasLogs } from './sqlite-schema.ts';
import { nameOf } from './sqlite-values.ts';

interface HeadRow {
  readonly stream: unknown;
  readonly writer: unknown;
  readonly count: unknown;
  readonly id: unknown;
}

interface EntryRow {
  readonly sequence: number;
  readonly id: unknown;
  readonly payload: unknown;
}

const damaged = (): StoreError => new StoreError('store/corrupt', { reason: 'log' });

const rawIdOf = (value: unknown): RawContentId => {
  const parsed = typeof value === 'string' ? parseRawContentId(value) : undefined;
  if (parsed?.ok !== true) throw damaged();
  return parsed.value;
};

const headOf = ({ stream, writer, count, id }: HeadRow): LogHead => {
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) throw damaged();
  return { stream: nameOf(stream), writer: nameOf(writer), count, id: rawIdOf(id) };
};

/** The head of a log; undefined where it has no entry. */
export const logHead = (db: Database, stream: string, writer: string): LogHead | undefined => {
  if (!hasLogs(db)) return undefined;
  const row = db
    .prepare<[string, string], HeadRow>('SELECT stream, writer, count, id FROM log WHERE stream = ? AND writer = ?')
    .get(stream, writer);
  return row === undefined ? undefined : headOf(row);
};

/** The heads of every log, by stream and writer. */
export const logHeads = (db: Database): LogHead[] =>
  hasLogs(db)
    ? db.prepare<[], HeadRow>('SELECT stream, writer, count, id FROM log ORDER BY stream, writer').all().map(headOf)
    : [];

/** Appends entries, inside the transaction of the caller. `store/conflict` where a log has another last entry. */
export const appendEntries = (db: Database, entries: readonly LogAppend[]): void => {
  for (const { stream, writer, expected, payload } of entries) {
    const head = logHead(db, stream, writer);
    const actual = head?.id ?? null;
    if (actual !== expected) throw new StoreError('store/conflict', { stream, writer, expected, actual });
    const sequence = head?.count ?? 0;
    const id = entryId(stream, writer, sequence, expected, payload);
    db.prepare('INSERT INTO entry (stream, writer, sequence, id, payload) VALUES (?, ?, ?, ?, ?)').run(
      stream,
      writer,
      sequence,
      id,
      payload,
    );
    db.prepare(
      'INSERT INTO log (stream, writer, count, id) VALUES (?, ?, ?, ?) ON CONFLICT (stream, writer) DO UPDATE SET count = excluded.count, id = excluded.id',
    ).run(stream, writer, sequence + 1, id);
  }
};

// As much as is worth one reading.
const PAGE = 256;

/** What an entry's row holds, made again over the entry before it. */
const checkedEntry = (
  { sequence, id, payload }: EntryRow,
  stream: string,
  writer: string,
  wanted: number,
  prior: RawContentId | null,
): LogEntry => {
  if (!(payload instanceof Uint8Array) || sequence !== wanted) throw damaged();
  const made = entryId(stream, writer, sequence, prior, payload);
  if (made !== rawIdOf(id)) throw damaged();
  return { sequence, payload: new Uint8Array(payload), id: made };
};

/** The entries of a log from one on, up to the head that it has when the first is asked for; `store/corrupt`, reason `log`. */
export function* logEntries(db: Database, stream: string, writer: string, from: number): Generator<LogEntry> {
  if (!hasLogs(db)) return;
  const page = db.prepare<[string, string, number, number], EntryRow>(
    `SELECT sequence, id, payload FROM entry WHERE stream = ? AND writer = ? AND sequence >= ? ORDER BY sequence LIMIT ?`,
  );
  const head = logHead(db, stream, writer);
  const count = head?.count ?? 0;
  // An entry that no head counts is none that this program wrote.
  if (head === undefined && page.all(stream, writer, 0, 1).length > 0) throw damaged();
  let prior: RawContentId | null = null;
  if (from > 0 && from <= count) {
    const [before] = page.all(stream, writer, from - 1, 1);
    prior = rawIdOf(before?.id);
  }
  let next = from;
  while (next < count) {
    const rows = page.all(stream, writer, next, Math.min(PAGE, count - next));
    if (rows.length === 0) throw damaged();
    for (const row of rows) {
      const entry = checkedEntry(row, stream, writer, next, prior);
      prior = entry.id;
      next += 1;
      if (next === count && entry.id !== head?.id) throw damaged();
      yield entry;
    }
  }
}

/** Counts the entries of one log that hold, and says what does not. */
const examineLog = (db: Database, stream: string, writer: string): ExaminedLog => {
  let entries = 0;
  try {
    for (const _ of logEntries(db, stream, writer, 0)) entries += 1;
    const count = 'SELECT count(*) FROM entry NOT INDEXED WHERE stream = ? AND writer = ?';
    const held = db.prepare<[string, string], number>(count).pluck().get(stream, writer);
    return { stream, writer, entries, fault: held === entries ? null : 'it has entries that its head does not count' };
  } catch (thrown) {
    if (storeErrorOf(thrown).code !== 'store/corrupt') throw thrown;
    return { stream, writer, entries, fault: `its entry ${entries} is not what the one before it and the head say` };
  }
};

/** Every log, re-computed: those too of which only entries or only a head are there. */
export const examineLogs = (db: Database): ExaminedLog[] => {
  try {
    if (!hasLogs(db)) return [];
    const names = 'SELECT stream, writer FROM log NOT INDEXED UNION SELECT stream, writer FROM entry NOT INDEXED';
    return db
      .prepare<[], { stream: unknown; writer: unknown }>(names)
      .all()
      .map(({ stream, writer }) => examineLog(db, nameOf(stream), nameOf(writer)));
  } catch (thrown) {
    if (storeErrorOf(thrown).code !== 'store/corrupt') throw thrown;
    return [{ stream: '', writer: '', entries: 0, fault: 'which logs there are cannot be read' }];
  }
};

import { StoreError } from './error.ts';
import { entryId, type LogAppend, type LogEntry, type LogHead } from './log.ts';

interface Log {
  readonly stream: string;
  readonly writer: string;
  readonly entries: LogEntry[];
}

/** An entry that was found to follow its log. */
interface Prepared extends LogEntry {
  readonly stream: string;
  readonly writer: string;
}

const keyOf = (stream: string, writer: string): string => JSON.stringify([stream, writer]);

/** The writer logs of a store in memory. */
export class MemoryLogs {
  readonly #logs = new Map<string, Log>();

  /** What is to be appended, once every entry is known to follow the one before it. `store/conflict`. */
  prepare(appends: readonly LogAppend[]): readonly Prepared[] {
    const ends = new Map<string, LogEntry>();
    return appends.map(({ stream, writer, expected, payload }) => {
      const key = keyOf(stream, writer);
      const last = ends.get(key) ?? this.#logs.get(key)?.entries.at(-1);
      const actual = last?.id ?? null;
      if (actual !== expected) throw new StoreError('store/conflict', { stream, writer, expected, actual });
      const sequence = last === undefined ? 0 : last.sequence + 1;
      const id = entryId(stream, writer, sequence, expected, payload);
      const entry = { stream, writer, sequence, id, payload: new Uint8Array(payload) };
      ends.set(key, entry);
      return entry;
    });
  }

  append(entries: readonly Prepared[]): void {
    for (const { stream, writer, ...entry } of entries) {
      const key = keyOf(stream, writer);
      const log = this.#logs.get(key) ?? { stream, writer, entries: [] };
      log.entries.push(entry);
      this.#logs.set(key, log);
    }
  }

  head(stream: string, writer: string): LogHead | undefined {
    const entries = this.#logs.get(keyOf(stream, writer))?.entries;
    const last = entries?.at(-1);
    return entries === undefined || last === undefined
      ? undefined
      : { stream, writer, count: entries.length, id: last.id };
  }

  heads(): LogHead[] {
    const named = [...this.#logs.values()].sort((a, b) => byText(a.stream, b.stream) || byText(a.writer, b.writer));
    return named.flatMap(({ stream, writer }) => this.head(stream, writer) ?? []);
  }

  *entries(stream: string, writer: string, from: number): Generator<LogEntry> {
    const entries = this.#logs.get(keyOf(stream, writer))?.entries ?? [];
    for (const entry of entries.slice(from)) yield { ...entry, payload: entry.payload.slice() };
  }
}

/** By UTF-8, as SQLite orders. */
const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

import type { ContentId } from '@ken/address';
import type { Sink } from './objects.ts';
import { sealChunk, type Table } from './tables.ts';

/** Rows of one table on their way into chunks. */
export class Rows<Row> {
  readonly #table: Table<Row>;
  readonly #sink: Sink;
  #open: Row[] = [];
  #chunks: ContentId[] = [];
  #count = 0;

  constructor(table: Table<Row>, sink: Sink) {
    this.#table = table;
    this.#sink = sink;
  }

  /** How many rows the table has, those of earlier seals among them. */
  get count(): number {
    return this.#count;
  }

  push(row: Row): void {
    this.#open.push(row);
    this.#count += 1;
    if (this.#open.length === this.#table.rowsPerChunk) this.#seal();
  }

  /** The chunks since the last call; the next row begins a new chunk. */
  take(): { readonly count: number; readonly chunks: readonly ContentId[] } {
    if (this.#open.length > 0) this.#seal();
    const chunks = this.#chunks;
    this.#chunks = [];
    return { count: this.#count, chunks };
  }

  #seal(): void {
    const { id, bytes } = sealChunk(this.#table, this.#open);
    this.#sink.put(id, bytes);
    this.#chunks.push(id);
    this.#open = [];
  }
}

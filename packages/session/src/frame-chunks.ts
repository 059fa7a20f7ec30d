import type { ContentId } from '@ken/address';
import type { Sink } from './objects.ts';
import { frameTable, type Span, sealChunk } from './tables.ts';

/** What one record contributes to the working frame. Never changed: another value takes its place. */
interface Contribution {
  readonly kept: readonly Span[];
}

interface Sealed {
  readonly id: ContentId;
  readonly rows: readonly Contribution[];
}

/** The chunks of the frame table, seal after seal: a chunk in which nothing changed is not made again. */
export class FrameChunks {
  readonly #sink: Sink;
  #sealed: readonly Sealed[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** The chunks of a whole frame, its records in order; those that are new are put. */
  chunksOf(active: ReadonlyMap<number, Contribution>): readonly ContentId[] {
    const frame = [...active];
    const sealed: Sealed[] = [];
    for (let at = 0; at < frame.length; at += frameTable.rowsPerChunk) {
      const part = frame.slice(at, at + frameTable.rowsPerChunk);
      const before = this.#sealed[sealed.length];
      const same = before?.rows.length === part.length && part.every(([, one], index) => before.rows[index] === one);
      sealed.push(same ? before : this.#seal(part));
    }
    this.#sealed = sealed;
    return sealed.map(({ id }) => id);
  }

  #seal(part: readonly (readonly [record: number, contribution: Contribution])[]): Sealed {
    const rows = part.map(([record, { kept }]) => ({ record, spans: kept }));
    const { id, bytes } = sealChunk(frameTable, rows);
    this.#sink.put(id, bytes);
    return { id, rows: part.map(([, one]) => one) };
  }
}

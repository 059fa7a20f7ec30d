import type { RawContentId } from '@ken/address';
import type { Producer } from '@ken/transcript';
import { lengthOf } from './cover.ts';
import type { Objects } from './objects.ts';
import { previewOf } from './preview.ts';
import type { FrameRow, RecordRow, Span } from './tables.ts';
import { need, orFault } from './walk.ts';

/** How much of one producer's words is in the context. */
export interface Kept {
  readonly producer: Producer | null;
  readonly records: number;
  readonly bytes: number;
}

const producers: readonly (Producer | null)[] = ['operator', 'model', 'tool', 'harness', null];

/** Reads the frame beside the records, in one pass, since both are in the order of the file. */
export class Holdings {
  readonly #frame: AsyncIterator<FrameRow>;
  readonly #kept = new Map<Producer | null, { records: number; bytes: number }>(
    producers.map((one) => [one, { records: 0, bytes: 0 }]),
  );
  #next: IteratorResult<FrameRow> | undefined;
  #said: { readonly record: number; readonly source: RawContentId; readonly spans: readonly Span[] } | undefined;
  spans = 0;

  constructor(frame: AsyncIterator<FrameRow>) {
    this.#frame = frame;
  }

  async see(record: number, { producer, source }: RecordRow): Promise<void> {
    this.#next ??= await this.#frame.next();
    if (this.#next.done === true || this.#next.value.record !== record) return;
    const { spans } = this.#next.value;
    this.#next = await this.#frame.next();
    const held = this.#kept.get(producer);
    if (held === undefined) return;
    held.records += 1;
    held.bytes += lengthOf(spans);
    this.spans += spans.length;
    if (producer === 'operator') this.#said = { record, source, spans };
  }

  get kept(): readonly Kept[] {
    return [...this.#kept].filter(([, { records }]) => records > 0).map(([producer, held]) => ({ producer, ...held }));
  }

  async lastSaid(objects: Objects): Promise<{ readonly record: number; readonly preview: string } | null> {
    if (this.#said === undefined) return null;
    const { record, source, spans } = this.#said;
    const bytes = orFault(await need(objects, source));
    const [first] = spans;
    return { record, preview: previewOf(bytes.subarray(first?.start, first?.end)) };
  }
}

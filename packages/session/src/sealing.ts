import { type ContentId, type RawContentId, type RootId, rawContentId, type UnitId } from '@ken/address';
import { Event, type EventBody, Packet, RootEvent, Unit } from '@ken/kernel';
import type { Departure, RunIdentity, TranscriptRecord } from '@ken/transcript';
import { subtract } from './cover.ts';
import type { Staged } from './objects.ts';
import { refused, type SessionRefusal, type SessionResult } from './refusal.ts';
import { type RunState, sealRun } from './run.ts';
import {
  eventTable,
  type FindingRow,
  type FrameRow,
  findingTable,
  frameTable,
  type RecordRow,
  recordTable,
  type Span,
  sealChunk,
  type Table,
} from './tables.ts';

/** A record that still contributes to the working frame. */
interface Active {
  readonly event: Event;
  readonly source: RawContentId;
  readonly kept: readonly Span[];
}

/** The value of what this package itself composed: a refusal here is a fault of the code, or of a reader's spans. */
const composed = <T>(result: { ok: true; value: T } | { ok: false; refusal: SessionRefusal }): T => {
  if (!result.ok) throw new TypeError(`${result.refusal.code}: ${JSON.stringify(result.refusal.facts)}`);
  return result.value;
};

/** Rows on their way into chunks. */
class Rows<Row> {
  readonly #table: Table<Row>;
  readonly #staged: Staged;
  #open: Row[] = [];
  #chunks: ContentId[] = [];
  count = 0;

  constructor(table: Table<Row>, staged: Staged) {
    this.#table = table;
    this.#staged = staged;
  }

  push(row: Row): void {
    this.#open.push(row);
    this.count += 1;
    if (this.#open.length === this.#table.rowsPerChunk) this.#seal();
  }

  /** The chunks since the last call; the next row begins a new chunk. */
  take(): { count: number; chunks: readonly ContentId[] } {
    if (this.#open.length > 0) this.#seal();
    const chunks = this.#chunks;
    this.#chunks = [];
    return { count: this.count, chunks };
  }

  #seal(): void {
    const { id, bytes } = sealChunk(this.#table, this.#open);
    this.#staged.put(id, bytes);
    this.#chunks.push(id);
    this.#open = [];
  }
}

/**
 * Turns the records of one transcript into events, units and packets, in one pass and deterministically: the same records
 * give the same ids. Memory is bounded by what the working frame holds.
 */
export class Sealing {
  readonly #staged: Staged;
  readonly #records: Rows<RecordRow>;
  readonly #events: Rows<ContentId>;
  readonly #findings: Rows<FindingRow>;
  readonly #active = new Map<number, Active>();
  #root: RootId | undefined;
  #last: Event | undefined;
  #packet: Packet | undefined;
  #packets = 0;
  #units = 0;
  #end = 0;

  constructor(staged: Staged) {
    this.#staged = staged;
    this.#records = new Rows(recordTable, staged);
    this.#events = new Rows(eventTable, staged);
    this.#findings = new Rows(findingTable, staged);
  }

  /** How many records were added. */
  get records(): number {
    return this.#records.count;
  }

  /** Where the last record added ends in the file, in bytes. */
  get end(): number {
    return this.#end;
  }

  /**
   * Admits one record: its source, its event of origin `historical`, and what left the context because of it.
   * Refused with `run/cover` when a reader lets bytes leave that were not in the context.
   */
  async add(record: TranscriptRecord): Promise<SessionResult<void>> {
    const source = rawContentId(record.bytes);
    this.#staged.put(source, record.bytes);
    const root = this.#rootOf(record);
    const seq = this.#events.count;
    const event = this.#admit({
      root,
      origin: 'historical',
      kind: 'observation',
      payload: source,
      seq,
      sources: [],
      depth: 0,
    });
    this.#records.push({
      gap: record.gap,
      seq,
      place: record.place,
      reason: record.reason,
      source,
      context: record.context,
      producer: record.producer,
      generated: record.generated,
    });
    for (const found of record.findings) this.#findings.push({ ...found });
    if (record.context !== null) this.#active.set(record.index, { event, source, kept: [record.context.span] });
    this.#end = record.span.end;
    for (const departure of record.departures) {
      const left = await this.#depart(record, departure);
      if (!left.ok) return left;
    }
    return { ok: true, value: undefined };
  }

  /**
   * Seals the run as it stands: a run node over the one before.
   *
   * @param tail - the bytes of the file after the last record, possibly none
   * @returns the id of the node, staged and not yet committed; `run/no-identity` when no record was added
   */
  seal(
    identity: RunIdentity,
    reading: { readonly format: string; readonly reader: string },
    tail: Uint8Array,
    prior: ContentId | null,
  ): SessionResult<ContentId> {
    if (this.#last === undefined) return refused('run/no-identity', {});
    const tailId = tail.length === 0 ? null : rawContentId(tail);
    if (tailId !== null) this.#staged.put(tailId, tail);
    const frame = new Rows<FrameRow>(frameTable, this.#staged);
    for (const [record, { kept }] of this.#active) frame.push({ record, spans: kept });
    const state: RunState = {
      run: identity.key,
      label: identity.label,
      format: reading.format,
      reader: reading.reader,
      bytes: this.#end + tail.length,
      records: this.#records.take(),
      events: { ...this.#events.take(), last: this.#last.id },
      packets: { count: this.#packets, last: this.#packet?.id ?? null },
      units: this.#units,
      frame: frame.take().chunks,
      findings: this.#findings.take(),
      tail: tailId,
    };
    const { id, bytes } = sealRun(state, prior);
    this.#staged.put(id, bytes);
    return { ok: true, value: id };
  }

  #rootOf(record: TranscriptRecord): RootId {
    const prompt = record.producer === 'operator' && record.place === 'context';
    if (prompt || this.#root === undefined) {
      this.#root = this.#mintRoot(prompt ? 'operator_prompt' : 'harness_event', record);
    }
    return this.#root;
  }

  #mintRoot(kind: 'operator_prompt' | 'user_action' | 'harness_event', record: TranscriptRecord): RootId {
    const root = composed(RootEvent.mint({ kind, material: record.bytes, seq: record.index }));
    this.#staged.put(root.id, root.toBytes());
    return root.id;
  }

  /** Mints the next event; its causal parent is the event before it, and an elision's source event beside that. */
  #admit(body: EventBody, source?: Event): Event {
    const known = [this.#last, source].filter((event) => event !== undefined);
    const parents = [...new Set(known.map((event) => event.id))];
    const event = composed(Event.mint(body, parents, (id) => known.find((one) => one.id === id)));
    this.#staged.put(event.id, event.toBytes());
    this.#events.push(event.id);
    this.#last = event;
    return event;
  }

  async #depart(record: TranscriptRecord, departure: Departure): Promise<SessionResult<void>> {
    const root = this.#mintRoot(departure.by === 'user' ? 'user_action' : 'harness_event', record);
    const units: UnitId[] = [];
    for (const part of departure.parts) {
      const active = this.#active.get(part.record);
      if (active === undefined) return refused('run/cover', { record: part.record, cause: departure.cause });
      const bytes = await this.#staged.get(active.source);
      if (bytes === undefined) return refused('run/missing-object', { id: active.source });
      let kept = active.kept;
      for (const span of part.spans) {
        const rest = subtract(kept, span);
        if (rest === undefined) return refused('run/cover', { record: part.record, start: span.start, end: span.end });
        kept = rest;
        const unit = composed(Unit.seal({ op: 'elide', source: bytes, span, root }));
        this.#staged.put(unit.id, unit.toBytes());
        units.push(unit.id);
        this.#admit(
          {
            root,
            origin: active.event.origin,
            kind: { elision: { unit: unit.id } },
            payload: active.source,
            seq: this.#events.count,
            sources: [active.event.id],
            depth: active.event.depth,
          },
          active.event,
        );
      }
      if (kept.length === 0) this.#active.delete(part.record);
      else this.#active.set(part.record, { ...active, kept });
      await this.#staged.relieve();
    }
    if (units.length > 0) {
      this.#packet = composed(
        this.#packet === undefined ? Packet.genesis(units) : Packet.following(this.#packet.id, units),
      );
      this.#staged.put(this.#packet.id, this.#packet.toBytes());
      this.#packets += 1;
      this.#units += units.length;
    }
    return { ok: true, value: undefined };
  }
}

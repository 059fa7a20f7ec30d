import { type ContentId, type EventId, type RawContentId, type RootId, rawContentId, type UnitId } from '@ken/address';
import { Event, type EventBody, type KnownSource, Packet, RootEvent, type RootKind, Unit } from '@ken/kernel';
import type { DeparturePart, Producer, RunIdentity, TranscriptRecord } from '@ken/transcript';
import { subtract } from './cover.ts';
import { FrameChunks } from './frame-chunks.ts';
import { KnownSources } from './known-sources.ts';
import type { Sink } from './objects.ts';
import { refused, type SessionRefusal, type SessionResult } from './refusal.ts';
import { Rows } from './rows.ts';
import { type RunNode, type RunState, sealRun } from './run.ts';
import { eventTable, type FindingRow, findingTable, type RecordRow, recordTable, type Span } from './tables.ts';
import { type Witness, witnessOf } from './witness.ts';

/** A record that still contributes to the working frame. */
interface Active {
  readonly event: Event;
  readonly source: RawContentId;
  readonly kept: readonly Span[];
}

/** What a file ends with. */
export interface Ending {
  readonly tail: Uint8Array;
  readonly findings: readonly FindingRow[];
}

/** The value of what this package itself composed: a refusal here is a fault of the code, or of a reader's spans. */
const composed = <T>(result: { ok: true; value: T } | { ok: false; refusal: SessionRefusal }): T => {
  if (!result.ok) throw new TypeError(`${result.refusal.code}: ${JSON.stringify(result.refusal.facts)}`);
  return result.value;
};

/** What left the context because of a record, and why. */
export interface Leaving {
  readonly cause: string;
  readonly by: 'user' | 'harness';
  readonly parts: readonly DeparturePart[];
}

/** A record as it is admitted: what a reader says of it, or what a record table says again. */
export interface Admission
  extends Pick<
    TranscriptRecord,
    'index' | 'gap' | 'bytes' | 'span' | 'place' | 'reason' | 'context' | 'producer' | 'generated'
  > {
  readonly departures: readonly Leaving[];
  /** The record that comes back into the context with this one; null for what is new. Of a live run only. */
  readonly retrieves: number | null;
}

/** What left because of one record, that under one root together: one root at one record has one packet. */
const together = (departures: readonly Leaving[]): readonly Leaving[] => {
  const merged: Leaving[] = [];
  for (const one of departures) {
    const at = merged.findIndex(({ by }) => by === one.by);
    const same = merged[at];
    if (same === undefined) merged.push(one);
    else merged[at] = { ...same, parts: [...same.parts, ...one.parts] };
  }
  return merged;
};

/**
 * Turns the records of one transcript into events, units and packets, in one pass and deterministically: the same records
 * give the same ids. Memory is bounded by what the working frame holds.
 */
export class Sealing {
  readonly #sink: Sink;
  readonly #records: Rows<RecordRow>;
  readonly #events: Rows<ContentId>;
  readonly #findings: Rows<FindingRow>;
  readonly #frame: FrameChunks;
  readonly #witness: Witness;
  readonly #active = new Map<number, Active>();
  readonly #known: KnownSources;
  #root: RootId | undefined;
  #last: Event | undefined;
  #packet: Packet | undefined;
  #packets = 0;
  #units = 0;
  #end = 0;

  /** @param format - of the transcript that the records are of; `live` for what is witnessed as it happens */
  constructor(sink: Sink, format: string) {
    this.#sink = sink;
    this.#witness = witnessOf(format);
    this.#known = new KnownSources(sink);
    this.#records = new Rows(recordTable, sink);
    this.#events = new Rows(eventTable, sink);
    this.#findings = new Rows(findingTable, sink);
    this.#frame = new FrameChunks(sink);
  }

  /** How many records were added. */
  get records(): number {
    return this.#records.count;
  }

  /** Where the last record added ends in the file, in bytes. */
  get end(): number {
    return this.#end;
  }

  /** The source under an id; refused with `run/missing-object`. */
  sourceOf(id: RawContentId): Promise<SessionResult<KnownSource>> {
    return this.#known.get(id);
  }

  /** Whether some of a record is still in the working frame. */
  isActive(record: number): boolean {
    return this.#active.has(record);
  }

  /** What of a record is still in the working frame, as spans of its bytes. */
  kept(record: number): readonly Span[] {
    return this.#active.get(record)?.kept ?? [];
  }

  /** Who made a record of a live run. */
  producerOf(record: number): Producer | null {
    return this.#witness.producerOf(record);
  }

  /** The units of the last packet, in order. */
  get lastLeft(): readonly UnitId[] {
    return this.#packet?.units ?? [];
  }

  /** The record that a unit of a live run was left out of. */
  recordOf(unit: UnitId): number | undefined {
    return this.#witness.recordOf(unit);
  }

  /**
   * Admits one record: its source, its event, and what left the context because of it.
   *
   * @returns the ids of the events made, the record's own first; refused with `run/cover` when its context span is not
   *   inside the record, or when bytes leave that were not in the context; with `run/witness` when a live run does not say
   *   whose it is
   */
  async add(record: Admission): Promise<SessionResult<readonly EventId[]>> {
    const { context, index } = record;
    if ((context !== null) !== (record.place === 'context'))
      return refused('run/cover', { record: index, field: 'place' });
    if (context !== null && !(context.span.start < context.span.end && context.span.end <= record.bytes.length)) {
      return refused('run/cover', { record: index, ...context.span, length: record.bytes.length });
    }
    // What is beside the context never leaves it.
    const source = context === null ? rawContentId(record.bytes) : this.#known.hold(record.bytes);
    this.#sink.put(source, record.bytes);
    const seq = this.#events.count;
    const seen = this.#witness.see(record);
    if (seen === undefined) return refused('run/witness', { record: index, producer: record.producer });
    const { over, ...body } = seen;
    const event = this.#admit({ ...body, root: this.#rootOf(record, source), payload: source, seq }, over);
    this.#witness.saw(index, event);
    this.#records.push({
      gap: record.gap,
      seq,
      place: record.place,
      reason: record.reason,
      source,
      length: record.bytes.length,
      context,
      producer: record.producer,
      generated: record.generated,
      cause: record.departures[0]?.cause ?? null,
    });
    this.#end = record.span.end;
    const made = [event.id];
    for (const departure of together(record.departures)) {
      const left = await this.#depart(record, source, departure);
      if (!left.ok) return left;
      made.push(...left.value);
    }
    if (context !== null) this.#sink.shown(source, record.bytes.subarray(context.span.start, context.span.end));
    // Last, since nothing leaves because of its own arrival.
    if (context !== null) this.#active.set(index, { event, source, kept: [context.span] });
    return { ok: true, value: made };
  }

  /** Notes a finding of the run. */
  note(finding: FindingRow): void {
    this.#findings.push(finding);
  }

  /**
   * Seals the run as it stands: a run node over the one before.
   *
   * @param end - what the file ends with: the bytes after the last record, possibly none, and what is found only because it
   *   ends here
   * @returns the node, put and not yet named by a branch; `run/no-identity` when no record was added
   */
  seal(
    identity: Pick<RunIdentity, 'key' | 'label'>,
    reading: { readonly format: string; readonly reader: string },
    { tail, findings }: Ending,
    prior: ContentId | null,
  ): SessionResult<RunNode> {
    if (this.#last === undefined) return refused('run/no-identity', {});
    const tailId = tail.length === 0 ? null : rawContentId(tail);
    if (tailId !== null) this.#sink.put(tailId, tail);
    const ending = new Rows<FindingRow>(findingTable, this.#sink);
    for (const finding of findings) ending.push(finding);
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
      frame: this.#frame.chunksOf(this.#active),
      findings: this.#findings.take(),
      ending: ending.take().chunks,
      tail: tailId,
    };
    const { id, bytes } = sealRun(state, prior);
    this.#sink.put(id, bytes);
    return { ok: true, value: { ...state, id, prior } };
  }

  #rootOf(record: Admission, source: RawContentId): RootId {
    const prompt = record.producer === 'operator' && record.place === 'context' && record.retrieves === null;
    if (prompt || this.#root === undefined) {
      this.#root = this.#rootAt(prompt ? 'operator_prompt' : 'harness_event', source, record.index);
    }
    return this.#root;
  }

  #rootAt(kind: RootKind, content: RawContentId, seq: number): RootId {
    const root = composed(RootEvent.admit({ kind, content, seq }));
    this.#sink.put(root.id, root.toBytes());
    return root.id;
  }

  /** Mints the next event; its causal parent is the event before it, and an elision's source event beside that. */
  #admit(body: EventBody, source?: Event): Event {
    const known = [this.#last, source].filter((event) => event !== undefined);
    const parents = [...new Set(known.map((event) => event.id))];
    const event = composed(Event.mint(body, parents, (id) => known.find((one) => one.id === id)));
    this.#sink.put(event.id, event.toBytes());
    this.#events.push(event.id);
    this.#last = event;
    return event;
  }

  async #depart(
    record: Admission,
    source: RawContentId,
    departure: Leaving,
  ): Promise<SessionResult<readonly EventId[]>> {
    const root = this.#rootAt(departure.by === 'user' ? 'user_action' : 'harness_event', source, record.index);
    const units: UnitId[] = [];
    const made: EventId[] = [];
    for (const part of departure.parts) {
      const active = this.#active.get(part.record);
      if (active === undefined) return refused('run/cover', { record: part.record, cause: departure.cause });
      const known = await this.#known.get(active.source);
      if (!known.ok) return known;
      let kept = active.kept;
      for (const span of part.spans) {
        const rest = subtract(kept, span);
        if (rest === undefined) return refused('run/cover', { record: part.record, start: span.start, end: span.end });
        kept = rest;
        const unit = composed(Unit.seal({ op: 'elide', source: known.value, span, root }));
        this.#sink.put(unit.id, unit.toBytes());
        units.push(unit.id);
        this.#witness.lost(unit.id, part.record);
        const event = this.#admit(
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
        made.push(event.id);
      }
      if (kept.length === 0) this.#active.delete(part.record);
      else this.#active.set(part.record, { ...active, kept });
      await this.#sink.relieve();
    }
    if (units.length > 0) {
      this.#packet = composed(
        this.#packet === undefined ? Packet.genesis(units) : Packet.following(this.#packet.id, units),
      );
      this.#sink.put(this.#packet.id, this.#packet.toBytes());
      this.#packets += 1;
      this.#units += units.length;
    }
    return { ok: true, value: made };
  }
}

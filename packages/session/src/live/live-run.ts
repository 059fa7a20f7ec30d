import { type ContentId, type EventId, type RawContentId, rawContentId, type UnitId } from '@ken/address';
import { verifyUnit } from '@ken/kernel';
import { type Claim, type FullStore, StoreError } from '@ken/store';
import { subtract } from '../cover.ts';
import { Staged } from '../objects.ts';
import { refused, type SessionResult } from '../refusal.ts';
import type { Leaving, Sealing } from '../sealing.ts';
import type { Span } from '../tables.ts';
import { unitFrom } from '../units.ts';
import { LIVE } from '../witness.ts';
import { besideRecord, checkNote, checkText, type Note, noteBytes, shownRecord, type Unplaced } from './records.ts';

/** What an append gave: acknowledged, so that it outlives the process. */
export interface Appended {
  /** The event that it became; its seq is its position in the run. */
  readonly event: EventId;
  /** Its record's 0-based index in the run. */
  readonly record: number;
  readonly source: RawContentId;
  /** The head of the run with it. */
  readonly head: ContentId;
}

/** Something that was seen as it happened. */
export interface Observation {
  readonly origin: 'operator' | 'model' | 'tool';
  /** What was said, exactly; not empty. */
  readonly bytes: Uint8Array;
  /** Whether it is text that a model generated from other text, a summary say: the name of what made it. */
  readonly generated?: string;
  /** What the host has to say of it: kept in a record of its own before it, beside the context. */
  readonly note?: Note;
}

/** What leaves the context. */
export interface Omission {
  /** Which records, by their index, and which spans of their bytes; all that is left of a record where none are named. */
  readonly parts: readonly { readonly record: number; readonly spans?: readonly Span[] }[];
  /** Whether a person asked for it, or the harness decided. */
  readonly by: 'user' | 'harness';
  /** Why: `compaction`, `clearing`, or another word of the host's. */
  readonly cause: string;
}

/** What an omission gave: an append, and the units that hold what left, in order. */
export interface Omitted extends Appended {
  readonly units: readonly UnitId[];
}

const newLine = Uint8Array.of(0x0a);

/** A copy of a span, which is two counts of bytes. */
const checkedSpan = ({ start, end }: Span): Span => {
  for (const place of [start, end])
    if (!Number.isSafeInteger(place) || place < 0) throw new TypeError('a span is two counts of bytes');
  return { start, end };
};

/** What a live run is made with: only `openLive` and `reopenLive` do. */
export interface LiveState {
  readonly store: FullStore;
  readonly claim: Claim;
  readonly key: string;
  readonly branch: string;
  readonly label: string | null;
  readonly agent: string;
  readonly sealing: Sealing;
  readonly sink: RunSink;
  readonly clock: () => Date;
}

/** Where a live run puts what it makes: nowhere while it is restored, and then into one commit after another. */
export class RunSink extends Staged {
  restoring = false;

  override put(id: Parameters<Staged['put']>[0], bytes: Uint8Array): void {
    if (!this.restoring) super.put(id, bytes);
  }

  override shown(source: RawContentId, part: Uint8Array): void {
    if (!this.restoring) super.shown(source, part);
  }

  /** Everything of an append is one commit. */
  override async relieve(): Promise<void> {}
}

/**
 * A run of a session that goes on: what its host says it saw is admitted as it happens, with the origins that only a witness
 * may give. It is the run's one writer until it is closed or the process ends.
 *
 * Calls may be made one upon another; they are carried out in their order. An append is acknowledged when its promise
 * resolves, and durable then. One that fails ends the writer, whatever became of it: every later call is refused with
 * `live/ended`, and `reopenLive` tells what the run holds. A call that is refused changes nothing.
 */
export class LiveRun {
  readonly key: string;
  readonly agent: string;
  readonly #state: LiveState;
  #head: ContentId | null;
  #queue: Promise<unknown> = Promise.resolve();
  #over: 'live/closed' | 'live/ended' | undefined;

  /** @internal */
  constructor(state: LiveState, head: ContentId | null) {
    this.#state = state;
    this.#head = head;
    this.key = state.key;
    this.agent = state.agent;
  }

  /** The head of what was acknowledged; null only before the opening record is. */
  get head(): ContentId | null {
    return this.#head;
  }

  /** How many records were acknowledged. */
  get records(): number {
    return this.#state.sealing.records;
  }

  /**
   * Admits something that the host saw: an observation of the origin given. Copies its bytes at once.
   *
   * @returns refused with `live/empty`, `live/ended` or `live/closed`. Throws StoreError when it fails, and the run ends
   */
  observe({ origin, bytes, generated, note }: Observation): Promise<SessionResult<Appended>> {
    if (!['operator', 'model', 'tool'].includes(origin)) throw new TypeError('an origin is operator, model or tool');
    if (generated !== undefined) checkText(generated, 'what generated a text');
    return this.#shown(bytes, note, (own) => shownRecord(own, origin, 'live/observation', { generated }));
  }

  /**
   * Admits what the harness put into the context of its own accord: an intervention. Copies its bytes at once. Refused and
   * throws as `observe`.
   */
  intervene({ bytes, note }: { readonly bytes: Uint8Array; readonly note?: Note }): Promise<SessionResult<Appended>> {
    return this.#shown(bytes, note, (own) => shownRecord(own, 'harness', 'live/intervention'));
  }

  /**
   * Brings what a unit holds back into the context: a retrieval, with the origin and depth that it had. The unit is verified
   * against its source first.
   *
   * @returns the append with the bytes; refused with `live/unknown-unit` when nothing left this run under that id, with a
   *   code of `verifyUnit`, or as `observe`. Throws as `observe`
   */
  async retrieve(unit: UnitId): Promise<SessionResult<Appended & { readonly bytes: Uint8Array }>> {
    return this.#next(async () => {
      const record = this.#state.sealing.recordOf(unit);
      if (record === undefined) return refused('live/unknown-unit', { id: unit });
      const stored = await this.#state.store.get(unit);
      if (stored === undefined) return refused('run/missing-object', { id: unit });
      const read = unitFrom(stored);
      if (!read.ok) return read;
      const source = await this.#state.sealing.sourceOf(read.value.source);
      if (!source.ok) return source;
      const verified = verifyUnit(read.value, source.value);
      if (!verified.ok) return verified;
      const whole = await this.#state.store.get(read.value.source);
      if (whole === undefined) return refused('run/missing-object', { id: read.value.source });
      const bytes = whole.subarray(Number(read.value.span.start), Number(read.value.span.end));
      const producer = this.#state.sealing.producerOf(record);
      if (producer === null) return refused('live/unknown-unit', { id: unit });
      const appended = await this.#append([shownRecord(bytes, producer, 'live/retrieval', { retrieves: record })]);
      return appended.ok ? { ok: true, value: { ...appended.value, bytes: bytes.slice() } } : appended;
    });
  }

  /**
   * Takes something out of the context: units, an elision each, and one packet, rooted in a record of its own that says why.
   *
   * @returns the units in order; refused with `run/cover` when a span is not wholly in the context, with `live/empty` when
   *   nothing would leave, or as `observe`. Throws as `observe`
   */
  omit({ parts, by, cause }: Omission): Promise<SessionResult<Omitted>> {
    if (by !== 'user' && by !== 'harness') throw new TypeError('what leaves does so by a user or by the harness');
    checkText(cause, 'the cause of what leaves');
    const asked = parts.map(({ record, spans }) => ({ record, spans: spans?.map(checkedSpan) }));
    return this.#next(async () => {
      const leaving = this.#leaving(asked);
      if (!leaving.ok) return leaving;
      const bytes = noteBytes('omission', { by, cause }, this.#state.clock());
      const record = { ...besideRecord(bytes, 'live/omission'), departures: [{ cause, by, parts: leaving.value }] };
      const appended = await this.#append([record]);
      return appended.ok ? { ok: true, value: { ...appended.value, units: this.#state.sealing.lastLeft } } : appended;
    });
  }

  /** Ends the writer when everything asked for before is done, and gives the run back. Again does nothing. */
  async close(): Promise<void> {
    const before = this.#queue;
    this.#over ??= 'live/closed';
    await before.catch(() => undefined);
    await this.#state.claim.release();
  }

  /** Admits the bytes of a material that Ken itself delivered, behind a record that says which they are. @internal */
  deliver(says: Note, bytes: Uint8Array): Promise<SessionResult<Appended>> {
    const record = besideRecord(noteBytes('delivery', says, this.#state.clock()), 'live/delivery');
    return this.#behind([record], bytes, (own) => shownRecord(own, 'tool', 'live/observation'));
  }

  /** Writes the first record. @internal */
  open(bytes: Uint8Array): Promise<SessionResult<Appended>> {
    return this.#next(() => this.#append([besideRecord(bytes, 'live/opening')]));
  }

  #shown(
    bytes: Uint8Array,
    note: Note | undefined,
    record: (own: Uint8Array) => Unplaced,
  ): Promise<SessionResult<Appended>> {
    if (note !== undefined) checkNote(note);
    const notes = note === undefined ? [] : [besideRecord(noteBytes('note', note, this.#state.clock()), 'live/note')];
    return this.#behind(notes, bytes, record);
  }

  /** Appends what was seen behind records that say something of it. */
  #behind(
    before: readonly Unplaced[],
    bytes: Uint8Array,
    record: (own: Uint8Array) => Unplaced,
  ): Promise<SessionResult<Appended>> {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('what is seen is bytes');
    const own = Uint8Array.prototype.slice.call(bytes);
    return this.#next(async () => {
      if (own.length === 0) return refused('live/empty', {});
      return this.#append([...before, record(own)]);
    });
  }

  /** The spans that leave, each of them wholly in the context. */
  #leaving(
    parts: readonly { readonly record: number; readonly spans: readonly Span[] | undefined }[],
  ): SessionResult<Leaving['parts']> {
    const left = new Map<number, readonly Span[]>();
    const leaving: { record: number; spans: readonly Span[] }[] = [];
    for (const { record, spans } of parts) {
      let kept = left.get(record) ?? this.#state.sealing.kept(record);
      const wanted = spans ?? kept;
      if (wanted.length === 0) return refused('run/cover', { record });
      for (const span of wanted) {
        const rest = span.start < span.end ? subtract(kept, span) : undefined;
        if (rest === undefined) return refused('run/cover', { record, start: span.start, end: span.end });
        kept = rest;
      }
      left.set(record, kept);
      leaving.push({ record, spans: wanted });
    }
    return leaving.length === 0 ? refused('live/empty', {}) : { ok: true, value: leaving };
  }

  /** Carries a call out after those before it. */
  #next<T>(work: () => Promise<SessionResult<T>>): Promise<SessionResult<T>> {
    const over = this.#over;
    const run = async (): Promise<SessionResult<T>> => {
      const ended = over ?? (this.#over === 'live/ended' ? this.#over : undefined);
      return ended === undefined ? work() : refused(ended, {});
    };
    const done = this.#queue.then(run, run);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Appends records as one commit against the head expected. */
  async #append(records: readonly Unplaced[]): Promise<SessionResult<Appended>> {
    const { sealing, sink, branch, key, label } = this.#state;
    try {
      let last: Omit<Appended, 'head'> | undefined;
      for (const record of records) {
        const index = sealing.records;
        const gap = index === 0 ? new Uint8Array() : newLine;
        const start = sealing.end + gap.length;
        const span = { start, end: start + record.bytes.length };
        const added = await sealing.add({ ...record, index, gap, span });
        if (!added.ok) throw new TypeError(`a record of a live run was refused: ${added.refusal.code}`);
        const [event] = added.value;
        if (event === undefined) throw new TypeError('a record has an event');
        last = { event, record: index, source: rawContentId(record.bytes) };
      }
      const node = sealing.seal(
        { key, label },
        { format: LIVE, reader: `${LIVE}/1` },
        { tail: new Uint8Array(), findings: [] },
        this.#head,
      );
      if (!node.ok || last === undefined) throw new TypeError('a live run that holds records has a node');
      await sink.commit([{ branch, expected: this.#head, next: node.value.id }]);
      this.#head = node.value.id;
      return { ok: true, value: { ...last, head: node.value.id } };
    } catch (failure) {
      // It may have become visible all the same: only the store can tell, and whoever reopens the run asks it.
      this.#over = 'live/ended';
      await this.#state.claim.release();
      throw failure instanceof StoreError || failure instanceof TypeError
        ? failure
        : new StoreError('store/io', {}, failure);
    }
  }
}

import {
  asEventId,
  type EventId,
  isBytes,
  type RawContentId,
  type Refused,
  type Result,
  type RootId,
  refuse,
  type U64,
} from '@ken/address';
import type { BytesCode, EventCode } from './codes.ts';
import { type EventBody, type EventFields, eventLayout, type Origin } from './event-fields.ts';
import type { EventKind } from './event-kind.ts';
import { judge } from './event-rules.ts';
import { bytesOfRecord, decodeRecord, idOfRecord } from './layout.ts';
import { jsonU64 } from './u64.ts';

/** Gives the admitted event of an id, or undefined. Synchronous; whatever else it gives counts as a missing reference. */
export type ResolveEvent = (id: EventId) => Event | undefined;

/** The raw form of an event: what `admit` takes and JSON shows. */
export interface RawEvent {
  readonly payload: Omit<EventBody, 'seq'> & { readonly seq: number | string };
  readonly parents: readonly EventId[];
}

// Whoever holds the key has admitted the fields. It never leaves this module.
const KEY: unique symbol = Symbol('Event');

/** One thing that happened, with what caused it and what it was derived from (contract, kernel "Event"). Deeply frozen. */
export class Event implements EventFields {
  readonly root: RootId;
  readonly origin: Origin;
  readonly kind: EventKind;
  readonly payload: RawContentId;
  readonly seq: U64;
  readonly sources: readonly EventId[];
  readonly depth: number;
  readonly parents: readonly EventId[];
  #id: EventId | undefined;

  constructor(key: typeof KEY, fields: EventFields) {
    if (key !== KEY) throw new TypeError('an Event is minted or admitted');
    this.root = fields.root;
    this.origin = fields.origin;
    this.kind = fields.kind;
    this.payload = fields.payload;
    this.seq = fields.seq;
    this.sources = fields.sources;
    this.depth = fields.depth;
    this.parents = fields.parents;
    Object.freeze(this);
  }

  /**
   * The event of a body that declares its depth, over parents in any order. The same admission as `admit`, with its codes
   * and paths. Throws TypeError where `resolve` is no function.
   */
  static mint(body: EventBody, parents: readonly EventId[], resolve: ResolveEvent): Result<Event, EventCode> {
    return Event.admit({ payload: body, parents }, resolve);
  }

  /**
   * Admits a raw node `{payload: body, parents}`, ids as text. Takes any value. Refuses in this order: `event/shape`,
   * `id/…`, `event/hidden-source` for a source outside the parents, `event/missing-reference` and
   * `event/reference-mismatch` for each parent by ascending id, then by kind `event/observation`, `event/origin`,
   * `event/cardinality`, `event/verdict-subject`, then `event/depth-exceeded` and `event/depth-mismatch`. Throws TypeError
   * where `resolve` is no function.
   */
  static admit(raw: unknown, resolve: ResolveEvent): Result<Event, EventCode> {
    return admitted(eventLayout.read(raw, 'json'), resolve);
  }

  /**
   * The event behind its canonical bytes. Refuses with `cbor/…` and with the codes of `admit`. Throws TypeError for
   * anything but bytes of unshared memory, and where `resolve` is no function.
   */
  static fromBytes(bytes: Uint8Array, resolve: ResolveEvent): Result<Event, EventCode | BytesCode> {
    return admitted(decodeRecord(eventLayout, bytes), resolve);
  }

  /**
   * Admits a sequence of events, raw or as canonical bytes, in which parents stand before children. Each is resolved among
   * those before it, so that no length of history meets the stack. Gives the events in their order, frozen. The first
   * refusal ends it, with the 0-based `index` of the event among its facts. Throws TypeError for what cannot be iterated
   * and for bytes in shared memory.
   */
  static replay(history: Iterable<unknown>): Result<readonly Event[], EventCode | BytesCode> {
    const known = new Map<EventId, Event>();
    const resolve = (id: EventId): Event | undefined => known.get(id);
    const events: Event[] = [];
    for (const each of history) {
      const event = isBytes(each) ? Event.fromBytes(each, resolve) : Event.admit(each, resolve);
      if (!event.ok) {
        const { code, path, facts } = event.refusal;
        return refuse(code, { ...facts, index: events.length }, path);
      }
      known.set(event.value.id, event.value);
      events.push(event.value);
    }
    return { ok: true, value: Object.freeze(events) };
  }

  /** Whether the value came out of a door of this class. */
  static is(value: unknown): value is Event {
    return typeof value === 'object' && value !== null && #id in value;
  }

  /** The ContentId of the canonical bytes, computed once. */
  get id(): EventId {
    this.#id ??= asEventId(idOfRecord(eventLayout, this));
    return this.#id;
  }

  /** The canonical bytes, fresh. */
  toBytes(): Uint8Array {
    if (!Event.is(this)) throw new TypeError('toBytes is asked of an Event');
    return bytesOfRecord(eventLayout, this);
  }

  /** The raw form, as `admit` takes it; a seq beyond 2^53−1 is decimal text. */
  toJSON(): RawEvent {
    const { root, origin, kind, payload, seq, sources, depth, parents } = this;
    return { payload: { root, origin, kind, payload, seq: jsonU64(seq), sources, depth }, parents };
  }
}
Object.freeze(Event.prototype);
Object.freeze(Event);

function admitted<C extends string>(read: Result<EventFields, C>, resolve: ResolveEvent): Result<Event, C | EventCode> {
  if (typeof resolve !== 'function') throw new TypeError('a resolver is a function');
  if (!read.ok) return read;
  const fields = read.value;
  const hidden = hiddenSource(fields);
  if (hidden !== undefined) return hidden;
  const sources = resolveParents(fields, resolve);
  if (!sources.ok) return sources;
  return judge(fields, sources.value) ?? { ok: true, value: new Event(KEY, fields) };
}

function hiddenSource({ sources, parents }: EventFields): Refused<'event/hidden-source'> | undefined {
  // Both are in the same order, so that each search goes on where the last one ended.
  let at = 0;
  for (const [index, source] of sources.entries()) {
    at = parents.indexOf(source, at);
    if (at < 0) return refuse('event/hidden-source', { source }, `payload.sources[${index}]`);
  }
  return undefined;
}

/** Resolves every parent, in ascending order, and gives the events of the sources, which are among them. */
function resolveParents(
  { sources, parents }: EventFields,
  resolve: ResolveEvent,
): Result<readonly Event[], 'event/missing-reference' | 'event/reference-mismatch'> {
  const found: Event[] = [];
  for (const [index, asked] of parents.entries()) {
    const event = ask(resolve, asked);
    if (event === undefined) return refuse('event/missing-reference', { asked }, `parents[${index}]`);
    if (event.id !== asked) return refuse('event/reference-mismatch', { asked, found: event.id }, `parents[${index}]`);
    if (asked === sources[found.length]) found.push(event);
  }
  return { ok: true, value: found };
}

function ask(resolve: ResolveEvent, id: EventId): Event | undefined {
  try {
    const event: unknown = resolve(id);
    return Event.is(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

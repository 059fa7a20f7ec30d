import type { ContentId, EventId, UnitId } from '@ken/address';
import { Event, type Packet, verifyElision } from '@ken/kernel';
import { Continuity, isGap } from './continuity.ts';
import { openingOf } from './live/opening.ts';
import type { Objects, Sink } from './objects.ts';
import { type Facts, refused } from './refusal.ts';
import { RootCheck } from './root-check.ts';
import { differenceOf, type RunNode } from './run.ts';
import { type Leaving, Sealing } from './sealing.ts';
import { eventTable, type FindingRow, findingTable, type RecordRow, recordTable } from './tables.ts';
import { unitFrom } from './units.ts';
import type { SubjectKind, VerdictBuilder } from './verdict.ts';
import { DepartedInOrder, type Elided, unitOf, unitsOf } from './verify-departures.ts';
import { chainTo, need, orFault, packetsFrom, readAhead, rowsOf, WalkFault, walking } from './walk.ts';
import { LIVE } from './witness.ts';

/** Ends the check of a run: what follows could only repeat that this one does not hold. */
class Unfollowable extends Error {}

/** Takes what is made again and keeps none of it: only the ids count. */
const sinkOver = (objects: Objects): Sink => ({
  get: (id) => objects.get(id),
  getMany: (ids) => objects.getMany(ids),
  put: () => undefined,
  shown: () => undefined,
  relieve: async () => undefined,
});

/**
 * Re-computes a run. Every stored event is admitted again and every elision verified against its bytes; and the run is made
 * again, by the very code that seals, from the sources, the record tables and what the elisions name: each event and each
 * run node must come out under the id that is stored. Records are not classified again.
 *
 * @param sink - takes what is made again
 * @returns the run as it was made again, as far as it could be followed to its head; whether it holds the verdict says
 */
export const verifyRun = async (
  objects: Objects,
  head: ContentId,
  verdict: VerdictBuilder,
  sink: Sink = sinkOver(objects),
): Promise<Sealing | undefined> => {
  const chain = await chainTo(objects, head);
  if (!chain.ok) {
    verdict.fail(head, 'run', chain);
    return undefined;
  }
  try {
    const [first] = chain.value;
    // Whose a live run is, and that it shares its root with none, its opening says.
    if (first?.format === LIVE && (await openingOf(objects, chain.value)) === undefined)
      verdict.fail(
        first.id,
        'run',
        refused('run/unlike', { field: 'opening', wanted: 'an opening with the nonce of its key' }),
      );
    const sealing = new Sealing(sink, first?.format ?? '');
    const check = new RunCheck(objects, verdict, sealing);
    await check.readPackets(chain.value);
    for (const node of chain.value) await check.seal(node);
    return sealing;
  } catch (end) {
    if (end instanceof WalkFault) verdict.fail(String(end.refused.refusal.facts['id'] ?? head), 'table', end.refused);
    else if (!(end instanceof Unfollowable)) throw end;
    return undefined;
  }
};

class RunCheck {
  readonly #objects: Objects;
  readonly #verdict: VerdictBuilder;
  readonly #roots: RootCheck;
  readonly #sealing: Sealing;
  readonly #continuity = new Continuity();
  readonly #inContext = new Map<EventId, { readonly record: number; readonly event: Event }>();
  #packets: readonly Packet[] = [];
  #departed = new DepartedInOrder([]);
  #first: RunNode | undefined;
  #prior: RunNode | undefined;
  #last: Event | undefined;
  #units: AsyncIterator<readonly [UnitId, Uint8Array | undefined]> | undefined;

  constructor(objects: Objects, verdict: VerdictBuilder, sealing: Sealing) {
    this.#objects = objects;
    this.#verdict = verdict;
    this.#roots = new RootCheck(objects, verdict);
    this.#sealing = sealing;
  }

  /** Admits the packets, which say which elisions left together. */
  async readPackets(chain: readonly RunNode[]): Promise<void> {
    const packets: Packet[] = [];
    const last = chain.at(-1)?.packets.last ?? null;
    const read = await walking(async () => {
      for await (const packet of packetsFrom(this.#objects, last)) packets.push(packet);
    });
    if (!read.ok) {
      this.#verdict.fail(String(read.refusal.facts['id'] ?? last), 'packet', read);
      throw new Unfollowable();
    }
    this.#verdict.checked.packets += packets.length;
    this.#packets = packets.reverse();
    this.#departed = new DepartedInOrder(this.#packets);
  }

  /** Makes again what one seal added, and its node. */
  async seal(node: RunNode): Promise<void> {
    this.#first ??= node;
    const events = readAhead(this.#objects, rowsOf(this.#objects, eventTable, node.events.chunks), (id) => id);
    const next = async (): Promise<Event | undefined> => {
      const read = await events.next();
      return read.done === true ? undefined : this.#admit(...read.value);
    };
    let event = await next();
    const rows = rowsOf(this.#objects, recordTable, node.records.chunks);
    for await (const [row, bytes] of readAhead(
      this.#objects,
      rows,
      ({ source }) => source,
      ({ length }) => length,
    )) {
      if (event === undefined) this.#stop(node.id, 'run', { field: 'events', wanted: 'an event for every record' });
      const record = this.#source(row, bytes);
      const observed = event;
      const elided: Elided[] = [];
      for (event = await next(); event !== undefined; event = await next()) {
        const unit = unitOf(event);
        if (unit === undefined) break;
        elided.push(await this.#elision(event, unit));
      }
      await this.#again(row, record.index, record.bytes, observed, elided);
    }
    if (event !== undefined) this.#stop(node.id, 'run', { field: 'events', wanted: 'a record for every observation' });
    await this.#node(node);
  }

  #source(row: RecordRow, bytes: Uint8Array | undefined): { index: number; bytes: Uint8Array } {
    if (bytes === undefined) {
      this.#verdict.fail(row.source, 'source', refused('run/missing-object', { id: row.source }));
      throw new Unfollowable();
    }
    this.#verdict.checked.sources += 1;
    const index = this.#sealing.records;
    const follows = this.#continuity.record(row, bytes);
    this.#expect(follows, row.source, 'source', {
      field: 'tail',
      wanted: 'what the seal before held after its last record',
    });
    this.#expect(isGap(row.gap), row.source, 'table', {
      field: 'gap',
      wanted: 'white space, commas, NUL bytes or byte-order marks',
    });
    return { index, bytes };
  }

  /** Admits a stored event by the kernel's own door. */
  async #admit(id: ContentId, bytes: Uint8Array | undefined): Promise<Event> {
    if (bytes === undefined) {
      this.#verdict.fail(id, 'event', refused('run/missing-object', { id }));
      throw new Unfollowable();
    }
    const admitted = Event.fromBytes(bytes, (wanted) =>
      this.#last?.id === wanted ? this.#last : this.#inContext.get(wanted)?.event,
    );
    if (!admitted.ok) {
      this.#verdict.fail(id, 'event', admitted.refusal);
      throw new Unfollowable();
    }
    this.#verdict.checked.events += 1;
    await this.#roots.look(admitted.value.root);
    this.#last = admitted.value;
    return admitted.value;
  }

  /** Verifies an elision that was admitted. */
  async #elision(event: Event, unitId: UnitId): Promise<Elided> {
    const source = event.sources.map((one) => this.#inContext.get(one)).find((one) => one !== undefined);
    if (source === undefined)
      this.#stop(event.id, 'cover', { field: 'sources', wanted: 'a record still in the context' });
    const stored = await this.#unit(unitId);
    if (stored === undefined) {
      this.#verdict.fail(unitId, 'unit', refused('run/missing-object', { id: unitId }));
      throw new Unfollowable();
    }
    const unit = unitFrom(stored);
    const verified = unit.ok
      ? verifyElision({
          event,
          unit: unit.value,
          sourceEvent: source.event,
          bytes: orFault(await this.#sealing.sourceOf(unit.value.source)),
        })
      : unit;
    if (!unit.ok || !verified.ok) {
      this.#verdict.fail(unitId, 'unit', verified.ok ? refused('run/unlike', {}) : verified.refusal);
      throw new Unfollowable();
    }
    this.#verdict.checked.units += 1;
    return { event: event.id, unit: unit.value, record: source.record, source: source.event.id };
  }

  /** A stored unit. Packets list them in the order of their elisions, so that many are read at once; else it is read alone. */
  async #unit(id: UnitId): Promise<Uint8Array | undefined> {
    this.#units ??= readAhead(this.#objects, unitsOf(this.#packets), (one) => one);
    const next = await this.#units.next();
    return next.done !== true && next.value[0] === id ? next.value[1] : this.#objects.get(id);
  }

  /** Makes a record and what left because of it again, and compares the events that come of it. */
  async #again(
    row: RecordRow,
    index: number,
    bytes: Uint8Array,
    observed: Event,
    elided: readonly Elided[],
  ): Promise<void> {
    const start = this.#sealing.end + row.gap.length;
    const made = await this.#sealing.add({
      ...row,
      index,
      bytes,
      span: { start, end: start + bytes.length },
      departures: this.#departures(elided, row, index, observed.id),
      retrieves: this.#retrieved(observed),
    });
    if (!made.ok) {
      this.#verdict.fail(observed.id, 'cover', made);
      throw new Unfollowable();
    }
    const stored = [observed.id, ...elided.map((one) => one.event)];
    const differs = stored.findIndex((id, at) => id !== made.value[at]);
    if (differs !== -1 || made.value.length !== stored.length) {
      const declared = stored[differs] ?? null;
      this.#stop(declared ?? observed.id, 'event', { field: 'events', declared, actual: made.value[differs] ?? null });
    }
    if (row.context !== null) this.#inContext.set(observed.id, { record: index, event: observed });
    // Of a live run everything can come back.
    if (this.#first?.format === LIVE) return;
    for (const { record, source } of elided) if (!this.#sealing.isActive(record)) this.#inContext.delete(source);
  }

  /** The record that an event brings back into the context. */
  #retrieved({ kind, sources }: Event): number | null {
    if (kind !== 'retrieval') return null;
    return sources.map((id) => this.#inContext.get(id)?.record).find((record) => record !== undefined) ?? null;
  }

  /** What left, in the packets that hold it. */
  #departures(elided: readonly Elided[], row: RecordRow, index: number, at: EventId): readonly Leaving[] {
    const departures = this.#departed.next(elided, row, index);
    if (departures.ok) return departures.value;
    return this.#stop(departures.packet ?? at, 'packet', { field: 'units', wanted: departures.wanted });
  }

  async #node(node: RunNode): Promise<void> {
    const first = this.#first ?? node;
    for (const finding of await this.#findings(node, 'findings', node.findings.chunks)) this.#sealing.note(finding);
    const findings = await this.#findings(node, 'ending', node.ending);
    const tail = node.tail === null ? new Uint8Array() : await this.#objects.get(node.tail);
    if (tail === undefined) {
      this.#verdict.fail(node.tail ?? node.id, 'source', refused('run/missing-object', { id: node.tail }));
      throw new Unfollowable();
    }
    const prior = this.#prior;
    const closed = this.#continuity.isClosed;
    this.#expect(this.#continuity.end(tail), node.id, 'run', {
      field: 'tail',
      wanted: 'what the seal before held, or more',
    });
    const hasMore = node.bytes > (prior?.bytes ?? 0);
    const goesOn = closed && (node.records.count > (prior?.records.count ?? 0) || node.tail !== prior?.tail);
    this.#expect(hasMore || goesOn, node.id, 'run', { field: 'bytes', wanted: 'more than the seal before' });
    const again = orFault(
      this.#sealing.seal({ key: first.run, label: first.label }, first, { tail, findings }, this.#prior?.id ?? null),
    );
    for (const id of node.frame) orFault(await need(this.#objects, id));
    this.#prior = node;
    if (again.id === node.id) return;
    const difference = differenceOf(node, again);
    this.#stop(node.id, difference.field === 'frame' ? 'cover' : 'run', difference);
  }

  async #findings(node: RunNode, field: string, chunks: readonly ContentId[]): Promise<readonly FindingRow[]> {
    const findings: FindingRow[] = [];
    for await (const finding of rowsOf(this.#objects, findingTable, chunks)) {
      const { record, span } = finding;
      const placed =
        (record ?? 0) < this.#sealing.records && (span === null || (span.start <= span.end && span.end <= node.bytes));
      this.#expect(placed, node.id, 'table', { field, wanted: 'a record and a span of the file' });
      findings.push(finding);
    }
    return findings;
  }

  #expect(holds: boolean, id: string, kind: SubjectKind, facts: Facts): void {
    if (!holds) this.#verdict.fail(id, kind, refused(kind === 'cover' ? 'run/cover' : 'run/unlike', facts));
  }

  #stop(id: string, kind: SubjectKind, facts: Facts): never {
    this.#expect(false, id, kind, facts);
    throw new Unfollowable();
  }
}

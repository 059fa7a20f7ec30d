import type { ContentId, EventId, RawContentId, UnitId } from '@ken/address';
import { Event, type KnownSource, knownSource, Packet, verifyElision } from '@ken/kernel';
import { sameSpans, subtract } from './cover.ts';
import type { Objects } from './objects.ts';
import { type Facts, refused } from './refusal.ts';
import { RootCheck } from './root-check.ts';
import type { RunNode } from './run.ts';
import { eventTable, findingTable, frameTable, type RecordRow, recordTable, type Span } from './tables.ts';
import { unitFrom } from './units.ts';
import type { Findings, SubjectKind } from './verdict.ts';
import { chainTo, need, orFault, rowsOf, walking } from './walk.ts';

interface Active {
  readonly record: number;
  readonly event: Event;
  readonly kept: readonly Span[];
}

/** Ends the check of a run: what follows could only repeat that this one is missing. */
class Unfollowable extends Error {}

/**
 * Re-computes everything a head reaches: sources, roots, events in order by the same admission that made them, each elision
 * against its bytes, packets against the elisions, and the cover of each seal. Does not classify records again.
 */
export const verifyRun = async (objects: Objects, head: ContentId, findings: Findings): Promise<void> => {
  const chain = await chainTo(objects, head);
  if (!chain.ok) {
    findings.fail(head, 'run', chain);
    return;
  }
  const check = new RunCheck(objects, findings);
  const walked = await walking(async () => {
    try {
      for (const node of chain.value) await check.seal(node);
      await check.packets(chain.value);
    } catch (end) {
      if (!(end instanceof Unfollowable)) throw end;
    }
  });
  if (!walked.ok) findings.fail(String(walked.refusal.facts['id'] ?? head), 'table', walked);
};

class RunCheck {
  readonly #objects: Objects;
  readonly #findings: Findings;
  readonly #roots: RootCheck;
  readonly #active = new Map<EventId, Active>();
  readonly #units: UnitId[] = [];
  readonly #unitsAtSeal: number[] = [];
  #run: string | undefined;
  #last: Event | undefined;
  #seq = 0;
  #record = -1;
  #bytes = 0;
  #findingRows = 0;
  #known: { readonly id: RawContentId; readonly source: KnownSource } | undefined;

  constructor(objects: Objects, findings: Findings) {
    this.#objects = objects;
    this.#findings = findings;
    this.#roots = new RootCheck(objects, findings);
  }

  /** Checks what one seal added, and the working frame as it left it. */
  async seal(node: RunNode): Promise<void> {
    this.#run ??= node.run;
    this.#expect(node.run === this.#run, node.id, 'run', { field: 'run', declared: node.run, actual: this.#run });
    const rows = rowsOf(this.#objects, recordTable, node.records.chunks);
    for await (const id of rowsOf(this.#objects, eventTable, node.events.chunks)) {
      const event = await this.#admit(id);
      if (event.kind === 'observation') {
        const next = await rows.next();
        if (next.done === true)
          return this.#stop(id, 'event', { field: 'records', wanted: 'a record for every observation' });
        await this.#observation(event, next.value);
      } else if (typeof event.kind === 'object' && 'elision' in event.kind) {
        await this.#elision(event, event.kind.elision.unit);
      } else this.#unlike(id, 'event', { field: 'kind', wanted: 'an observation or an elision' });
      this.#last = event;
      this.#seq += 1;
    }
    const rest = await rows.next();
    this.#expect(rest.done === true, node.id, 'run', { field: 'records', wanted: 'an event for every record' });
    await this.#totals(node);
    await this.#frame(node);
    this.#unitsAtSeal.push(this.#units.length);
  }

  /** Checks that the packets, from the first to the last, list exactly the units that were elided, in that order. */
  async packets(chain: readonly RunNode[]): Promise<void> {
    const last = chain.at(-1);
    if (last === undefined) return;
    const packets: Packet[] = [];
    for (let id: ContentId | null = last.packets.last; id !== null; ) {
      const found: ReturnType<typeof Packet.fromBytes> = Packet.fromBytes(orFault(await need(this.#objects, id)));
      if (!found.ok) return this.#findings.fail(id, 'packet', found.refusal);
      this.#findings.checked.packets += 1;
      packets.push(found.value);
      id = found.value.prior ?? null;
    }
    packets.reverse();
    const listed = packets.flatMap((packet) => [...packet.units]);
    const differs = listed.findIndex((unit, index) => unit !== this.#units[index]);
    this.#expect(listed.length === this.#units.length && differs === -1, last.id, 'packet', {
      field: 'units',
      declared: listed.length,
      actual: this.#units.length,
      ...(differs === -1 ? {} : { firstDifference: differs }),
    });
    chain.forEach((node, index) => {
      const upTo = packets.slice(0, node.packets.count);
      const tip = upTo.at(-1)?.id ?? null;
      const units = upTo.reduce((sum, packet) => sum + packet.units.length, 0);
      this.#expect(tip === node.packets.last, node.id, 'packet', {
        field: 'packets.last',
        declared: node.packets.last,
        actual: tip,
      });
      this.#expect(units === node.units && units === this.#unitsAtSeal[index], node.id, 'packet', {
        field: 'units',
        declared: node.units,
        actual: units,
      });
    });
  }

  async #admit(id: ContentId): Promise<Event> {
    const bytes = await this.#objects.get(id);
    if (bytes === undefined) {
      this.#findings.fail(id, 'event', refused('run/missing-object', { id }));
      throw new Unfollowable();
    }
    const admitted = Event.fromBytes(bytes, (wanted) =>
      this.#last?.id === wanted ? this.#last : this.#active.get(wanted)?.event,
    );
    if (!admitted.ok) {
      this.#findings.fail(id, 'event', admitted.refusal);
      throw new Unfollowable();
    }
    const event = admitted.value;
    this.#findings.checked.events += 1;
    const parents = new Set([...(this.#last === undefined ? [] : [this.#last.id]), ...event.sources]);
    const chained = event.parents.length === parents.size && event.parents.every((parent) => parents.has(parent));
    this.#expect(event.id === id, id, 'event', { field: 'id', declared: id, actual: event.id });
    this.#expect(Number(event.seq) === this.#seq, id, 'event', {
      field: 'seq',
      declared: Number(event.seq),
      actual: this.#seq,
    });
    this.#expect(chained, id, 'event', { field: 'parents', wanted: 'the event before, and the sources' });
    this.#expect(event.origin === 'historical', id, 'event', {
      field: 'origin',
      declared: event.origin,
      actual: 'historical',
    });
    return event;
  }

  async #observation(event: Event, row: RecordRow): Promise<void> {
    this.#record += 1;
    const bytes = await this.#objects.get(row.source);
    if (bytes === undefined)
      this.#findings.fail(row.source, 'source', refused('run/missing-object', { id: row.source }));
    else this.#findings.checked.sources += 1;
    this.#expect(event.payload === row.source, event.id, 'event', {
      field: 'payload',
      declared: event.payload,
      actual: row.source,
    });
    this.#expect(row.seq === this.#seq, event.id, 'table', { field: 'seq', declared: row.seq, actual: this.#seq });
    this.#expect((row.context !== null) === (row.place === 'context'), event.id, 'table', {
      field: 'context',
      wanted: 'a span iff the record is context',
    });
    const { context } = row;
    if (context !== null) {
      const { start, end } = context.span;
      const inside = start < end && (bytes === undefined || end <= bytes.length);
      this.#expect(inside, event.id, 'cover', { field: 'context', start, end, length: bytes?.length ?? null });
      this.#active.set(event.id, { record: this.#record, event, kept: [context.span] });
    }
    this.#bytes += row.gap.length + (bytes?.length ?? 0);
    await this.#roots.observation(event, row);
  }

  async #elision(event: Event, id: UnitId): Promise<void> {
    await this.#roots.elision(event);
    this.#units.push(id);
    const sourceEvent = event.sources.map((source) => this.#active.get(source)).find((one) => one !== undefined);
    const stored = await this.#objects.get(id);
    if (stored === undefined) return this.#findings.fail(id, 'unit', refused('run/missing-object', { id }));
    const unit = unitFrom(stored);
    if (!unit.ok) return this.#findings.fail(id, 'unit', unit);
    if (sourceEvent === undefined)
      return this.#unlike(id, 'cover', { field: 'sources', wanted: 'a record still in the context' });
    const known = await this.#sourceOf(unit.value.source);
    if (known === undefined) {
      return this.#findings.fail(id, 'unit', { code: 'verify/source-unavailable', facts: { id: unit.value.source } });
    }
    const verified = verifyElision({ event, unit: unit.value, sourceEvent: sourceEvent.event, bytes: known });
    if (!verified.ok) return this.#findings.fail(id, 'unit', verified.refusal);
    this.#findings.checked.units += 1;
    const span = { start: Number(unit.value.span.start), end: Number(unit.value.span.end) };
    const kept = subtract(sourceEvent.kept, span);
    if (kept === undefined) return this.#unlike(id, 'cover', { field: 'span', ...span, record: sourceEvent.record });
    if (kept.length === 0) this.#active.delete(sourceEvent.event.id);
    else this.#active.set(sourceEvent.event.id, { ...sourceEvent, kept });
  }

  async #sourceOf(id: RawContentId): Promise<KnownSource | undefined> {
    if (this.#known?.id !== id) {
      const bytes = await this.#objects.get(id);
      if (bytes === undefined) return undefined;
      this.#known = { id, source: knownSource(bytes) };
    }
    return this.#known.source;
  }

  async #totals(node: RunNode): Promise<void> {
    const tail = node.tail === null ? undefined : await this.#objects.get(node.tail);
    if (node.tail !== null && tail === undefined)
      this.#findings.fail(node.tail, 'source', refused('run/missing-object', { id: node.tail }));
    for await (const { record, span } of rowsOf(this.#objects, findingTable, node.findings.chunks)) {
      this.#findingRows += 1;
      const placed =
        (record ?? 0) <= this.#record && (span === null || (span.start <= span.end && span.end <= node.bytes));
      this.#expect(placed, node.id, 'table', { field: 'findings', wanted: 'a record and a span of the file' });
    }
    const totals: readonly (readonly [string, number | string | null, number | string | null])[] = [
      ['records.count', node.records.count, this.#record + 1],
      ['events.count', node.events.count, this.#seq],
      ['events.last', node.events.last, this.#last?.id ?? null],
      ['findings.count', node.findings.count, this.#findingRows],
      ['bytes', node.bytes, this.#bytes + (tail?.length ?? 0)],
    ];
    for (const [field, declared, actual] of totals)
      this.#expect(declared === actual, node.id, 'run', { field, declared, actual });
  }

  /** Kept and elided tile each context span: what was not elided must be what the frame keeps, row by row. */
  async #frame(node: RunNode): Promise<void> {
    const expected = this.#active.values();
    for await (const row of rowsOf(this.#objects, frameTable, node.frame)) {
      const active = expected.next().value;
      const same = active !== undefined && active.record === row.record && sameSpans(active.kept, row.spans);
      if (!same) return this.#unlike(node.id, 'cover', { field: 'frame', record: row.record });
    }
    const missing = expected.next().value;
    this.#expect(missing === undefined, node.id, 'cover', { field: 'frame', record: missing?.record ?? null });
  }

  #expect(holds: boolean, id: string, kind: SubjectKind, facts: Facts): void {
    if (!holds) this.#unlike(id, kind, facts);
  }

  #unlike(id: string, kind: SubjectKind, facts: Facts): void {
    this.#findings.fail(id, kind, refused(kind === 'cover' ? 'run/cover' : 'run/unlike', facts));
  }

  #stop(id: string, kind: SubjectKind, facts: Facts): never {
    this.#unlike(id, kind, facts);
    throw new Unfollowable();
  }
}

import { type ContentId, contentId, rawContentId } from '@ken/address';
import { Event, type EventBody, Packet, RootEvent, Unit } from '@ken/kernel';
import type { ObjectId, Store } from '@ken/store';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Objects } from '../src/objects.ts';
import { type RunState, sealRun } from '../src/run.ts';
import {
  eventTable,
  type FrameRow,
  frameTable,
  type RecordRow,
  recordTable,
  sealChunk,
  type Table,
} from '../src/tables.ts';
import { unitFrom } from '../src/units.ts';
import { verifyObject } from '../src/verify.ts';
import { chainTo, rowsOf } from '../src/walk.ts';
import { worked } from './claude.ts';
import { changed, must, sealed } from './running.ts';

/** What a forger changes: everything is hashed anew, so that only what the run says is wrong, never an id. */
interface Edits {
  readonly records?: (rows: RecordRow[]) => RecordRow[];
  readonly events?: (rows: ContentId[]) => ContentId[];
  readonly frame?: (rows: FrameRow[]) => FrameRow[];
  readonly state?: (state: RunState) => RunState;
  readonly objects?: readonly (readonly [ObjectId, Uint8Array | undefined])[];
}

const rowsIn = async <Row>(store: Store, table: Table<Row>, chunks: readonly ContentId[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of rowsOf(store, table, chunks)) rows.push(row);
  return rows;
};

const forge = async (store: Store, head: ContentId, edits: Edits): Promise<{ objects: Objects; head: ContentId }> => {
  const [node] = must(await chainTo(store, head));
  if (node === undefined) throw new Error('a run has a node');
  const objects = new Map<ObjectId, Uint8Array | undefined>(edits.objects ?? []);
  const chunk = <Row>(table: Table<Row>, rows: readonly Row[]): ContentId[] => {
    if (rows.length === 0) return [];
    const { id, bytes } = sealChunk(table, rows);
    objects.set(id, bytes);
    return [id];
  };
  const same = <T>(rows: T[]): T[] => rows;
  const { id: _, prior, ...state } = node;
  const records = (edits.records ?? same)(await rowsIn(store, recordTable, state.records.chunks));
  const events = (edits.events ?? same)(await rowsIn(store, eventTable, state.events.chunks));
  const frame = (edits.frame ?? same)(await rowsIn(store, frameTable, state.frame));
  const forged: RunState = {
    ...state,
    records: { ...state.records, chunks: chunk(recordTable, records) },
    events: { ...state.events, chunks: chunk(eventTable, events) },
    frame: chunk(frameTable, frame),
  };
  const run = sealRun(edits.state?.(forged) ?? forged, prior);
  objects.set(run.id, run.bytes);
  return { objects: changed(store, objects), head: run.id };
};

/** Mints every event anew over changed bodies, so that the kernel admits them all and only the run's own rules are broken. */
const remint = async (
  store: Store,
  events: readonly ContentId[],
  change: (body: EventBody, seq: number) => EventBody,
): Promise<Edits> => {
  const old: Event[] = [];
  const renewed = new Map<string, Event>();
  for (const id of events) {
    const event = must(
      Event.fromBytes((await store.get(id)) ?? new Uint8Array(), (wanted) => old.find((one) => one.id === wanted)),
    );
    old.push(event);
    const { root, origin, kind, payload, seq, depth } = event;
    const now = (one: string) => renewed.get(one)?.id ?? event.id;
    const body = change({ root, origin, kind, payload, seq, depth, sources: event.sources.map(now) }, Number(seq));
    const resolve = (wanted: string) => [...renewed.values()].find((one) => one.id === wanted);
    renewed.set(event.id, must(Event.mint(body, event.parents.map(now), resolve)));
  }
  const all = [...renewed.values()];
  return {
    events: () => all.map((event) => event.id),
    objects: all.map((event) => [event.id, event.toBytes()]),
    state: (state) => ({ ...state, events: { ...state.events, last: all.at(-1)?.id ?? state.events.last } }),
  };
};

const reframe = (change: (row: FrameRow) => FrameRow) => (rows: FrameRow[]) => [
  change(rows[0] as FrameRow),
  ...rows.slice(1),
];
const rerecord = (at: number, change: (row: RecordRow) => RecordRow) => (rows: RecordRow[]) =>
  rows.map((row, index) => (index === at ? change(row) : row));

describe('verify of a head', () => {
  let store: Store;
  let head: ContentId;
  let packet: Packet;
  let events: ContentId[];

  beforeAll(async () => {
    ({ store, head } = await sealed(worked().text()));
    const [node] = must(await chainTo(store, head));
    packet = must(Packet.fromBytes((await store.get(node?.packets.last ?? head)) ?? new Uint8Array()));
    events = await rowsIn(store, eventTable, node?.events.chunks ?? []);
  });

  const failures = async (edits: Edits): Promise<string[]> => {
    const forged = await forge(store, head, edits);
    const { verdict } = must(await verifyObject(forged.objects, forged.head));
    expect(verdict.verified).toBe(verdict.failures.length === 0);
    return [...new Set(verdict.failures.map((one) => `${one.kind} ${one.code}`))];
  };

  test('control: a run whose tables are only written anew verifies', async () => {
    expect(await failures({})).toEqual([]);
    expect((await forge(store, head, {})).head).toBe(head);
  });

  const cutFirst = (row: FrameRow): FrameRow => {
    const [first] = row.spans;
    return { ...row, spans: first === undefined ? [] : [{ start: first.start, end: first.end - 1 }] };
  };

  test.each<[string, Edits, string[]]>([
    ['keeps one byte less than was not left out', { frame: reframe(cutFirst) }, ['cover run/cover']],
    ['keeps a record less', { frame: (rows) => rows.slice(1) }, ['cover run/cover']],
    ['keeps a record twice', { frame: (rows) => [...rows, rows[0] as FrameRow] }, ['cover run/cover']],
    [
      'calls a record of the context beside it',
      { records: rerecord(9, (row) => ({ ...row, place: 'beside', context: null })) },
      ['cover run/cover'],
    ],
    [
      'calls a record beside although it has a context span',
      { records: rerecord(9, (row) => ({ ...row, place: 'beside' })) },
      ['cover run/cover'],
    ],
    [
      'makes a context span longer than its record',
      {
        records: rerecord(9, (row) => ({
          ...row,
          context: { path: 'message.content', span: { start: 0, end: 99_999 } },
        })),
      },
      ['cover run/cover'],
    ],
    [
      'makes the context span of a record that was left out longer',
      {
        records: rerecord(0, (row) => ({
          ...row,
          context: { path: 'x', span: { start: 0, end: (row.context?.span.end ?? 0) + 1 } },
        })),
      },
      ['cover run/cover'],
    ],
    [
      'loses the bytes between two records',
      { records: rerecord(3, (row) => ({ ...row, gap: new Uint8Array() })) },
      ['run run/unlike'],
    ],
    [
      'exchanges two records',
      { records: (rows) => [rows[1] as RecordRow, rows[0] as RecordRow, ...rows.slice(2)] },
      ['event run/unlike', 'table run/unlike', 'root run/unlike', 'unit elision/mismatch', 'cover run/cover'],
    ],
    ['leaves out the last record', { records: (rows) => rows.slice(0, -1) }, ['run run/unlike']],
    ['leaves out the last event', { events: (rows) => rows.slice(0, -1) }, ['run run/unlike', 'cover run/cover']],
    [
      'exchanges two events',
      { events: (rows) => [rows[1] as ContentId, rows[0] as ContentId, ...rows.slice(2)] },
      ['event event/missing-reference'],
    ],
    [
      'names another length of the file',
      { state: (state) => ({ ...state, bytes: state.bytes + 1 }) },
      ['run run/unlike'],
    ],
    ['names another number of units', { state: (state) => ({ ...state, units: state.units - 1 }) }, ['run run/unlike']],
    [
      'hides its packets',
      { state: (state) => ({ ...state, units: 0, packets: { count: 0, last: null } }) },
      ['packet run/unlike'],
    ],
    [
      'claims a million packets',
      { state: (state) => ({ ...state, packets: { ...state.packets, count: 1e6 } }) },
      ['run run/unlike'],
    ],
    [
      'hides a record in what stands between two others',
      {
        records: (rows) =>
          rows.flatMap((row, at) =>
            at === 5 ? [] : at === 6 ? [{ ...row, gap: new TextEncoder().encode('\n{"a":1}\n') }] : [row],
          ),
      },
      ['table run/unlike', 'event run/unlike', 'run run/unlike'],
    ],
    ['hides its tail', { state: (state) => ({ ...state, tail: null }) }, ['run run/unlike']],
  ])('finds a run that %s', async (_, edits, expected) => {
    const found = await failures(edits);
    expect(found.length).toBeGreaterThan(0);
    expect(expected).toEqual(expect.arrayContaining(found));
  });

  test('finds events that the kernel admits and a run may not have, beside a control', async () => {
    const first = (await store.get(events[0] ?? head)) ?? new Uint8Array();
    const { root } = must(Event.fromBytes(first, () => undefined));
    const at = (place: number, other: Partial<EventBody>) => (body: EventBody, seq: number) =>
      seq === place ? { ...body, ...other } : body;
    const bytes = new TextEncoder().encode('said elsewhere');
    const elsewhere = must(RootEvent.mint({ kind: 'operator_prompt', material: bytes, seq: 3 }));
    expect(await failures(await remint(store, events, (body) => body))).toEqual([]);
    expect(await failures(await remint(store, events, at(7, { root })))).toEqual(['event run/unlike']);
    expect(await failures(await remint(store, events, at(16, { origin: 'tool' })))).toEqual(['event run/unlike']);
    expect(await failures(await remint(store, events, at(3, { seq: 4 })))).toEqual(['event run/unlike']);
    const unknown = await remint(store, events, at(3, { root: elsewhere.id }));
    expect(await failures(unknown)).toEqual(['event run/unlike']);
    const held = { ...unknown, objects: [...(unknown.objects ?? []), [elsewhere.id, elsewhere.toBytes()] as const] };
    expect(await failures(held)).toEqual(['event run/unlike']);
  });

  test('finds a departure that was split over two packets, or hidden behind an empty one', async () => {
    const half = must(Packet.genesis(packet.units.slice(0, 3)));
    const rest = must(Packet.following(half.id, packet.units.slice(3)));
    const empty = must(Packet.genesis([]));
    const whole = must(Packet.following(empty.id, packet.units));
    for (const [first, last] of [
      [half, rest],
      [empty, whole],
    ] as const) {
      const state = (one: RunState): RunState => ({ ...one, packets: { count: 2, last: last.id } });
      const objects = [[first.id, first.toBytes()] as const, [last.id, last.toBytes()] as const];
      expect(await failures({ state, objects })).not.toEqual([]);
    }
  });

  test('finds rows in chunks that are not full, and a producer that there is not', async () => {
    const [node] = must(await chainTo(store, head));
    if (node === undefined) throw new Error('a run has a node');
    const rows = await rowsIn(store, recordTable, node.records.chunks);
    const single = rows.map((row) => sealChunk(recordTable, [row]));
    const pope = sealChunk(
      recordTable,
      rows.map((row) => ({ ...row, producer: 'pope' as 'tool' })),
    );
    for (const chunks of [single, [pope]]) {
      const state = (one: RunState): RunState => ({
        ...one,
        records: { ...one.records, chunks: chunks.map(({ id }) => id) },
      });
      expect(await failures({ state, objects: chunks.map(({ id, bytes }) => [id, bytes] as const) })).toEqual([
        'table table/shape',
      ]);
    }
  });

  test('finds a second seal that adds nothing, is shorter, or calls the session otherwise', async () => {
    const [node] = must(await chainTo(store, head));
    if (node === undefined) throw new Error('a run has a node');
    const { id: _, prior: __, ...state } = node;
    const none = {
      records: { ...state.records, chunks: [] },
      events: { ...state.events, chunks: [] },
      findings: { ...state.findings, chunks: [] },
    };
    const tail = new TextEncoder().encode('\n\n');
    const longer = { ...state, ...none, bytes: state.bytes + 1, tail: rawContentId(tail) };
    const judged = async (second: RunState): Promise<boolean> => {
      const run = sealRun(second, head);
      const objects = changed(
        store,
        new Map<ObjectId, Uint8Array>([
          [run.id, run.bytes],
          [rawContentId(tail), tail],
        ]),
      );
      return must(await verifyObject(objects, run.id)).verdict.verified;
    };
    expect(await judged(longer)).toBe(true);
    expect(await judged({ ...state, ...none })).toBe(false);
    expect(await judged({ ...longer, tail: null, bytes: state.bytes - 1 })).toBe(false);
    for (const other of [{ label: 'another' }, { reader: 'another/2' }, { format: 'another' }, { run: 'another' }]) {
      expect(await judged({ ...longer, ...other })).toBe(false);
    }
  });

  test('finds packets that list the units in another order, or one less', async () => {
    for (const units of [[...packet.units].reverse(), packet.units.slice(1)]) {
      const other = must(Packet.genesis(units));
      const state = (one: RunState): RunState => ({ ...one, packets: { count: 1, last: other.id } });
      expect(await failures({ state, objects: [[other.id, other.toBytes()]] })).toEqual(['packet run/unlike']);
    }
  });

  test('reports a packet that its door refuses as that refusal, and not as something else', async () => {
    const bytes = packet.toBytes();
    const damaged = bytes.slice(0, -1);
    const id = contentId(damaged);
    const state = (one: RunState): RunState => ({ ...one, packets: { count: 1, last: id } });
    expect(await failures({ state, objects: [[id, damaged]] })).toEqual(['packet cbor/malformed']);
  });

  test('names every kind of object that is missing', async () => {
    const unit = packet.units[0] ?? head;
    const source = must(unitFrom((await store.get(unit)) ?? new Uint8Array())).source;
    expect(await failures({ objects: [[unit, undefined]] })).toContain('unit run/missing-object');
    expect(await failures({ objects: [[source, undefined]] })).toEqual(['source run/missing-object']);
    expect(await failures({ objects: [[packet.id, undefined]] })).toEqual(['packet run/missing-object']);
    expect(await failures({ objects: [[events[3] ?? head, undefined]] })).toEqual(['event run/missing-object']);
  });

  test('a root that nobody holds is counted apart and does not change the verdict', async () => {
    const unit = must(unitFrom((await store.get(packet.units[0] ?? head)) ?? new Uint8Array()));
    const { objects } = await forge(store, head, { objects: [[unit.root, undefined]] });
    const { verdict } = must(await verifyObject(objects, head));
    expect(verdict).toMatchObject({ verified: true, roots: { resolved: 3, unresolved: 1 } });
  });
});

describe('verify of a unit', () => {
  test('over another source fails, beside a control that passes', async () => {
    const { store, head } = await sealed(worked().text());
    const [node] = must(await chainTo(store, head));
    const packet = must(Packet.fromBytes((await store.get(node?.packets.last ?? head)) ?? new Uint8Array()));
    const id = packet.units[0] ?? head;
    expect(must(await verifyObject(store, id))).toMatchObject({
      kind: 'unit',
      verdict: { verified: true, roots: { resolved: 1 } },
    });
    const unit = must(unitFrom((await store.get(id)) ?? new Uint8Array()));
    const other = ((await store.get(unit.source)) ?? new Uint8Array()).map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    const { verdict } = must(await verifyObject(changed(store, new Map([[unit.source, other]])), id));
    expect(verdict.failures.map((one) => one.code)).toEqual(['verify/source-mismatch']);
  });

  test('with a root that was never minted verifies, and says that the root did not resolve', async () => {
    const source = new TextEncoder().encode('material');
    const root = must(RootEvent.mint({ kind: 'harness_event', material: source, seq: 9 }));
    const unit = must(Unit.seal({ op: 'elide', source, span: { start: 0, end: 4 }, root: root.id }));
    const held: Objects = {
      get: async (id) => (id === unit.id ? unit.toBytes() : id === unit.source ? source : undefined),
      getMany: (ids) => Promise.all(ids.map((id) => held.get(id))),
    };
    expect(must(await verifyObject(held, unit.id)).verdict).toMatchObject({
      verified: true,
      roots: { resolved: 0, unresolved: 1 },
    });
  });
});

describe('verify of an event', () => {
  test('that elides is verified by its unit too, beside a control', async () => {
    const { store, head } = await sealed(worked().text());
    const [node] = must(await chainTo(store, head));
    const events = await rowsIn(store, eventTable, node?.events.chunks ?? []);
    const elision = events[8] ?? head;
    expect(must(await verifyObject(store, elision))).toMatchObject({
      kind: 'event',
      verdict: { verified: true, checked: { units: 1, events: 9, sources: 1 }, roots: { resolved: 1, unresolved: 0 } },
    });
    const packet = must(Packet.fromBytes((await store.get(node?.packets.last ?? head)) ?? new Uint8Array()));
    const without = changed(store, new Map([[packet.units[0] ?? head, undefined]]));
    expect(must(await verifyObject(without, elision)).verdict.failures).toMatchObject([
      { kind: 'unit', code: 'run/missing-object' },
    ]);
  });
});

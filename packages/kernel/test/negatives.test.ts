import { asPacketId, contentId, type EventId, idSet, type RootId, rawContentId } from '@ken/address';
import {
  Derivation,
  Event,
  type EventBody,
  isRooted,
  knownSource,
  Packet,
  RootEvent,
  Unit,
  verifyUnit,
  verifyUnitWith,
} from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import {
  body,
  imported,
  library,
  material,
  otherReply,
  quoted,
  rawUnit,
  recalled,
  reply,
  resolve,
  root,
  summary,
  throughEachDoor,
  toolResult,
  unit,
  unminted,
} from './fixtures.ts';
import { derivationBytes, eventBytes, packetBytes } from './raw-bytes.ts';
import { fromHex, must, outcome, toHex } from './vectors.ts';

/** What each way in answers to a raw unit: the raw value, and its derivation's bytes with depth and life beside them. */
function admitBothWays(raw: { [name: string]: unknown }): string[] {
  const stored = Derivation.fromBytes(derivationBytes(raw));
  const { depth, life } = raw;
  return [
    outcome(Unit.admit(raw)),
    stored.ok ? outcome(Unit.admit({ ...stored.value, depth, life })) : outcome(stored),
  ];
}

describe('a unit', () => {
  it('control: the unit that the cases below change is admitted both ways and sealed', () => {
    expect(admitBothWays(rawUnit)).toEqual(['ok', 'ok']);
    expect(outcome(Unit.seal({ op: 'elide', source: material, span: unit.span, root: root.id }))).toBe('ok');
  });

  it.each(['generate', 'concise'] as const)(
    'by %s is neither sealed nor admitted, and the refusal names the class',
    (op) => {
      const code = 'unit/not-mintable';
      expect(admitBothWays({ ...rawUnit, op })).toEqual([code, code]);
      const check = op === 'generate' ? 'ground_attest' : 'ground';
      const sealed = Unit.seal({ op, source: material, span: unit.span, root: root.id });
      expect(sealed).toEqual({ ok: false, refusal: { code, path: 'op', facts: { op, check } } });
      expect(Unit.admit({ ...rawUnit, op })).toEqual(sealed);
    },
  );

  it.each([1, 2, 7, 2 ** 32 - 1])('of depth %i is refused with both figures', (depth) => {
    const refusal = { code: 'unit/depth-mismatch', path: 'depth', facts: { declared: depth, implied: 0 } };
    expect(Unit.admit({ ...rawUnit, depth })).toEqual({ ok: false, refusal });
    expect(admitBothWays({ ...rawUnit, depth })).toEqual([refusal.code, refusal.code]);
  });

  it.each([
    [0, 0],
    [9, 9],
    [9, 4],
  ])('over the span (%i, %i) is neither sealed nor admitted', (start, end) => {
    const code = 'unit/unaddressed-span';
    expect(admitBothWays({ ...rawUnit, span: { start, end } })).toEqual([code, code]);
    const sealed = Unit.seal({ op: 'elide', source: material, span: { start, end }, root: root.id });
    expect(sealed).toEqual({ ok: false, refusal: { code, path: 'span', facts: { start, end } } });
  });

  it('that lies about what was elided is admitted, and then fails verification', () => {
    const elided = rawContentId(fromHex('00'));
    const liar = must(Unit.admit({ ...rawUnit, elided }));
    const facts = { declared: elided, actual: unit.elided, start: 4, end: 9 };
    const refusal = { code: 'verify/elision-mismatch', path: 'elided', facts };
    expect(verifyUnit(liar, material)).toEqual({ ok: false, refusal });
    expect(verifyUnit(unit, material).ok).toBe(true);
  });

  it('over a root that was never minted is admitted and verifies, and is not rooted', () => {
    const orphan = must(Unit.admit({ ...rawUnit, root: unminted }));
    expect(verifyUnit(orphan, material).ok).toBe(true);
    const roots = (id: RootId): RootEvent | undefined => (id === root.id ? root : undefined);
    expect([isRooted(orphan, roots), isRooted(unit, roots)]).toEqual([false, true]);
  });

  it('one past the end is not sealed; admitted, it is out of bounds', () => {
    const span = { start: 4, end: material.length + 1 };
    const facts = { ...span, sourceLength: material.length };
    expect(Unit.seal({ op: 'elide', source: material, span, root: root.id })).toEqual({
      ok: false,
      refusal: { code: 'unit/span-out-of-source', path: 'span', facts },
    });
    expect(verifyUnit(must(Unit.admit({ ...rawUnit, span })), material)).toEqual({
      ok: false,
      refusal: { code: 'verify/span-out-of-bounds', path: 'span', facts },
    });
    const whole = { start: 4, end: material.length };
    expect(outcome(Unit.seal({ op: 'elide', source: material, span: whole, root: root.id }))).toBe('ok');
  });

  it('over a source of which one byte differs is a source mismatch, wherever the bytes come from', () => {
    for (let i = 0; i < material.length; i += 1) {
      const other = Uint8Array.from(material, (byte, at) => (at === i ? byte ^ 1 : byte));
      const facts = { declared: unit.source, actual: rawContentId(other), byteLength: material.length };
      const refused = { ok: false, refusal: { code: 'verify/source-mismatch', path: 'source', facts } };
      expect(verifyUnit(unit, other)).toEqual(refused);
      expect(verifyUnit(unit, knownSource(other))).toEqual(refused);
      expect(verifyUnitWith(unit, () => other)).toEqual(refused);
    }
    for (const result of [
      verifyUnit(unit, material),
      verifyUnit(unit, knownSource(material)),
      verifyUnitWith(unit, () => material),
    ]) {
      expect(result.ok).toBe(true);
    }
  });
});

describe('a packet', () => {
  const [a, b] = [asPacketId(reply.id), asPacketId(otherReply.id)];
  const parents = idSet([a, b]);

  it('of two parents is no chain, by its raw form and by its bytes', () => {
    expect(Packet.admit({ payload: { units: [] }, parents: [b, a] })).toEqual({
      ok: false,
      refusal: { code: 'packet/not-a-chain', path: 'parents', facts: { parents } },
    });
    expect(outcome(Packet.fromBytes(packetBytes([], parents)))).toBe('packet/not-a-chain');
    expect(outcome(Packet.fromBytes(packetBytes([], [...parents].reverse())))).toBe('cbor/lossy');
    expect(outcome(Packet.admit({ payload: { units: [] }, parents: [a] }))).toBe('ok');
    expect(outcome(Packet.fromBytes(packetBytes([], [a])))).toBe('ok');
  });

  it('that names one parent twice has one, in the raw form only', () => {
    const raw = { payload: { units: [unit.id] }, parents: [b, b] };
    expect(must(Packet.admit(raw))).toEqual(must(Packet.following(b, [unit.id])));
    expect(outcome(Packet.fromBytes(packetBytes([unit.id], [b, b])))).toBe('cbor/lossy');
    expect(outcome(Packet.fromBytes(packetBytes([unit.id], [b])))).toBe('ok');
  });
});

const harness = { origin: 'harness', kind: 'intervention' } as const;
const answer = { verdict: { verdict: 'answer' } } as const;
const elision = { elision: { unit: unit.id } } as const;
const missing = contentId(fromHex('00')) as EventId;

interface Case {
  readonly why: string;
  readonly claim: Partial<EventBody>;
  readonly parents: readonly EventId[];
  readonly code: string;
  /** The same claim set right, which every door admits. */
  readonly control: { readonly claim?: Partial<EventBody>; readonly parents?: readonly EventId[] };
}

const cases: readonly Case[] = [
  ...[0, 1, 2, 7, 2 ** 32 - 1].map((depth) => ({
    why: `generation over generated, declared as depth ${depth}`,
    claim: { ...harness, sources: [summary.id], depth },
    parents: [summary.id],
    code: 'event/depth-exceeded',
    control: { claim: { ...harness, sources: [reply.id], depth: 1 }, parents: [reply.id] },
  })),
  {
    why: 'generation over what was generated and brought back',
    claim: { ...harness, sources: [recalled.id], depth: 1 },
    parents: [recalled.id],
    code: 'event/depth-exceeded',
    control: { claim: { ...harness, sources: [quoted.id], depth: 1 }, parents: [quoted.id] },
  },
  {
    why: 'generation over a reply and something generated',
    claim: { ...harness, sources: [reply.id, summary.id], depth: 1 },
    parents: [reply.id, summary.id],
    code: 'event/depth-exceeded',
    control: {
      claim: { ...harness, sources: [reply.id, otherReply.id], depth: 1 },
      parents: [reply.id, otherReply.id],
    },
  },
  {
    why: 'a retrieval that changes the origin',
    claim: { origin: 'operator', kind: 'retrieval', sources: [reply.id] },
    parents: [reply.id],
    code: 'event/origin',
    control: { claim: { origin: 'model', kind: 'retrieval', sources: [reply.id] } },
  },
  {
    why: 'a retrieval that lowers the depth',
    claim: { origin: 'harness', kind: 'retrieval', sources: [summary.id], depth: 0 },
    parents: [summary.id],
    code: 'event/depth-mismatch',
    control: { claim: { origin: 'harness', kind: 'retrieval', sources: [summary.id], depth: 1 } },
  },
  {
    why: 'an elision that changes the origin',
    claim: { origin: 'tool', kind: elision, sources: [reply.id] },
    parents: [reply.id],
    code: 'event/origin',
    control: { claim: { origin: 'model', kind: elision, sources: [reply.id] } },
  },
  {
    why: 'an elision that raises the depth',
    claim: { kind: elision, sources: [reply.id], depth: 1 },
    parents: [reply.id],
    code: 'event/depth-mismatch',
    control: { claim: { kind: elision, sources: [reply.id], depth: 0 } },
  },
  {
    why: 'an elision of two',
    claim: { origin: 'tool', kind: elision, sources: [reply.id, otherReply.id] },
    parents: [reply.id, otherReply.id],
    code: 'event/cardinality',
    control: { claim: { kind: elision, sources: [reply.id] } },
  },
  {
    why: 'a retrieval of nothing',
    claim: { origin: 'tool', kind: 'retrieval' },
    parents: [reply.id],
    code: 'event/cardinality',
    control: { claim: { kind: 'retrieval', sources: [reply.id] } },
  },
  {
    why: 'a source hidden outside the parents',
    claim: { ...harness, sources: [reply.id], depth: 1 },
    parents: [otherReply.id],
    code: 'event/hidden-source',
    control: { parents: [otherReply.id, reply.id] },
  },
  {
    why: 'a hidden source that is missing too',
    claim: { ...harness, sources: [missing], depth: 1 },
    parents: [],
    code: 'event/hidden-source',
    control: { claim: { ...harness, sources: [], depth: 1 } },
  },
  {
    why: 'an observation with sources',
    claim: { sources: [reply.id] },
    parents: [reply.id],
    code: 'event/observation',
    control: { claim: { sources: [] } },
  },
  {
    why: 'an observation by the harness',
    claim: { origin: 'harness' },
    parents: [],
    code: 'event/observation',
    control: { claim: { origin: 'operator' } },
  },
  {
    why: 'a missing parent',
    claim: { origin: 'harness' },
    parents: [missing],
    code: 'event/missing-reference',
    control: { claim: { origin: 'tool' }, parents: [reply.id] },
  },
  {
    why: 'an intervention that is not by the harness',
    claim: { ...harness, origin: 'model', sources: [summary.id], depth: 2 },
    parents: [summary.id],
    code: 'event/origin',
    control: { claim: { ...harness, depth: 1 } },
  },
  {
    why: 'an intervention without sources at depth 0',
    claim: { ...harness, depth: 0 },
    parents: [reply.id],
    code: 'event/depth-mismatch',
    control: { claim: { ...harness, depth: 1 } },
  },
  ...(
    [
      ['a retrieved observation', quoted],
      ['a historical observation', imported],
      ['a tool observation', toolResult],
      ['something generated', summary],
    ] as const
  ).map(([what, over]) => ({
    why: `a verdict over ${what}`,
    claim: { origin: 'harness', kind: answer, sources: [over.id], depth: 1 } as const,
    parents: [over.id],
    code: 'event/verdict-subject',
    control: {
      claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 1 } as const,
      parents: [reply.id],
    },
  })),
  {
    why: 'a verdict over two sources',
    claim: { origin: 'harness', kind: answer, sources: [reply.id, otherReply.id], depth: 1 },
    parents: [reply.id, otherReply.id],
    code: 'event/cardinality',
    control: { claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 1 }, parents: [reply.id] },
  },
  {
    why: 'a verdict with a further parent',
    claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 1 },
    parents: [reply.id, otherReply.id],
    code: 'event/cardinality',
    control: { parents: [reply.id] },
  },
  {
    why: 'a verdict by the model, over two sources',
    claim: { origin: 'model', kind: answer, sources: [reply.id, otherReply.id], depth: 1 },
    parents: [reply.id, otherReply.id],
    code: 'event/origin',
    control: { claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 1 }, parents: [reply.id] },
  },
  {
    why: 'a verdict at depth 0',
    claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 0 },
    parents: [reply.id],
    code: 'event/depth-mismatch',
    control: { claim: { origin: 'harness', kind: answer, sources: [reply.id], depth: 1 } },
  },
];

describe('an event', () => {
  it.each(cases.map((each) => [each.why, each] as const))(
    '%s is refused at every door',
    (_, { claim, parents, code, control }) => {
      const wrong = body(claim);
      expect(throughEachDoor(wrong, parents, eventBytes(wrong, parents)).map(outcome)).toEqual([code, code, code]);
      const right = body(control.claim ?? claim);
      const rightParents = control.parents ?? parents;
      const admitted = throughEachDoor(right, rightParents, eventBytes(right, rightParents));
      expect(admitted.map(outcome)).toEqual(['ok', 'ok', 'ok']);
      expect(new Set(admitted.map((result) => must(result).id)).size).toBe(1);
    },
  );

  it.each<[string, (id: EventId) => unknown]>([
    ['another event', () => otherReply],
    ['one event for all', () => summary],
  ])('a substituted parent is refused with both ids: %s', (_, substitute) => {
    const claim = body();
    const results = [
      Event.mint(claim, [reply.id], substitute as never),
      Event.fromBytes(eventBytes(claim, [reply.id]), substitute as never),
    ];
    for (const result of results) {
      expect(result).toMatchObject({
        refusal: { code: 'event/reference-mismatch', path: 'parents[0]', facts: { asked: reply.id } },
      });
    }
    expect(outcome(Event.mint(claim, [reply.id], resolve))).toBe('ok');
  });

  it.each<[string, (id: EventId) => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a promise', async () => reply],
    ['the raw form', () => reply.toJSON()],
    ['a copy', () => ({ ...reply, id: reply.id })],
    ['a clone', () => structuredClone(reply)],
    ['an object over the prototype', () => Object.assign(Object.create(Event.prototype), reply)],
    ['a Proxy', () => new Proxy(reply, {})],
    [
      'an exception',
      () => {
        throw new Error('no such event');
      },
    ],
  ])('a resolver that gives %s has not resolved the parent', (_, wrong) => {
    const result = Event.mint(body(), [reply.id], wrong as never);
    expect(result).toMatchObject({ refusal: { code: 'event/missing-reference', facts: { asked: reply.id } } });
    expect(outcome(Event.mint(body(), [reply.id], () => reply))).toBe('ok');
  });

  it('parents are resolved in ascending order, each once', () => {
    const asked: EventId[] = [];
    const parents = [toolResult.id, reply.id, imported.id, reply.id];
    const noting = (id: EventId): Event | undefined => {
      asked.push(id);
      return resolve(id);
    };
    must(Event.mint(body(), parents, noting));
    expect(asked).toEqual(must(Event.mint(body(), parents, resolve)).parents);
    expect(asked.length).toBe(3);
  });
});

describe('bytes that are not canonical are refused before anything else', () => {
  const records = {
    RootEvent: [root.toBytes(), (bytes: Uint8Array) => RootEvent.fromBytes(bytes)],
    Derivation: [unit.toBytes(), (bytes: Uint8Array) => Derivation.fromBytes(bytes)],
    Packet: [must(Packet.genesis([unit.id])).toBytes(), (bytes: Uint8Array) => Packet.fromBytes(bytes)],
    Event: [reply.toBytes(), (bytes: Uint8Array) => Event.fromBytes(bytes, library())],
  } as const;

  it.each(Object.entries(records))('%s', (_, [bytes, read]) => {
    expect(outcome(read(bytes))).toBe('ok');
    const hex = toHex(bytes);
    expect(outcome(read(fromHex('')))).toBe('cbor/malformed');
    expect(outcome(read(fromHex(`${hex}00`)))).toBe('cbor/malformed');
    expect(outcome(read(bytes.subarray(0, bytes.length - 1)))).toBe('cbor/malformed');
    expect(outcome(read(fromHex(hex.replace(/^a(.)/, 'b80$1'))))).toBe('cbor/not-canonical');
    expect(outcome(read(fromHex(hex.replace(/^a./, 'bf'))))).toBe('cbor/not-canonical');
    expect(outcome(read(fromHex(hex.replace('d82a', 'd829'))))).toBe('cbor/not-canonical');
    expect(outcome(read(fromHex(hex.replace(/01(71|55)1e20/, '01$11220'))))).toBe('id/wrong-profile');
    expect(outcome(read(fromHex(`${'81'.repeat(200)}00`)))).toBe('cbor/too-deep');
  });

  const seq = (head: string): Uint8Array => fromHex(toHex(root.toBytes()).replace(/(63736571)00/, `$1${head}`));
  it.each(['1800', '1817', '1900ff', '1a0000ffff', '1b00000000ffffffff', '1b0000000000000000'])(
    'an integer longer than it need be: %s',
    (head) => {
      expect(outcome(RootEvent.fromBytes(seq(head)))).toBe('cbor/not-canonical');
    },
  );

  it.each([
    '17',
    '1818',
    '18ff',
    '190100',
    '19ffff',
    '1a00010000',
    '1affffffff',
    '1b0000000100000000',
    '1bffffffffffffffff',
  ])('control: an integer in its shortest form: %s', (head) => {
    expect(toHex(must(RootEvent.fromBytes(seq(head))).toBytes())).toBe(toHex(seq(head)));
  });

  it('a link where another kind of id belongs has the code of the id and the path of the field', () => {
    const swapped = fromHex(toHex(reply.toBytes()).replace('0001711e20', '0001551e20'));
    expect(Event.fromBytes(swapped, library())).toMatchObject({
      refusal: { code: 'id/wrong-profile', path: 'payload.root' },
    });
  });
});

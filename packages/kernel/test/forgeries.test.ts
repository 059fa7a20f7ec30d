import { type RootId, rawContentId } from '@ken/address';
import {
  Derivation,
  Event,
  KnownSource,
  knownSource,
  Packet,
  RootEvent,
  Unit,
  verifyElision,
  verifyUnit,
  verifyUnitWith,
} from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { library, material, reply, root, unit } from './fixtures.ts';
import { must } from './vectors.ts';

type Loose = new (...args: unknown[]) => object;
const packet = must(Packet.genesis([unit.id]));
const derivation = must(Derivation.fromBytes(unit.toBytes()));
const source = knownSource(material);

const made = [
  ['Unit', Unit, unit],
  ['Event', Event, reply],
  ['Packet', Packet, packet],
  ['RootEvent', RootEvent, root],
  ['Derivation', Derivation, derivation],
  ['KnownSource', KnownSource, source],
] as const;

const forgeries: [string, (genuine: object, made: Loose) => unknown][] = [
  [
    'a literal with a cast',
    (genuine) => JSON.parse(JSON.stringify({ ...genuine }, (_, v) => (typeof v === 'bigint' ? `${v}` : v))),
  ],
  ['a spread', (genuine) => ({ ...genuine })],
  ['parsed JSON', (genuine) => JSON.parse(JSON.stringify(genuine))],
  ['a structured clone', (genuine) => structuredClone(genuine)],
  [
    'Object.create over the prototype',
    (genuine, { prototype }) => Object.assign(Object.create(prototype as object), genuine),
  ],
  ['Object.create over the genuine', (genuine) => Object.create(genuine)],
  ['a changed prototype', (genuine, { prototype }) => Object.setPrototypeOf({ ...genuine }, prototype as object)],
  ['a Proxy', (genuine) => new Proxy(genuine, {})],
  ['null', () => null],
  ['nothing', () => undefined],
];

describe.each(made)('a %s', (_, door, genuine) => {
  const Class = door as unknown as Loose;
  const is = (door as unknown as { is(value: unknown): boolean }).is;

  it('is told from everything that only looks like it', () => {
    expect(is(genuine)).toBe(true);
    for (const [name, forge] of forgeries) expect([name, is(forge(genuine, Class))]).toEqual([name, false]);
  });

  it('has no constructor for others', () => {
    const args = [Symbol('Unit'), { ...genuine }, 0, 'live'];
    class Sub extends Class {}
    expect(() => new Class(...args)).toThrow(TypeError);
    expect(() => new Sub(...args)).toThrow(TypeError);
    expect(() => Reflect.construct(Class, args)).toThrow(TypeError);
    expect(() => Reflect.construct(Object, args, Class)).not.toThrow();
    expect(is(Reflect.construct(Object, args, Class))).toBe(false);
  });

  it('cannot be changed, nor can its class', () => {
    const names = Object.keys(genuine);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      expect(Reflect.set(genuine, name, 'changed')).toBe(false);
      expect(Reflect.deleteProperty(genuine, name)).toBe(false);
    }
    expect(Reflect.set(genuine, 'extra', 1)).toBe(false);
    expect(Reflect.defineProperty(genuine, 'id', { value: 'changed' })).toBe(false);
    expect(Reflect.setPrototypeOf(genuine, {})).toBe(false);
    for (const part of [Class, Class.prototype as object]) {
      expect(Object.isFrozen(part)).toBe(true);
      expect(Reflect.defineProperty(part, 'is', { value: () => true })).toBe(false);
    }
    for (const value of Object.values(genuine)) expect(Object.isFrozen(value)).toBe(true);
  });

  it('lends its methods to no other object', () => {
    const prototype = Class.prototype as { [name: string]: unknown };
    const look = Object.assign(Object.create(prototype), genuine) as {
      id?: unknown;
      withLife?: (life: string) => unknown;
    };
    if (Object.getOwnPropertyDescriptor(prototype, 'id') !== undefined) expect(() => look.id).toThrow(TypeError);
    if (look.withLife !== undefined) expect(() => look.withLife?.('live')).toThrow(TypeError);
  });
});

describe('what takes a genuine value', () => {
  const claim = { event: reply, sourceEvent: reply, unit, bytes: material };
  it.each(forgeries)('takes no %s', (_, forge) => {
    const [falseUnit, falseEvent, falseSource] = [
      forge(unit, Unit as unknown as Loose),
      forge(reply, Event as unknown as Loose),
      forge(source, KnownSource as unknown as Loose),
    ];
    expect(() => verifyUnit(falseUnit as Unit, material)).toThrow(TypeError);
    expect(() => verifyUnitWith(falseUnit as Unit, () => material)).toThrow(TypeError);
    expect(() => verifyUnit(unit, falseSource as KnownSource)).toThrow(TypeError);
    expect(() => verifyElision({ ...claim, unit: falseUnit as Unit })).toThrow(TypeError);
    expect(() => verifyElision({ ...claim, event: falseEvent as Event })).toThrow(TypeError);
    expect(() => verifyElision({ ...claim, sourceEvent: falseEvent as Event })).toThrow(TypeError);
    expect(verifyUnit(unit, source).ok).toBe(true);
    expect(verifyElision(claim).ok).toBe(false);
  });
});

describe('what the caller does afterwards', () => {
  it('to the source bytes of a seal changes no unit', () => {
    const bytes = material.slice();
    const sealed = must(Unit.seal({ op: 'elide', source: bytes, span: { start: 0, end: 4 }, root: root.id }));
    const { id } = sealed;
    bytes.fill(0);
    expect(must(Unit.admit(sealed.toJSON())).id).toBe(id);
    expect(verifyUnit(sealed, material).ok).toBe(true);
  });

  it('to the bytes of a known source changes no verdict', () => {
    const bytes = material.slice();
    const known = knownSource(bytes);
    bytes.fill(0);
    expect(verifyUnit(unit, known).ok).toBe(true);
    expect(verifyUnit(unit, bytes).ok).toBe(false);
    class Posing extends Uint8Array {
      static get [Symbol.species](): Uint8ArrayConstructor {
        return class extends Uint8Array {
          constructor(length: number) {
            super(shared, 0, length);
          }
        } as unknown as Uint8ArrayConstructor;
      }
    }
    const shared = new ArrayBuffer(material.length);
    const posed = knownSource(new Posing(material));
    new Uint8Array(shared).fill(7);
    expect(verifyUnit(unit, posed).ok).toBe(true);
  });

  it('to a raw value, its span or its lists changes nothing admitted', () => {
    const raw = JSON.parse(JSON.stringify(unit)) as { span: { start: number } };
    const admitted = must(Unit.admit(raw));
    raw.span.start = 5;
    expect(admitted).toEqual(unit);
    const units = [unit.id];
    const built = must(Packet.genesis(units));
    units.pop();
    expect(built.units).toEqual([unit.id]);
    const parents = [reply.id];
    const { root: cause, origin, kind, payload } = reply;
    const body = { root: cause, origin, kind, payload, seq: 9, sources: [], depth: 0 };
    const event = must(Event.mint(body, parents, library(reply)));
    parents.pop();
    body.seq = 10;
    expect([event.parents, event.seq]).toEqual([[reply.id], 9]);
  });

  it('to bytes that were handed out changes nothing', () => {
    for (const each of [unit, reply, packet, root, derivation]) {
      const first = each.toBytes();
      const { id } = each;
      first.fill(0);
      expect(each.toBytes()).not.toEqual(first);
      expect(each.id).toBe(id);
      expect(each.toBytes().buffer.byteLength).toBe(first.length);
    }
  });

  it('to a resolver in the midst of an admission changes nothing about what is admitted', () => {
    const parents = [reply.id];
    const event = must(
      Event.admit({ payload: JSON.parse(JSON.stringify(reply)).payload, parents }, (id) => {
        parents.length = 0;
        return library(reply)(id);
      }),
    );
    expect(event.parents).toEqual([reply.id]);
  });
});

describe('a value that answers differently each time', () => {
  const turning = (raw: object, name: string, ...answers: unknown[]): object => {
    let turn = -1;
    return Object.defineProperty({ ...raw }, name, {
      enumerable: true,
      get: () => {
        turn += 1;
        return answers[Math.min(turn, answers.length - 1)];
      },
    });
  };

  it('is asked once: the unit is what was checked', () => {
    const other = rawContentId(material.subarray(1));
    const admitted = must(Unit.admit(turning(unit.toJSON(), 'source', unit.source, other)));
    expect(admitted.source).toBe(unit.source);
    const from = turning({ op: 'elide', source: material, span: unit.span }, 'root', root.id, 'x') as { root: RootId };
    expect(must(Unit.seal(from as never)).root).toBe(root.id);
    const bounds = turning({ end: 9 }, 'start', 4, 8);
    expect(must(Unit.admit({ ...unit.toJSON(), span: bounds })).span).toEqual({ start: 4, end: 9 });
  });
});

describe('deep equality means something', () => {
  it('for units that differ in one field', () => {
    const later = must(Unit.seal({ op: 'elide', source: material, span: { start: 4, end: 10 }, root: root.id }));
    expect(later).not.toEqual(unit);
    expect(unit.withLife('withdrawn')).not.toEqual(unit);
    expect(must(Unit.admit(structuredClone(unit)))).toEqual(unit);
  });
});

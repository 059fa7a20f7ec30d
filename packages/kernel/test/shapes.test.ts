import { contentId, parseContentId, rawContentId } from '@ken/address';
import { Derivation, DOORS, Event, Packet, RootEvent, Unit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { library, material, reply, resolve, root, summary, unit } from './fixtures.ts';
import { hostile } from './hostile.ts';
import { must, outcome } from './vectors.ts';

type Json = { [name: string]: unknown };
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const packet = must(Packet.genesis([unit.id]));
const raw = rawContentId(material);
const content = contentId(material);

const doors: [
  'RootEvent.admit' | 'Unit.admit' | 'Packet.admit' | 'Event.admit',
  Json,
  (value: unknown) => { ok: boolean },
  string,
][] = [
  ['RootEvent.admit', json(root), (value) => RootEvent.admit(value), 'root/shape'],
  ['Unit.admit', json(unit), (value) => Unit.admit(value), 'unit/shape'],
  ['Packet.admit', json(packet), (value) => Packet.admit(value), 'packet/shape'],
  ['Event.admit', json(summary), (value) => Event.admit(value, resolve), 'event/shape'],
];

/** Every place in a raw value, as keys from the outside in. */
function places(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...at, key]))];
}

/** A copy of a raw value with another value at one place. */
function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

describe.each(doors)('%s', (door, good, admit, shape) => {
  const code = (value: unknown): string => outcome(admit(value) as never);

  it('control: admits the value that the cases change', () => {
    expect(code(good)).toBe('ok');
  });

  it.each(hostile)('takes any value, at any place, and never throws: %s', (_name, value) => {
    for (const place of places(good)) {
      expect(['ok', ...DOORS[door]]).toContain(code(replaced(good, place, value)));
    }
    expect(code(value)).toBe(shape);
  });

  it('wants exactly its fields, at every level', () => {
    const records = places(good).filter((place) => {
      const at = place.reduce<unknown>((value, key) => (value as Json)[key], good);
      return typeof at === 'object' && !Array.isArray(at);
    });
    expect(records.length).toBeGreaterThan(0);
    for (const place of records) {
      const record = place.reduce<unknown>((value, key) => (value as Json)[key], good) as Json;
      for (const unknown of ['extra', '__proto__', Symbol('extra')]) {
        const more = Object.defineProperty({ ...record }, unknown, { value: 1, enumerable: true });
        expect(code(replaced(good, place, more))).toBe(shape);
      }
      expect(code(replaced(good, place, Object.defineProperty({ ...record }, 'hidden', { value: 1 })))).toBe(shape);
      for (const name of Object.keys(record)) {
        const { [name]: _gone, ...less } = record;
        expect(code(replaced(good, place, less))).toBe(shape);
        const inherited = Object.assign(Object.create({ [name]: record[name] }), less);
        expect(code(replaced(good, place, inherited))).toBe(shape);
        // With one field inherited and one unknown, the number of own fields is right.
        const both = Object.assign(Object.create({ [name]: record[name] }), less, { extra: 1 });
        expect(code(replaced(good, place, both))).toBe(shape);
      }
    }
  });

  it('checks the whole shape before any id', () => {
    const ids = places(good).filter((place) =>
      parseContentIdOrRaw(place.reduce<unknown>((value, key) => (value as Json)[key], good)),
    );
    expect(ids.length).toBeGreaterThan(0);
    for (const place of ids) {
      const wrong = replaced(good, place, 'no id');
      expect(admit(wrong)).toMatchObject({ refusal: { code: 'id/not-a-cid', path: pathOf(place) } });
      expect(code(replaced(wrong, ['extra'], 1))).toBe(shape);
      expect(code(replaced(good, place, { '/': content }))).toBe(shape);
      expect(code(replaced(good, place, 7))).toBe(shape);
      expect(admit(replaced(good, place, 7))).toMatchObject({
        refusal: { path: pathOf(place), facts: { wanted: 'id' } },
      });
    }
  });

  it('wants each id of its own kind', () => {
    for (const place of places(good)) {
      const value = place.reduce<unknown>((each, key) => (each as Json)[key], good);
      if (!parseContentIdOrRaw(value)) continue;
      const other = parseContentId(value).ok ? raw : content;
      expect(admit(replaced(good, place, other))).toMatchObject({
        refusal: { code: 'id/wrong-profile', path: pathOf(place) },
      });
    }
  });
});

/** Where a refusal says that a place is: indexes in brackets. */
const pathOf = ([first, ...rest]: readonly (string | number)[]): string =>
  rest.reduce<string>(
    (path, step) => (/^\d+$/.test(String(step)) ? `${path}[${step}]` : `${path}.${step}`),
    String(first),
  );

const parseContentIdOrRaw = (value: unknown): boolean =>
  typeof value === 'string' && /^ba[fk][a-z2-7]{56}$/.test(value);

describe('large integers', () => {
  const seq = (value: unknown): unknown => ({ ...json(root), seq: value });
  it.each([
    [0, 0],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [5n, 5],
    [2n ** 64n - 1n, 2n ** 64n - 1n],
    ['9007199254740992', 2n ** 53n],
    ['18446744073709551615', 2n ** 64n - 1n],
  ])('%s is a seq', (value, read) => {
    expect(must(RootEvent.admit(seq(value))).seq).toBe(read);
  });

  it.each([
    ['18446744073709551616'],
    ['9007199254740991'],
    ['0'],
    ['-1'],
    ['09007199254740992'],
    ['9007199254740992 '],
    ['9.1e15'],
    ['0x20000000000000'],
    [''],
    [2 ** 53],
    [-1],
    [-1n],
    [2n ** 64n],
    [0.5],
    [-0],
    [Number.NaN],
    [null],
  ])('%s is none', (value) => {
    expect(outcome(RootEvent.admit(seq(value)))).toBe('root/shape');
  });

  it('come back from JSON as they went in', () => {
    const far = must(RootEvent.mint({ kind: 'user_action', material, seq: 2n ** 64n - 1n }));
    expect(JSON.stringify(far)).toContain('"18446744073709551615"');
    expect(must(RootEvent.admit(json(far)))).toEqual(far);
    expect(must(RootEvent.fromBytes(far.toBytes()))).toEqual(far);
    const wide = must(Unit.admit({ ...unit.toJSON(), span: { start: 2n ** 53n, end: 2n ** 64n - 1n } }));
    expect(must(Unit.admit(json(wide)))).toEqual(wide);
    expect(must(Unit.admit(structuredClone(wide)))).toEqual(wide);
    const stored = must(Derivation.fromBytes(wide.toBytes()));
    expect(must(Unit.admit({ ...stored, depth: 0, life: 'live' }))).toEqual(wide);
    expect(json(stored)).toEqual({ ...json(wide), depth: undefined, life: undefined });
  });
});

describe('misuse throws', () => {
  it('where a resolver is no function', () => {
    expect(() => Event.admit(reply.toJSON(), undefined as never)).toThrow(TypeError);
    expect(() => Event.fromBytes(reply.toBytes(), {} as never)).toThrow(TypeError);
    expect(() => Event.mint(reply.toJSON().payload as never, [], null as never)).toThrow(TypeError);
    expect(outcome(Event.fromBytes(reply.toBytes(), library()))).toBe('ok');
  });

  it('where bytes are wanted and something else is given', () => {
    for (const value of ['text', [1], new Uint8Array(new SharedArrayBuffer(4)), undefined] as never[]) {
      expect(() => RootEvent.mint({ kind: 'user_action', material: value, seq: 0 })).toThrow(TypeError);
      expect(() => Unit.seal({ op: 'elide', source: value, span: unit.span, root: root.id })).toThrow(TypeError);
      for (const door of [RootEvent, Derivation, Packet]) expect(() => door.fromBytes(value)).toThrow(TypeError);
    }
  });

  it.each([
    [{ start: -1, end: 4 }],
    [{ start: 0, end: 1.5 }],
    [{ start: '0', end: 4 }],
    [{ start: 0 }],
    [{ start: 0, end: 2 ** 53 }],
    [{ start: 0, end: 2n ** 64n }],
  ])('where the span of a seal is %o', (span) => {
    expect(() => Unit.seal({ op: 'elide', source: material, span: span as never, root: root.id })).toThrow(TypeError);
  });

  it('where a life is none', () => {
    expect(() => unit.withLife('expired' as never)).toThrow(TypeError);
  });
});

describe('a refusal of shape says where', () => {
  const event = json(reply);
  const [of, body] = [(value: unknown) => Event.admit(value, resolve), event['payload'] as Json];
  it.each([
    ['a field that is missing', { ...event, payload: { ...body, seq: undefined } }, 'payload.seq'],
    ['a field that is no record', { ...event, payload: 7 }, 'payload'],
    ['a field that is unknown', { ...event, payload: { ...body, note: 1 } }, 'payload.note'],
    ['an item of a list', { ...event, parents: [reply.id, 7] }, 'parents[1]'],
    ['a list that is none', { ...event, parents: {} }, 'parents'],
    [
      'a field inside the kind',
      { ...event, payload: { ...body, kind: { elision: { unit: 7 } } } },
      'payload.kind.elision.unit',
    ],
  ])('%s', (_, value, path) => {
    expect(of(value)).toMatchObject({ refusal: { code: 'event/shape', path } });
    expect(of(event).ok).toBe(true);
  });

  it('and names no place where the whole is to blame', () => {
    const refused = Unit.admit(7);
    expect(refused).toEqual({ ok: false, refusal: { code: 'unit/shape', facts: { wanted: 'record' } } });
    expect(Unit.admit({})).toMatchObject({ refusal: { path: 'op', facts: { missing: 'op' } } });
  });
});

describe('what is wrong with a record is said of the record as it stands', () => {
  const refusal = (value: unknown): unknown => {
    const result = RootEvent.admit(value);
    return result.ok ? 'ok' : result.refusal;
  };

  it('a key and a symbol too many do not make up for each other', () => {
    const symbol = Symbol('more');
    expect(refusal({ ...json(root), more: 1, [symbol]: 1 })).toMatchObject({ facts: { unknown: 'more' } });
    expect(refusal({ ...json(root), [symbol]: 1 })).toMatchObject({ facts: { unknown: 'Symbol(more)' } });
    expect(refusal(json(root))).toBe('ok');
  });

  it('a Proxy that has a key too many only at the first look is no record', () => {
    let looks = 0;
    const more = new Proxy(json(root), {
      ownKeys(target) {
        looks += 1;
        return looks === 1 ? [...Reflect.ownKeys(target), 'more'] : Reflect.ownKeys(target);
      },
    });
    expect(refusal(more)).toEqual({ code: 'root/shape', facts: { wanted: 'record' } });
  });

  it.each([[null], [7], [[]], [{}], [undefined]])(
    'a kind of an event that is %o is none of those with fields',
    (kind) => {
      const claim = json(summary);
      const refused = Event.admit({ ...claim, payload: { ...(claim['payload'] as Json), kind } }, resolve);
      const facts = { wanted: ['verdict', 'elision'] };
      expect(refused).toMatchObject({ refusal: { code: 'event/shape', path: 'payload.kind', facts } });
    },
  );
});

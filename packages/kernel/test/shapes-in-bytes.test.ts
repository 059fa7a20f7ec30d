import { CborWriter, decode, encode, link, type Result, rawContentId, type Value } from '@ken/address';
import { Derivation, Event, Packet, RootEvent } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { elision, material, reply, resolve, root, summary, unit, verdict } from './fixtures.ts';
import { fromHex, must, outcome, toHex } from './vectors.ts';

// Canonical bytes of another shape, at every place of a record: the shape's code, and the path of what is wrong.

type Step = string | number;
type Fields = { readonly [name: string]: Value };

const packet = must(Packet.following(must(Packet.genesis([])).id, [unit.id]));
const event = (bytes: Uint8Array): Result<unknown> => Event.fromBytes(bytes, resolve);
const doors: readonly [string, { toBytes(): Uint8Array }, (bytes: Uint8Array) => Result<unknown>, string][] = [
  ['Derivation.fromBytes', unit, (bytes) => Derivation.fromBytes(bytes), 'unit/shape'],
  ['RootEvent.fromBytes', root, (bytes) => RootEvent.fromBytes(bytes), 'root/shape'],
  ['Packet.fromBytes', packet, (bytes) => Packet.fromBytes(bytes), 'packet/shape'],
  ['Event.fromBytes of an intervention', summary, event, 'event/shape'],
  ['Event.fromBytes of a verdict', verdict, event, 'event/shape'],
  ['Event.fromBytes of an elision', elision, event, 'event/shape'],
];

const isHolder = (value: Value): value is Fields =>
  typeof value === 'object' && value !== null && ('toJSON' in value ? false : !(value instanceof Uint8Array));

function places(value: Value, at: readonly Step[] = []): (readonly Step[])[] {
  if (!isHolder(value)) return [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    places(each, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner];
}

const at = (value: Value, place: readonly Step[]): Value =>
  place.reduce<Value>((each, step) => (each as Fields)[step] as Value, value);

function changed(value: Value, [step, ...rest]: readonly Step[], by: (value: Value) => Value): Value {
  if (step === undefined) return by(value);
  if (Array.isArray(value)) return (value as Value[]).map((each, i) => (i === step ? changed(each, rest, by) : each));
  const fields = value as Fields;
  return { ...fields, [step]: changed(fields[step] as Value, rest, by) };
}

const pathOf = (place: readonly Step[]): string =>
  place.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');

describe.each(doors)('%s', (_, record, read, code) => {
  const value = must(decode(record.toBytes()));
  const records = places(value).filter((place) => isHolder(at(value, place)) && !Array.isArray(at(value, place)));
  const refusal = (other: Value): unknown => {
    const result = read(must(encode(other)));
    return result.ok ? 'ok' : [result.refusal.code, result.refusal.path, result.refusal.facts];
  };

  it('control: reads what the cases change', () => {
    expect(read(must(encode(value))).ok).toBe(true);
    expect(records.length).toBeGreaterThan(0);
  });

  it('misses a field by its path', () => {
    for (const place of records) {
      for (const name of Object.keys(at(value, place) as Fields)) {
        const { [name]: _gone, ...less } = at(value, place) as Fields;
        // A kind without its one field is no kind: there is no field to name.
        const isKind = pathOf(place) === 'payload.kind';
        const answer = refusal(changed(value, place, () => less));
        if (isKind) expect(answer).toEqual([code, 'payload.kind', { wanted: ['verdict', 'elision'] }]);
        else expect(answer).toEqual([code, pathOf([...place, name]), { missing: name }]);
      }
    }
  });

  it('names a field too many by its path', () => {
    for (const place of records) {
      const more = changed(value, place, (fields) => ({ ...(fields as Fields), extra: 1 }));
      expect(refusal(more)).toEqual([code, pathOf([...place, 'extra']), { unknown: 'extra' }]);
    }
  });

  it('names the place of a value of another kind', () => {
    for (const place of places(value)) {
      for (const other of [null, true, -1, 'x', '9007199254740992', Uint8Array.of(1), [[]]] as const) {
        const answer = refusal(changed(value, place, () => other));
        expect(Array.isArray(answer) && [answer[0], String(answer[1] ?? '').startsWith(pathOf(place))]).toEqual([
          code,
          true,
        ]);
      }
    }
  });

  it('wants a link where JSON has the text of an id, of its own profile', () => {
    const ids = places(value).filter((place) => /^ba[fk]/.test(JSON.stringify(at(value, place)).slice(1)));
    expect(ids.length).toBeGreaterThan(0);
    for (const place of ids) {
      const text = JSON.parse(JSON.stringify(at(value, place))) as string;
      expect(refusal(changed(value, place, () => text))).toEqual([code, pathOf(place), { wanted: 'link' }]);
      const other = link(text.startsWith('bafk') ? unit.id : rawContentId(material));
      const answer = refusal(changed(value, place, () => other));
      expect(Array.isArray(answer) && answer.slice(0, 2)).toEqual(['id/wrong-profile', pathOf(place)]);
    }
  });
});

describe('an event in bytes has one kind', () => {
  const wrapped = (name: string, inner: string): CborWriter => new CborWriter().map(1).text(name).map(1).text(inner);
  const text = (word: string): string => toHex(new CborWriter().text(word).bytes());
  const kinds = {
    observation: text('observation'),
    intervention: text('intervention'),
    retrieval: text('retrieval'),
    verdict: toHex(wrapped('verdict', 'verdict').text('answer').bytes()),
    elision: toHex(wrapped('elision', 'unit').link(unit.id).bytes()),
  };
  const before = text('kind');
  const events = { observation: reply, intervention: summary, verdict, elision } as const;

  // Of two kinds, the rest of the bytes fits the one that is the event's own.
  it.each(Object.entries(events))('and no other beside it: %s', (name, record) => {
    const bytes = toHex(record.toBytes());
    const own = kinds[name as keyof typeof events];
    const withKinds = (...all: string[]): Uint8Array => fromHex(bytes.replace(before + own, before + all.join('')));
    expect(bytes.split(before + own).length).toBe(2);
    expect(outcome(event(withKinds(own)))).toBe('ok');
    for (const other of Object.values(kinds)) {
      expect(outcome(event(withKinds(other, own)))).toMatch(/^cbor/);
      expect(outcome(event(withKinds(own, other)))).toMatch(/^cbor/);
    }
  });
});

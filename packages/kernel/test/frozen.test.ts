import { ALL_OPS, Derivation, Event, knownSource, Packet, RootEvent, Unit, verifyUnit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { elision, material, quoted, reply, resolve, root, summary, unit, verdict } from './fixtures.ts';
import { must } from './vectors.ts';

/** The paths under which something can still be changed. */
function open(value: unknown, path = 'it'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) => open(each, `${path}.${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const packet = must(Packet.genesis([unit.id, unit.id]));
const next = must(Packet.following(packet.id, []));
const events = { reply, summary, quoted, verdict, elision };

describe('whatever a door gives is frozen through and through', () => {
  it('control: what is open is found, however deep', () => {
    expect(open(Object.freeze({ a: Object.freeze([{}]) }))).toEqual(['it.a.0']);
  });

  it.each<readonly [string, unknown]>([
    ['ALL_OPS', ALL_OPS],
    ['RootEvent.mint', root],
    ['RootEvent.admit', must(RootEvent.admit(json(root)))],
    ['RootEvent.fromBytes', must(RootEvent.fromBytes(root.toBytes()))],
    ['Unit.seal', unit],
    ['Unit.admit', must(Unit.admit(json(unit)))],
    ['Unit.withLife', unit.withLife('withdrawn')],
    ['Derivation.fromBytes', must(Derivation.fromBytes(unit.toBytes()))],
    ['Packet.genesis', packet],
    ['Packet.following', next],
    ['Packet.admit', must(Packet.admit(json(next)))],
    ['Packet.fromBytes', must(Packet.fromBytes(packet.toBytes()))],
    ['Packet.fromBytes with a prior', must(Packet.fromBytes(next.toBytes()))],
    ['verifyUnit', must(verifyUnit(unit, material))],
    ['knownSource', knownSource(material)],
    ['Event.replay', must(Event.replay([json(reply), json(summary)]))],
  ])('%s', (_, value) => {
    expect(open(value)).toEqual([]);
  });

  it.each(Object.entries(events))('Event.mint, admit and fromBytes: %s', (_, event) => {
    expect(open(event)).toEqual([]);
    expect(open(must(Event.admit(json(event), resolve)))).toEqual([]);
    expect(open(must(Event.fromBytes(event.toBytes(), resolve)))).toEqual([]);
  });

  it('refusals too, with their facts', () => {
    const refused = [Unit.admit({}), Packet.admit({ payload: { units: 7 }, parents: [] }), Event.admit({}, resolve)];
    expect(refused.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(refused.flatMap((each) => open(each))).toEqual([]);
  });
});

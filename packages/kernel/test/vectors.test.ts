import type { EventId } from '@ken/address';
import { Derivation, Event, Packet, RootEvent, Unit, verifyElision, verifyUnit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { frame, fromHex, integer, must, outcome, toHex, utf8 } from './vectors.ts';

const admitted = must(Event.replay(frame.events.map((each) => each.json)));
const events = new Map(admitted.map((event) => [event.id, event]));
const resolve = (id: EventId): Event | undefined => events.get(id);
const event = (id: EventId): Event => events.get(id) ?? expect.fail(`no event ${id}`);

describe('worked cases of roots', () => {
  it.each(frame.roots.map((each) => [each.id, each] as const))('%s', (id, { value, material, bytes }) => {
    const root = must(RootEvent.mint({ kind: value.kind, material: utf8(material), seq: integer(value.seq) }));
    expect(root.content).toBe(value.content.$link);
    expect(root.id).toBe(id);
    expect(toHex(root.toBytes())).toBe(bytes);
    expect(must(RootEvent.fromBytes(fromHex(bytes)))).toEqual(root);
    expect(must(RootEvent.admit(JSON.parse(JSON.stringify(root))))).toEqual(root);
  });

  it.each(frame.root_refusals.map((each) => [each.why, each] as const))('refused: %s', (_, { bytes, code }) => {
    expect(outcome(RootEvent.fromBytes(fromHex(bytes)))).toBe(code);
  });
});

describe('worked cases of units', () => {
  it.each(frame.units.map((each) => [each.id, each] as const))('%s', (id, { source, span, root, bytes }) => {
    const unit = must(Unit.seal({ op: 'elide', source: fromHex(source), span, root }));
    expect(unit.id).toBe(id);
    expect(toHex(unit.toBytes())).toBe(bytes);
    const derivation = must(Derivation.fromBytes(fromHex(bytes)));
    expect(derivation.id).toBe(id);
    expect(must(Unit.admit({ ...derivation, depth: 0, life: 'live' }))).toEqual(unit);
    expect(must(Unit.admit(JSON.parse(JSON.stringify(unit))))).toEqual(unit);
  });

  it.each(frame.seal_refusals.map((each) => [each.why, each] as const))('not sealed: %s', (_, each) => {
    expect(outcome(Unit.seal({ ...each, source: fromHex(each.source) }))).toBe(each.code);
  });

  it.each(frame.unit_refusals.map((each) => [each.why, each] as const))('not admitted: %s', (_, { value, code }) => {
    expect(outcome(Unit.admit(value))).toBe(code);
  });
});

describe('worked cases of verdicts', () => {
  it.each(frame.verify.map((each, i) => [each.verdict, i, each] as const))(
    '%s (%i)',
    (verdict, _, { unit, source }) => {
      const result = verifyUnit(must(Unit.admit(unit)), fromHex(source));
      expect(result.ok ? 'verified' : outcome(result)).toBe(verdict);
    },
  );
});

describe('worked cases of packets', () => {
  it.each(frame.packets.map((each) => [each.id, each] as const))('%s', (id, { units, prior, bytes }) => {
    const packet = must(prior === null ? Packet.genesis(units) : Packet.following(prior, units));
    expect(packet.id).toBe(id);
    expect(packet.prior).toBe(prior ?? undefined);
    expect(packet.isGenesis).toBe(prior === null);
    expect(toHex(packet.toBytes())).toBe(bytes);
    expect(must(Packet.fromBytes(fromHex(bytes)))).toEqual(packet);
    expect(must(Packet.admit(JSON.parse(JSON.stringify(packet))))).toEqual(packet);
  });

  it.each(frame.packet_refusals.map((each) => [each.why, each] as const))('refused: %s', (_, { bytes, code }) => {
    expect(outcome(Packet.fromBytes(fromHex(bytes)))).toBe(code);
  });
});

describe('worked cases of events', () => {
  it.each(frame.events.map((each) => [each.name, each] as const))('%s', (_, { bytes, id, json }) => {
    const read = must(Event.fromBytes(fromHex(bytes), resolve));
    expect(read.id).toBe(id);
    expect(toHex(read.toBytes())).toBe(bytes);
    expect(must(Event.admit(json, resolve))).toEqual(read);
    expect(JSON.parse(JSON.stringify(read))).toEqual(json);
    const { parents, root, origin, kind, payload, seq, sources, depth } = read;
    expect(must(Event.mint({ root, origin, kind, payload, seq, sources, depth }, parents, resolve))).toEqual(read);
  });

  it('a history replays from raw values and from bytes alike', () => {
    expect(must(Event.replay(frame.events.map((each) => fromHex(each.bytes))))).toEqual(admitted);
  });

  it.each(frame.event_refusals.map((each) => [each.why, each] as const))('refused: %s', (_, { bytes, json, code }) => {
    expect(outcome(Event.fromBytes(fromHex(bytes), resolve))).toBe(code);
    expect(outcome(Event.admit(json, resolve))).toBe(code);
  });

  it.each(frame.event_shape_refusals.map((each) => [each.why, each] as const))('refused: %s', (_, { bytes, code }) => {
    expect(outcome(Event.fromBytes(fromHex(bytes), resolve))).toBe(code);
  });
});

describe('worked cases of elisions', () => {
  it.each(frame.elisions.map((each) => [each.why, each] as const))('%s', (_, each) => {
    const result = verifyElision({
      event: event(each.event),
      sourceEvent: event(each.source_event),
      unit: must(Unit.admit(each.unit)),
      bytes: fromHex(each.bytes),
    });
    expect(result.ok ? 'verified' : outcome(result)).toBe(each.verdict);
  });
});

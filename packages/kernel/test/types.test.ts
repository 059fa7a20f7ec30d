import { asEventId, asPacketId, asUnitId, contentId } from '@ken/address';
import { Event, Packet, Unit, verifyUnit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { body, library, material, reply, root, unit } from './fixtures.ts';
import { must, outcome } from './vectors.ts';

const id = contentId(material);

describe('the compiler', () => {
  it('keeps packet ids out of lists of units, and unit ids out of chains', () => {
    const packet = asPacketId(id);
    expect(outcome(Packet.genesis([unit.id]))).toBe('ok');
    // @ts-expect-error: a packet is no unit
    expect(outcome(Packet.genesis([packet]))).toBe('ok');
    // @ts-expect-error: a unit is no packet
    expect(outcome(Packet.following(asUnitId(id), []))).toBe('ok');
  });

  it('keeps unit ids out of causes, and raw ids out of roots', () => {
    expect(outcome(Event.mint(body(), [reply.id], library(reply)))).toBe('ok');
    // @ts-expect-error: a unit is no event
    expect(outcome(Event.mint(body(), [unit.id], library(reply)))).toBe('event/missing-reference');
    // @ts-expect-error: an event is no root
    expect(outcome(Event.mint(body({ root: asEventId(id) }), [], library()))).toBe('ok');
    // @ts-expect-error: a raw id is no root
    expect(outcome(Event.mint(body({ root: unit.source }), [], library()))).toBe('id/wrong-profile');
  });

  it('takes no look-alike for a unit', () => {
    const copy = { ...unit };
    // @ts-expect-error: a spread is no unit
    expect(() => verifyUnit(copy, material)).toThrow(TypeError);
    expect(() => {
      // @ts-expect-error: a unit is read-only
      unit.depth = 1;
    }).toThrow(TypeError);
    expect(verifyUnit(unit, material).ok).toBe(true);
  });

  it('narrows a refusal to its own codes', () => {
    const sealed = Unit.seal({ op: 'elide', source: material, span: { start: 0, end: 1 }, root: root.id });
    if (!sealed.ok) {
      // @ts-expect-error: sealing never answers so
      expect(sealed.refusal.code).not.toBe('unit/depth-mismatch' satisfies typeof sealed.refusal.code);
    }
    expect(must(sealed).depth).toBe(0);
  });
});

import { rawContentId } from '@ken/address';
import { Event, RootEvent, Unit, verifyElision } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { body, library, material, otherReply, reply, root, span, unit } from './fixtures.ts';
import { must, utf8 } from './vectors.ts';

const other = utf8('another material that is long enough');
const otherRoot = must(RootEvent.mint({ kind: 'user_action', material: utf8('clear'), seq: 9 }));
const otherUnit = must(Unit.seal({ op: 'elide', source: material, span: { start: 0, end: 3 }, root: root.id }));
const unitOfOtherRoot = must(Unit.seal({ op: 'elide', source: material, span, root: otherRoot.id }));
const unitOfOtherSource = must(Unit.seal({ op: 'elide', source: other, span, root: root.id }));
const lying = must(Unit.admit({ ...JSON.parse(JSON.stringify(unit)), elided: rawContentId(other) }));

const elisionOf = (each: Unit): Event =>
  must(Event.mint(body({ kind: { elision: { unit: each.id } }, sources: [reply.id] }), [reply.id], library(reply)));

const good = { event: elisionOf(unit), unit, sourceEvent: reply, bytes: material };

describe('verifyElision', () => {
  it('control: verifies an elision of the unit out of its source event', () => {
    expect(verifyElision(good).ok).toBe(true);
  });

  // Each with the first field that does not fit, though later ones do not fit either.
  it.each<readonly [string, Partial<typeof good>, string, unknown, unknown]>([
    ['the kind', { event: reply, unit: unitOfOtherRoot }, 'kind', 'observation', 'elision'],
    ['the unit', { unit: otherUnit }, 'unit', unit.id, otherUnit.id],
    ['the unit before the root', { unit: unitOfOtherRoot }, 'unit', unit.id, unitOfOtherRoot.id],
    ['the root', { event: elisionOf(unitOfOtherRoot), unit: unitOfOtherRoot }, 'root', root.id, otherRoot.id],
    [
      'the root before the source event',
      { event: elisionOf(unitOfOtherRoot), unit: unitOfOtherRoot, sourceEvent: otherReply },
      'root',
      root.id,
      otherRoot.id,
    ],
    ['the source event', { sourceEvent: otherReply }, 'sources', [reply.id], otherReply.id],
    [
      'the source event before its payload',
      { event: elisionOf(unitOfOtherSource), unit: unitOfOtherSource, sourceEvent: otherReply },
      'sources',
      [reply.id],
      otherReply.id,
    ],
    [
      'the payload of the source event',
      { event: elisionOf(unitOfOtherSource), unit: unitOfOtherSource },
      'source',
      reply.payload,
      unitOfOtherSource.source,
    ],
    [
      'the payload before the verdict',
      { event: elisionOf(unitOfOtherSource), unit: unitOfOtherSource, bytes: other },
      'source',
      reply.payload,
      unitOfOtherSource.source,
    ],
  ])('names %s', (_, changes, field, declared, actual) => {
    const facts = { field, declared, actual };
    expect(verifyElision({ ...good, ...changes })).toEqual({ ok: false, refusal: { code: 'elision/mismatch', facts } });
  });

  it.each<readonly [string, Partial<typeof good>, string]>([
    ['a lying unit', { event: elisionOf(lying), unit: lying }, 'verify/elision-mismatch'],
    ['another source', { bytes: other }, 'verify/source-mismatch'],
  ])('gives the verdict on %s', (_, changes, code) => {
    expect(verifyElision({ ...good, ...changes })).toMatchObject({ refusal: { code } });
  });

  it.each([
    ['an event', { event: { ...good.event } }],
    ['a source event', { sourceEvent: JSON.parse(JSON.stringify(reply)) }],
    ['a unit', { unit: { ...unit } }],
    ['bytes', { bytes: [1, 2] }],
  ])('throws for what is not %s', (_, changes) => {
    expect(() => verifyElision({ ...good, ...changes } as never)).toThrow(TypeError);
  });
});

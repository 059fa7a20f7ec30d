import { type RootId, rawContentId } from '@ken/address';
import { knownSource, Unit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { material, rawUnit, root, span, unit } from './fixtures.ts';
import { must, outcome } from './vectors.ts';

const sealing = { op: 'elide', source: material, span, root: root.id } as const;

describe('Unit.seal', () => {
  it('commits to the source, the span, the bytes under it and the root, live and at depth 0', () => {
    expect({ ...unit }).toEqual({
      op: 'elide',
      source: rawContentId(material),
      span,
      elided: rawContentId(material.subarray(4, 9)),
      root: root.id,
      depth: 0,
      life: 'live',
    });
  });

  it('gives the same unit over a known source', () => {
    expect(must(Unit.seal({ ...sealing, source: knownSource(material) }))).toEqual(unit);
  });

  it('takes bounds as bigints and gives them back in one representation', () => {
    const wide = must(Unit.seal({ ...sealing, span: { start: 4n, end: 9n } }));
    expect(wide).toEqual(unit);
    expect(wide.id).toBe(unit.id);
  });

  it('refuses in the order of the contract', () => {
    const wrong = { op: 'generate', source: material, span: { start: 99, end: 98 }, root: 'x' as RootId } as const;
    expect(outcome(Unit.seal(wrong))).toBe('unit/not-mintable');
    expect(outcome(Unit.seal({ ...wrong, op: 'elide' }))).toBe('unit/unaddressed-span');
    expect(outcome(Unit.seal({ ...wrong, op: 'elide', span: { start: 98, end: 99 } }))).toBe('unit/span-out-of-source');
    expect(outcome(Unit.seal({ ...wrong, op: 'elide', span }))).toBe('id/not-a-cid');
    expect(outcome(Unit.seal({ ...wrong, op: 'elide', span, root: unit.source as never }))).toBe('id/wrong-profile');
    expect(outcome(Unit.seal({ ...wrong, op: 'elide', span, root: root.id }))).toBe('ok');
  });

  it('refuses an op that is none', () => {
    for (const op of ['ELIDE', 'toString', '__proto__', undefined, 7]) {
      expect(outcome(Unit.seal({ ...sealing, op: op as never }))).toBe('unit/not-mintable');
    }
  });

  it('has nothing to elide in an empty source', () => {
    const empty = new Uint8Array();
    expect(outcome(Unit.seal({ ...sealing, source: empty, span: { start: 0, end: 0 } }))).toBe('unit/unaddressed-span');
    expect(outcome(Unit.seal({ ...sealing, source: empty, span: { start: 0, end: 1 } }))).toBe(
      'unit/span-out-of-source',
    );
  });
});

describe('Unit.admit', () => {
  it('refuses in the order of the contract', () => {
    const wrong = { ...rawUnit, op: 'generate', depth: 3, span: { start: 9, end: 9 }, root: 'x' };
    expect(outcome(Unit.admit({ ...wrong, extra: 1 }))).toBe('unit/shape');
    expect(outcome(Unit.admit(wrong))).toBe('id/not-a-cid');
    expect(outcome(Unit.admit({ ...wrong, root: root.id }))).toBe('unit/not-mintable');
    expect(outcome(Unit.admit({ ...wrong, root: root.id, op: 'elide' }))).toBe('unit/depth-mismatch');
    expect(outcome(Unit.admit({ ...wrong, root: root.id, op: 'elide', depth: 0 }))).toBe('unit/unaddressed-span');
    expect(outcome(Unit.admit({ ...wrong, root: root.id, op: 'elide', depth: 0, span }))).toBe('ok');
  });

  it.each(['live', 'superseded', 'withdrawn'])('admits every life: %s', (life) => {
    const admitted = must(Unit.admit({ ...rawUnit, life }));
    expect([admitted.life, admitted.id]).toEqual([life, unit.id]);
  });

  it('admits a unit again', () => {
    expect(must(Unit.admit(unit))).toEqual(unit);
  });
});

describe('a unit', () => {
  it('has its raw form as JSON, and its id is no field of it', () => {
    expect(Object.keys(rawUnit)).toEqual(['op', 'source', 'span', 'elided', 'root', 'depth', 'life']);
    expect(structuredClone(unit)).toEqual({ ...unit });
  });

  it('of another life is another value of the same id and bytes', () => {
    const gone = unit.withLife('withdrawn');
    expect(unit.life).toBe('live');
    expect([gone.life, gone.id]).toEqual(['withdrawn', unit.id]);
    expect(gone.toBytes()).toEqual(unit.toBytes());
  });
});

describe('an operation that is not minted is named in the refusal', () => {
  it.each<readonly [unknown, unknown]>([
    ['generate', { op: 'generate', check: 'ground_attest' }],
    ['concise', { op: 'concise', check: 'ground' }],
    ['Elide', { op: 'Elide' }],
    [7, { op: 'number' }],
    [undefined, { op: 'undefined' }],
    [{ toString: () => 'elide' }, { op: 'object' }],
  ])('%o', (op, facts) => {
    const refused = Unit.seal({ op: op as 'elide', source: material, span, root: root.id });
    expect(refused).toEqual({ ok: false, refusal: { code: 'unit/not-mintable', path: 'op', facts } });
  });
});

import { type RawContentId, rawContentId } from '@ken/address';
import { Event, knownSource, Unit, verifyElision, verifyUnit, verifyUnitWith } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { body, library, material, rawUnit, recalled, reply, root, toolResult, unit, unminted } from './fixtures.ts';
import { must, outcome } from './vectors.ts';

const verified = {
  source: unit.source,
  span: unit.span,
  elided: unit.elided,
  elidedLength: 5,
  sourceLength: material.length,
};

describe('verifyUnit', () => {
  it('reports what it found, the same for bytes and a known source', () => {
    for (const result of [verifyUnit(unit, material), verifyUnit(unit, knownSource(material))]) {
      expect(result).toEqual({ ok: true, value: verified });
      expect(Object.isFrozen(must(result))).toBe(true);
    }
  });

  it('compares the source before the span, and the span before the slice', () => {
    const far = must(Unit.admit({ ...rawUnit, span: { start: 4, end: 99 }, elided: unit.source }));
    expect(outcome(verifyUnit(far, material.subarray(1)))).toBe('verify/source-mismatch');
    expect(outcome(verifyUnit(far, material))).toBe('verify/span-out-of-bounds');
    expect(outcome(verifyUnit(must(Unit.admit({ ...rawUnit, elided: unit.source })), material))).toBe(
      'verify/elision-mismatch',
    );
  });

  it('keeps its head with bounds that no source reaches', () => {
    const span = { start: '9007199254740993', end: '18446744073709551615' };
    const far = must(Unit.admit({ ...rawUnit, span }));
    const facts = { ...span, sourceLength: material.length };
    expect(verifyUnit(far, material)).toEqual({
      ok: false,
      refusal: { code: 'verify/span-out-of-bounds', path: 'span', facts },
    });
  });

  it('does not look at life or root', () => {
    const other = must(Unit.admit({ ...rawUnit, root: unminted, life: 'withdrawn' }));
    expect(verifyUnit(other, material)).toEqual({ ok: true, value: verified });
  });
});

describe('a known source', () => {
  it('knows its id and length, and refuses shared memory', () => {
    const source = knownSource(material);
    expect([source.id, source.byteLength]).toEqual([rawContentId(material), material.length]);
    expect(() => knownSource(new Uint8Array(new SharedArrayBuffer(3)))).toThrow(TypeError);
    expect(() => knownSource([1] as never)).toThrow(TypeError);
  });

  it('names slices without handing out bytes', () => {
    const source = knownSource(material);
    expect(source.sliceId({ start: 4, end: 9 })).toBe(unit.elided);
    expect(source.sliceId({ start: 0, end: material.length })).toBe(source.id);
    expect(source.sliceId({ start: 0, end: material.length + 1 })).toBeUndefined();
    expect(source.sliceId({ start: 5, end: 4 })).toBeUndefined();
    expect(Object.values(source).some((part) => ArrayBuffer.isView(part))).toBe(false);
  });
});

describe('verifyUnitWith', () => {
  it('asks for the source of the unit, and decides as verifyUnit does', () => {
    const asked: RawContentId[] = [];
    const resolve = (id: RawContentId): Uint8Array => {
      asked.push(id);
      return material;
    };
    expect(verifyUnitWith(unit, resolve)).toEqual(verifyUnit(unit, material));
    expect(asked).toEqual([unit.source]);
    expect(verifyUnitWith(unit, () => knownSource(material))).toEqual(verifyUnit(unit, material));
    expect(outcome(verifyUnitWith(unit, () => material.subarray(1)))).toBe('verify/source-mismatch');
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['text', () => 'the valve'],
    ['a promise of bytes', async () => material],
    ['a list', () => [...material]],
    ['shared memory', () => new Uint8Array(new SharedArrayBuffer(4))],
    ['a Proxy', () => new Proxy(material, {})],
  ])('a resolver that gives %s has no source', (_, resolve) => {
    const result = verifyUnitWith(unit, resolve as never);
    expect(result).toMatchObject({ refusal: { code: 'verify/source-unavailable', facts: { id: unit.source } } });
  });

  it('says why a resolver threw', () => {
    const failing = (error: unknown) => () => {
      throw error;
    };
    const facts = { id: unit.source, reason: 'disk on fire' };
    const refused = { ok: false, refusal: { code: 'verify/source-unavailable', path: 'source', facts } };
    expect(verifyUnitWith(unit, failing(new Error('disk on fire')))).toEqual(refused);
    expect(verifyUnitWith(unit, failing('disk on fire'))).toEqual(refused);
    expect(outcome(verifyUnitWith(unit, failing(Object.create(null))))).toBe('verify/source-unavailable');
    expect(() => verifyUnitWith(unit, material as never)).toThrow(TypeError);
  });
});

describe('verifyElision', () => {
  const elision = must(
    Event.mint(body({ kind: { elision: { unit: unit.id } }, seq: 9, sources: [reply.id] }), [reply.id], library(reply)),
  );
  const claim = { event: elision, unit, sourceEvent: reply, bytes: material };

  it('joins an elision, its source event, its unit and the bytes', () => {
    expect(verifyElision(claim)).toEqual({ ok: true, value: verified });
    expect(verifyElision({ ...claim, bytes: knownSource(material) })).toEqual({ ok: true, value: verified });
  });

  const otherPayload = must(Event.mint(body({ payload: unit.elided, seq: 10 }), [], library()));
  const overOther = must(
    Event.mint(
      body({ kind: { elision: { unit: unit.id } }, sources: [otherPayload.id] }),
      [otherPayload.id],
      library(otherPayload),
    ),
  );
  const orphan = must(Unit.admit({ ...rawUnit, root: unminted }));
  const ofOrphan = must(
    Event.mint(body({ kind: { elision: { unit: orphan.id } }, sources: [reply.id] }), [reply.id], library(reply)),
  );

  it.each([
    ['kind', { event: recalled }],
    ['unit', { unit: must(Unit.seal({ op: 'elide', source: material, span: { start: 0, end: 2 }, root: root.id })) }],
    ['root', { event: ofOrphan, unit: orphan }],
    ['sources', { sourceEvent: toolResult }],
    ['source', { event: overOther, sourceEvent: otherPayload }],
  ])('a mismatch names its field: %s', (field, changed) => {
    expect(verifyElision({ ...claim, ...changed })).toMatchObject({
      refusal: { code: 'elision/mismatch', facts: { field } },
    });
  });

  it('then answers as verifyUnit does', () => {
    expect(outcome(verifyElision({ ...claim, bytes: material.subarray(1) }))).toBe('verify/source-mismatch');
  });
});

it('verifyUnitWith throws for what is no unit or no resolver, before it asks', () => {
  const asked: string[] = [];
  const resolve = (id: string): Uint8Array => {
    asked.push(id);
    return material;
  };
  expect(() => verifyUnitWith({ ...unit } as never, resolve)).toThrow('verifyUnitWith wants a Unit');
  expect(() => verifyUnitWith(unit, material as never)).toThrow('a resolver is a function');
  expect(asked).toEqual([]);
  expect(verifyUnitWith(unit, resolve).ok).toBe(true);
  expect(asked).toEqual([unit.source]);
});

import { rawContentId } from '@ken/address';
import { KnownSource, knownSource, spanOf } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { material } from './fixtures.ts';

describe('a known source', () => {
  it('has the id and the length of its bytes', () => {
    const source = knownSource(material);
    expect([source.id, source.byteLength]).toEqual([rawContentId(material), material.length]);
    expect(KnownSource.is(source)).toBe(true);
  });

  it('gives the id of a slice, and none where a span has no slice', () => {
    const source = knownSource(material);
    expect(source.sliceId(spanOf({ start: 4, end: 9 }))).toBe(rawContentId(material.subarray(4, 9)));
    expect(source.sliceId(spanOf({ start: 3, end: 3 }))).toBe(rawContentId(new Uint8Array()));
    expect(source.sliceId(spanOf({ start: 0, end: material.length }))).toBe(source.id);
    expect(source.sliceId(spanOf({ start: 0, end: material.length + 1 }))).toBe(undefined);
    expect(source.sliceId(spanOf({ start: 9, end: 4 }))).toBe(undefined);
  });

  it('is made by knownSource alone', () => {
    const Forged = KnownSource as unknown as new (key: unknown, bytes: unknown) => KnownSource;
    expect(() => new Forged(undefined, material)).toThrow('a known source is made by knownSource(bytes)');
    expect(() => new Forged(Symbol('KnownSource'), material)).toThrow('a known source is made by knownSource(bytes)');
    for (const forgery of [{ ...knownSource(material) }, Object.create(KnownSource.prototype), null, 7]) {
      expect(KnownSource.is(forgery)).toBe(false);
    }
  });
});

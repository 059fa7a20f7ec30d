import { accept, refuse } from '@ken/address';
import { describe, expect, it } from 'vitest';

describe('a refusal', () => {
  it('is frozen all the way down', () => {
    const refused = refuse('a/b', { list: [{ x: 1 }], inner: { y: [2] } }, 'p');
    const { refusal } = refused;
    const inner = refusal.facts['inner'] as { y: unknown };
    const list = refusal.facts['list'] as unknown[];
    for (const part of [refused, refusal, refusal.facts, list, list[0], inner, inner.y]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('has a path only where one part is to blame', () => {
    expect(refuse('a/b', {}, 'p')).toEqual({ ok: false, refusal: { code: 'a/b', path: 'p', facts: {} } });
    for (const refused of [refuse('a/b'), refuse('a/b', {}, '')]) expect('path' in refused.refusal).toBe(false);
  });

  it('tells itself from success by `ok`', () => {
    expect([accept(1).ok, refuse('a/b').ok]).toEqual([true, false]);
  });
});

import { verifyUnit } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { material, span, unit } from './fixtures.ts';

describe('the fixtures', () => {
  it('have a span inside the material, so that the laws of the kernel speak of something', () => {
    expect(unit.span).toEqual(span);
    expect(verifyUnit(unit, material).ok).toBe(true);
  });
});

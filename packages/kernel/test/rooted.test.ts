import { isRooted, RootEvent } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { root, unit } from './fixtures.ts';
import { must, utf8 } from './vectors.ts';

const other = must(RootEvent.mint({ kind: 'user_action', material: utf8('another'), seq: 1 }));

describe('isRooted', () => {
  it.each<readonly [string, unknown, boolean]>([
    ['the root event itself', root, true],
    ['another root event', other, false],
    ['nothing', undefined, false],
    ['the raw form of the root event', { ...root, id: root.id }, false],
  ])('where the resolver gives %s', (_, given, rooted) => {
    expect(isRooted(unit, () => given as RootEvent)).toBe(rooted);
  });

  it('asks for the id of the unit’s root, and takes a resolver that throws for one that has none', () => {
    const asked: string[] = [];
    expect(
      isRooted(unit, (id) => {
        asked.push(id);
        throw new Error('away');
      }),
    ).toBe(false);
    expect(asked).toEqual([unit.root]);
  });

  it('throws for what is no unit or no resolver', () => {
    expect(() => isRooted({ ...unit } as never, () => root)).toThrow(TypeError);
    expect(() => isRooted(unit, undefined as never)).toThrow(TypeError);
    expect(() => isRooted(unit, root as never)).toThrow(TypeError);
  });
});

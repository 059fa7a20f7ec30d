import { describe, expect, test } from 'vitest';
import { idsIn, ken, sealedExample } from './ken.ts';

describe('ken find', () => {
  test('shows where it was said and how to have it again, and its document holds the same ids', () => {
    const { cwd, store } = sealedExample();
    const words = ['find', '--omitted', 'office printer', ...store];
    const shown = ken(words, { cwd });
    expect(shown.exit, shown.err).toBe(0);
    const document = JSON.parse(ken([...words, '--json'], { cwd }).out);
    expect(document).toMatchObject({ schema_version: 'ken_find_v0', text: '"office printer"', omitted: true });
    expect(document.found).toMatchObject([{ omitted: true, producer: 'operator' }]);
    expect(idsIn(shown.out)).toEqual(idsIn(JSON.stringify(document)));
    const fetched = ken(['fetch', '--text', document.found[0].unit, ...store], { cwd });
    expect(fetched.out).toContain('office printer');
  });

  test('says no where nothing is found, and wrong use where nothing is asked', () => {
    const { cwd, store } = sealedExample();
    const none = ken(['find', 'sesquipedalian', ...store], { cwd });
    expect([none.exit, none.err]).toEqual([1, '']);
    expect(ken(['find', '  ', ...store], { cwd }).exit).toBe(2);
    expect(ken(['find', ...store], { cwd }).exit).toBe(2);
  });
});

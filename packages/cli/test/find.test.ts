import { describe, expect, test } from 'vitest';
import { idsIn, ken, sealedExample } from './ken.ts';

describe('ken find', () => {
  test('shows where it was said and how to have it again, and its document holds the same ids', () => {
    const { cwd, store } = sealedExample();
    const words = ['find', '--omitted', 'office printer', ...store];
    const shown = ken(words, { cwd });
    expect(shown.exit, shown.err).toBe(0);
    const document = JSON.parse(ken([...words, '--json'], { cwd }).out);
    expect(document).toMatchObject({
      schema_version: 'ken_find_v0',
      text: '"office printer"',
      omitted_only: true,
      places: 1,
    });
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

  test('says of what nothing was found, and takes only a head for a session', () => {
    const { cwd, store, session, unit } = sealedExample();
    expect(ken(['find', 'statement', ...store], { cwd }).exit).toBe(0);
    const none = (...words: string[]): string => ken(['find', 'sesquipedalian', ...words, ...store], { cwd }).out;
    expect(none()).toContain('was sealed here');
    expect(none('--omitted')).toContain('left the context');
    expect(none('--session', session.head)).toContain('in this session');
    const wrong = ken(['find', 'statement', '--session', unit, ...store], { cwd });
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain('wanted a head');
  });

  test('shows the first places and says how many more there are', () => {
    const { cwd, store } = sealedExample();
    const few = ken(['find', 'the', '--limit', '2', ...store], { cwd });
    expect(few.out).toMatch(/^and \d+ more places: --limit \d+ shows all$/m);
    const { found, places } = JSON.parse(ken(['find', 'the', ...store, '--json'], { cwd }).out);
    expect(found).toHaveLength(places);
    for (const limit of ['0', '-1', 'x'])
      expect(ken(['find', 'the', '--limit', limit, ...store], { cwd }).exit).toBe(2);
  });
});

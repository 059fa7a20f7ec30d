import { findShape, hasLocalPath, hasSecret, SHAPES } from '@ken/shapes';
import { describe, expect, test } from 'vitest';

// The row alone, without the others: a text may hold two shapes, and each row must stand by itself.
const holds = (row: (typeof SHAPES)[number], text: string): boolean => {
  const found = findShape(text);
  if (found?.kind === row.name) return true;
  row.head.lastIndex = 0;
  for (let hit = row.head.exec(text); hit !== null; hit = row.head.exec(text)) {
    if (row.follow(text, row.head.lastIndex) >= 0) return true;
    row.head.lastIndex = hit.index + 1;
  }
  return false;
};

test('names are unique, and each row has cases on both sides', () => {
  expect(new Set(SHAPES.map(({ name }) => name)).size).toBe(SHAPES.length);
  for (const { yes, no } of SHAPES) {
    expect(yes.length).toBeGreaterThan(0);
    expect(no.length).toBeGreaterThan(0);
  }
});

describe.each(SHAPES.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  test.each(row.yes)('is found in %j, in any case and in the middle of text', (text) => {
    expect(holds(row, text)).toBe(true);
    for (const one of [text, `please ${text}`, `${text} (end)`, text.toUpperCase(), text.toLowerCase()]) {
      expect(findShape(one)?.family, one).toBe(row.family);
    }
  });

  test.each(row.no)('is not found in %j', (text) => {
    expect(holds(row, text)).toBe(false);
  });
});

test.each([
  'https://example.com/home/user',
  '8/tmp/x',
  'x/home/y',
  'docs/home/readme',
  'a:b /etc',
  'token = short',
  'bearer tokens are secret',
  'key=value',
  'ask-question',
  'risk-assessment-2026',
  'use sk learn',
  'secret-team',
])('the contract lets %j pass', (text) => {
  expect(findShape(text)).toBeNull();
});

test.each('/Users /home /Volumes /private /tmp /var /etc /opt /srv /mnt /root /workspace /workspaces'.split(' '))(
  'a path below %s is refused, and the folder alone is not',
  (folder) => {
    expect(hasLocalPath(`${folder}/x`)).toBe(true);
    expect(hasLocalPath(folder)).toBe(false);
    for (const before of ['a', 'Z', '7', ':', '/']) expect(hasLocalPath(`${before}${folder}/x`), before).toBe(false);
  },
);

test('letters that fold to ASCII ones hide nothing', () => {
  expect(hasLocalPath('/U\u017fers/x')).toBe(true);
  expect(hasLocalPath('/wor\u212aspace/y')).toBe(true);
  expect(hasLocalPath('/pr\u0131vate/y')).toBe(true);
  expect(hasSecret('s\u212a-abcdefghijkl')).toBe(true);
  expect(hasLocalPath('/U\u00dfers/x')).toBe(false);
});

test('places are code units of the text as it was given', () => {
  const text = '\u{1f600} see /home/a/b, then';
  expect(findShape(text)).toEqual({ kind: 'posix-path', family: 'path', start: 7, end: 17 });
  expect(text.slice(7, 17)).toBe('/home/a/b,');
});

test('the first shape of a text is the one that is told', () => {
  expect(findShape('token=abcdefghijkl in /tmp/x')?.kind).toBe('token-assignment');
  expect(findShape('/tmp/x has token=abcdefghijkl')?.kind).toBe('posix-path');
});

test('the families are told apart', () => {
  expect([hasSecret('/tmp/x'), hasLocalPath('/tmp/x')]).toEqual([false, true]);
  expect([hasSecret('sk-abcdefghijkl'), hasLocalPath('sk-abcdefghijkl')]).toEqual([true, false]);
});

test('what is no text is misuse', () => {
  expect(() => findShape(7 as unknown as string)).toThrow(TypeError);
  expect(findShape('')).toBeNull();
});

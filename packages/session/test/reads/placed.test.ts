import { expect, test } from 'vitest';
import { placed } from '../../src/reads/placed.ts';

test.each<[string, string | null, string]>([
  ['/p/./a/../b.md', null, '/p/b.md'],
  ['b.md', '/p', '/p/b.md'],
  ['../b.md', '/p/q', '/p/b.md'],
  ['b.md', null, 'b.md'],
  ['/b.md', '/p', '/b.md'],
  ['C:\\p\\.\\b.md', '/p', 'C:\\p\\b.md'],
  ['C:/p/b.md', 'C:\\q', 'C:\\p\\b.md'],
  ['b.md', 'C:\\p', 'C:\\p\\b.md'],
  ['\\\\host\\share\\b.md', 'C:\\p', '\\\\host\\share\\b.md'],
  ['C', '/p', '/p/C'],
])('%s from %s is %s', (path, cwd, expected) => {
  expect(placed(path, cwd)).toBe(expected);
});

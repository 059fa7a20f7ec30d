import { FRONTIER_CODES } from '@ken/frontier';
import { expect, test } from 'vitest';

test('each code is frontier/reason, with one sentence and one remedy', () => {
  expect(Object.isFrozen(FRONTIER_CODES)).toBe(true);
  for (const [code, { says, remedy }] of Object.entries(FRONTIER_CODES)) {
    expect(code).toMatch(/^frontier\/[a-z]+(-[a-z]+)*$/);
    expect(says).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  }
});

import { expect, test } from 'vitest';
import { timeTold } from '../src/index.ts';

const told = (format: string, record: unknown): string | null => timeTold(format, Buffer.from(JSON.stringify(record)));

test('a record says when it was made, each format in its place', () => {
  const at = '2026-01-02T03:04:05.678Z';
  for (const format of ['claude-code', 'codex', 'gemini']) expect(told(format, { timestamp: at })).toBe(at);
  expect(told('opencode', { info: { time: { created: Date.parse(at) } } })).toBe(at);
  expect(told('codex', { timestamp: '2026-01-02T05:04:05+02:00' })).toBe('2026-01-02T03:04:05.000Z');
});

test('what is no time, or stands elsewhere, says nothing; nor does a form that tells none', () => {
  for (const timestamp of ['yesterday', '2026', '2026-13-45T99:99:99Z', '', null, true, {}, 1e300])
    expect(told('claude-code', { timestamp })).toBeNull();
  expect(told('opencode', { timestamp: '2026-01-02T03:04:05Z' })).toBeNull();
  expect(told('plain', { timestamp: '2026-01-02T03:04:05Z' })).toBeNull();
  expect(timeTold('codex', Buffer.from('{"timestamp":"2026-01-02T03:04:05Z"'))).toBeNull();
  expect(timeTold('codex', Buffer.from('{"timestamp":"2026-01-02T03:04:05Z","timestamp":"x"}'))).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import { inShort, shown, type Told, tell } from '../claude-code/transcripts.ts';
import { tellAnyhow } from '../documents.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (value: unknown): Told => tellAnyhow(bytes(value));
const formatOf = (value: unknown, named?: string): string => {
  const result = recognise(bytes(value), true, named);
  return result.ok ? result.value.format : result.refusal.code;
};

const user = { role: 'user', content: 'hi' };
const system = { role: 'system', content: 'be good' };
const block = (more: object): unknown => ({ role: 'assistant', content: [more] });

describe('an array is of the family of the first message that only that has', () => {
  test.each([
    ['openai-messages', [user]],
    ['openai-messages', [system, user]],
    ['openai-messages', [block({ type: 'text', text: 'a' }), { role: 'tool', tool_call_id: 'c', content: 'x' }]],
    ['openai-messages', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'u' } }] }]],
    ['openai-messages', { model: 'm', messages: [user], tools: [] }],
    ['anthropic-messages', [block({ type: 'text', text: 'a' })]],
    ['anthropic-messages', [user, block({ type: 'tool_use', id: 'c', name: 'n', input: {} })]],
    ['anthropic-messages', [user, block({ type: 'thinking', thinking: 't' })]],
    ['anthropic-messages', { system: 's', messages: [block({ type: 'text', text: 'a' })] }],
    ['transcript/unrecognised', [{ role: 'someone', content: 'a' }]],
    ['transcript/unrecognised', [{ text: 'a' }, 1, 'user']],
    ['transcript/unrecognised', { conversation: [user] }],
  ])('%s: %j', (wanted, value) => {
    expect(formatOf(value)).toBe(wanted);
  });

  test('or of the other, where a person says so', () => {
    expect(formatOf([user], 'anthropic-messages')).toBe('anthropic-messages');
    expect(formatOf([user], 'gemini')).toBe('transcript/unrecognised');
  });
});

describe('a message of an array', () => {
  test('is the work of whom its role names; results are the tool’s', () => {
    const told = read([
      system,
      { role: 'developer', content: 'd' },
      user,
      { role: 'assistant', content: 'a' },
      { role: 'function', name: 'f', content: 'r' },
    ]);
    expect(told.records.map(({ producer }) => producer)).toEqual([
      null,
      'harness',
      'harness',
      'operator',
      'model',
      'tool',
    ]);
    const answered = read([user, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }] }]);
    expect(answered.records[2]?.producer).toBe('tool');
    expect(answered.findings.map(inShort)).toContainEqual(['result-without-call', 2, {}]);
  });

  test('was seen by what it says: content, calls, or all of it where it has both', () => {
    const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const told = read([
      user,
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'assistant', content: 'a', tool_calls: calls },
      { role: 'tool', tool_call_id: 'c', content: '' },
      { role: 'assistant', content: null },
    ]);
    expect(told.records.slice(1).map(({ context }) => context?.path)).toEqual([
      'content',
      'tool_calls',
      '$',
      'content',
      undefined,
    ]);
    expect(told.records[2] && shown(told.records[2])).toBe(JSON.stringify(calls));
    expect(told.findings.map(inShort)).toEqual([
      ['compaction-unobservable', 0, {}],
      ['call-id-repeated', 3, { first: 2 }],
    ]);
  });

  test('with a call that has no result is found, as are a role that is not known and a key that stands twice', () => {
    const told = read([user, block({ type: 'tool_use', id: 'c', name: 'n', input: {} }), { role: 'x', content: 'y' }]);
    expect(told.findings.map(inShort).slice(1)).toEqual([
      ['unknown-record-type', 3, { key: 'role', type: 'x' }],
      ['call-without-result', 2, { near: 'end' }],
    ]);
    const twice = tell(Buffer.from('[{"role":"user","content":[{"type":"text","type":"text","text":"a"}]}]'));
    expect(twice.findings.map(inShort)).toContainEqual(['duplicate-key', 1, { object: 'content[0]' }]);
  });
});

describe('the run of an array', () => {
  const key = (value: unknown): string | undefined => tell(bytes(value)).reading.identity()?.key;

  test('is known by its first message that is no instruction, and the instructions before it', () => {
    const other = { role: 'user', content: 'ho' };
    expect(key([system, user])).toMatch(/^openai-messages:[0-9a-f]{32}$/);
    expect(key([system, user, other])).toBe(key([system, user]));
    expect(key([system, other])).not.toBe(key([system, user]));
    expect(key([user])).not.toBe(key([system, user]));
    expect(key([system])).not.toBe(key([{ ...system, content: 'be bad' }]));
  });

  test('is known by the session that the file names, before the messages or behind them', () => {
    for (const value of [
      { sessionId: 's', messages: [user] },
      { messages: [user], session_id: 's' },
    ]) {
      expect(tell(bytes(value)).reading.identity()).toEqual({ key: 'openai-messages:s', label: 's', follows: null });
    }
  });

  test('is known as soon as nothing can change it', () => {
    const begun = (text: string): unknown => {
      const recognised = recognise(Buffer.from(text), false);
      const reading = recognised.ok ? recognised.value.open() : undefined;
      reading?.push(Buffer.from(text));
      return reading?.identity()?.key.replace(/[0-9a-f]{32}$/, 'digest') ?? null;
    };
    const [first] = [JSON.stringify(user)];
    expect(begun(`[${first}`)).toBe('openai-messages:digest');
    expect(begun(`{"sessionId":"s","messages":[${first}`)).toBe('openai-messages:s');
    expect(begun(`{"messages":[${first}`)).toBeNull();
  });
});

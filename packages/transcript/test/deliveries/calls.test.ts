import { deliveriesOf, type ToolResult } from '@ken/transcript';
import { describe, expect, test } from 'vitest';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const resultsOf = (format: string, ...records: unknown[]): readonly ToolResult[] => {
  const reader = deliveriesOf(format);
  return records.flatMap((record) => reader?.tell(bytes(record)).results ?? []);
};
const raw = (format: string, ...records: unknown[]): boolean[] => resultsOf(format, ...records).map((one) => one.raw);

const asks = (input: unknown) => ({ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 't', input }] });
const answers = (content: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] });

describe('what a call holds itself its result does not deliver', () => {
  test.each([
    ['as a value', { file_text: 'a text' }],
    ['deep inside', { edits: [{ new: 'say a text here' }] }],
    ['in a command', { command: 'echo "a text"' }],
    ['as a key', { 'a text': true }],
  ])('%s, whether or not a new line was printed behind it; control: another text', (_, input) => {
    expect(raw('anthropic-messages', asks(input), answers('a text'))).toEqual([false]);
    expect(raw('anthropic-messages', asks(input), answers('a text\n'))).toEqual([false]);
    expect(raw('anthropic-messages', asks(input), answers('other text'))).toEqual([true]);
  });

  test.each([
    'a\ntext',
    '"a\\ntext"',
    '["a\\ntext"]',
    '{"x":"a\\ntext","x":1}',
    '{"a\\ntext":1}',
    '*** Begin\n+a\ntext\n',
  ])('also where what it is given is no object: %j', (given) => {
    const output = { call_id: 'c', output: 'a\ntext' };
    const custom = { type: 'custom_tool_call', call_id: 'c', input: given };
    expect(raw('codex', custom, { type: 'custom_tool_call_output', ...output })).toEqual([false]);
    const called = { type: 'function_call', call_id: 'c', arguments: given };
    expect(raw('codex', called, { type: 'function_call_output', ...output })).toEqual([false]);
    for (const call of [{ function: { name: 't', arguments: given } }, { custom: { name: 't', input: given } }]) {
      const ask = { role: 'assistant', tool_calls: [{ id: 'c', ...call }] };
      expect(raw('openai-messages', ask, { role: 'tool', tool_call_id: 'c', content: 'a\ntext' })).toEqual([false]);
    }
  });

  test('of two calls under one identifier, what either holds', () => {
    const of = (...inputs: object[]) => raw('anthropic-messages', ...inputs.map(asks), answers('a text'));
    expect([of({ x: 'a text' }, {}), of({}, { x: 'a text' }), of({}, {})]).toEqual([[false], [false], [true]]);
  });
});

describe('a result is one of its call', () => {
  test.each([
    ['another kind than its call', { type: 'custom_tool_call_output' }, false],
    ['one that says it failed', { success: false }, undefined],
    ['one that is not whole', { status: 'incomplete' }, undefined],
    ['control: one that is', { status: 'completed', success: true }, true],
  ])('of Codex: %s', (_, fields, expected) => {
    const ask = { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{}' };
    const answer = { type: 'function_call_output', call_id: 'c', output: 'a text', ...fields };
    expect(raw('codex', ask, answer)[0]).toBe(expected);
  });

  test.each([
    ['another call', { id: 'other' }, 0],
    ['another tool', { name: 'write_file' }, 0],
    ['control: this call', { id: 'c', name: 't' }, 1],
  ])('of Gemini, where the response says it is of %s', (_, fields, count) => {
    const result = [{ functionResponse: { ...fields, response: { output: 'a text' } } }];
    const record = { type: 'gemini', toolCalls: [{ id: 'c', name: 't', status: 'success', result }] };
    expect(resultsOf('gemini', record)).toHaveLength(count);
  });
});

test('of OpenCode a step behind another of the same message answers what the first gave', () => {
  const state = { status: 'completed', input: {}, output: 'a text' };
  const tool = { type: 'tool', tool: 't', state };
  const [begin, text] = [{ type: 'step-start' }, { type: 'text', text: 'Read.' }];
  const of = (...parts: object[]) =>
    resultsOf('opencode', { info: { role: 'assistant' }, parts }).map((one) => one.answered);
  expect(of(begin, tool, begin, text)).toEqual([true]);
  expect(of(begin, tool, text)).toEqual([false]);
  expect(of(begin, text, tool, begin)).toEqual([false]);
  expect(of(begin, tool, begin, tool, begin, text)).toEqual([true, true]);
  expect(of(begin, tool, begin, tool)).toEqual([true, false]);
});

test('of Codex records beside the context say where paths go out from', () => {
  const reader = deliveriesOf('codex');
  const folder = (record: object) => reader?.beside?.(bytes(record)).cwd;
  expect(folder({ type: 'session_meta', payload: { cwd: '/p' } })).toBe('/p');
  expect(folder({ type: 'turn_context', payload: { cwd: '/q' } })).toBe('/q');
  expect(folder({ type: 'event_msg', payload: { cwd: '/r' } })).toBe(null);
  reader?.tell(bytes({ type: 'function_call', name: 't', call_id: 'c', arguments: '{"path":"a.md"}' }));
  const told = reader?.tell(bytes({ type: 'function_call_output', call_id: 'c', output: 'x' }));
  expect(told?.results).toMatchObject([{ path: 'a.md', from: '/q' }]);
});

test.each([
  ['codex', { type: 'compacted', payload: null }, true],
  ['codex', { type: 'event_msg', payload: { type: 'context_compacted' } }, true],
  ['codex', { type: 'event_msg', payload: { type: 'token_count' } }, false],
  ['gemini', { $rewindTo: 7 }, true],
  ['gemini', { $set: { messages: [] } }, true],
  ['gemini', { $set: { lastUpdated: '2026-02-03T04:05:06Z' } }, false],
])('%s: %j sets the context anew, or may: %j', (format, record, resets) => {
  expect(deliveriesOf(format)?.beside?.(bytes(record)).resets).toBe(resets);
});

test.each(['isApiErrorMessage', 'isMeta', 'isVirtual', 'isVisibleInTranscriptOnly'])(
  'of Claude Code a record that is marked %s is no answer; control: one that is not',
  (mark) => {
    const record = { type: 'assistant', message: { id: 'm', role: 'assistant', content: 'x' } };
    const speaks = (more: object) => deliveriesOf('claude-code')?.tell(bytes({ ...record, ...more })).speaks;
    expect([true, 'true', 1, false, undefined].map((set) => speaks({ [mark]: set }))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  },
);

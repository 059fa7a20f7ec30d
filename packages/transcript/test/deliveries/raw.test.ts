import { deliveriesOf, type ToolResult } from '@ken/transcript';
import { describe, expect, test } from 'vitest';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const tellAll = (format: string, records: readonly unknown[]) => {
  const reader = deliveriesOf(format);
  if (reader === undefined) throw new Error(`no reader of ${format}`);
  return records.map((record) => reader.tell(bytes(record)));
};

const resultsOf = (format: string, ...records: unknown[]): readonly ToolResult[] =>
  tellAll(format, records).flatMap(({ results }) => results);

const call = { id: 'c', name: 'read_file', input: { file_path: '/p/a.md' } };

describe('what tools gave back, in each format', () => {
  test.each([
    [
      'codex',
      [
        { payload: { type: 'function_call', name: 'read_file', call_id: 'c', arguments: '{"path":"/p/a.md"}' } },
        { payload: { type: 'function_call_output', call_id: 'c', output: 'text' } },
      ],
    ],
    [
      'codex',
      [
        { type: 'custom_tool_call', name: 'read_file', call_id: 'c', input: '{"path":"/p/a.md"}' },
        { type: 'custom_tool_call_output', call_id: 'c', output: { content: 'text', success: true } },
      ],
    ],
    [
      'gemini',
      [
        {
          toolCalls: [
            {
              name: 'read_file',
              args: { absolute_path: '/p/a.md' },
              status: 'success',
              result: [{ functionResponse: { response: { output: 'text' } } }],
            },
          ],
        },
      ],
    ],
    [
      'opencode',
      [
        {
          parts: [
            {
              type: 'tool',
              tool: 'read_file',
              state: { status: 'completed', input: { filePath: '/p/a.md' }, output: 'text' },
            },
          ],
        },
      ],
    ],
    [
      'anthropic-messages',
      [
        { role: 'assistant', content: [{ type: 'tool_use', ...call }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'text' }] }],
        },
      ],
    ],
    [
      'openai-messages',
      [
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', function: { name: 'read_file', arguments: '{"path":"/p/a.md"}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'text' },
      ],
    ],
  ])('%s: the text as it is, with the tool and the path of its call', (format, records) => {
    expect(resultsOf(format, ...records)).toMatchObject([
      { tool: 'read_file', path: '/p/a.md', shown: 'text', lines: null },
    ]);
  });

  test.each([
    [
      'gemini',
      { toolCalls: [{ name: 'r', status: 'error', result: [{ functionResponse: { response: { output: 'x' } } }] }] },
    ],
    ['opencode', { parts: [{ type: 'tool', tool: 'r', state: { status: 'error', output: 'x' } }] }],
    ['anthropic-messages', { content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', is_error: true }] }],
    [
      'claude-code',
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', is_error: true }] } },
    ],
  ])('%s: what failed gave nothing back; control: above', (format, record) => {
    expect(resultsOf(format, record)).toEqual([]);
  });

  test('a text that is written is something to compare with, and no result', () => {
    const told = tellAll('gemini', [
      { toolCalls: [{ name: 'write_file', args: { file_path: '/p/a.md', content: 'text' } }] },
    ]);
    expect(told).toMatchObject([{ results: [], texts: [{ path: '/p/a.md', text: 'text' }] }]);
  });

  test('of Claude Code the account of a record with two results is nobody’s; control: of one result', () => {
    const ask = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: '/p/a.md' } }));
    const calls = { type: 'assistant', message: { id: 'm', content: ask } };
    const content = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: '     1→x' }));
    const file = { filePath: '/p/a.md', content: 'x', numLines: 1, startLine: 1, totalLines: 1 };
    const one = { type: 'user', message: { content: content.slice(0, 1) }, toolUseResult: { file } };
    expect(resultsOf('claude-code', calls, one)).toMatchObject([{ path: '/p/a.md', lines: { total: 1 } }]);
    expect(resultsOf('claude-code', calls, { ...one, message: { content } })).toMatchObject([
      { lines: null },
      { lines: null },
    ]);
  });

  test('a result without its call, and one before it, has no tool', () => {
    const result = { role: 'tool', tool_call_id: 'c', content: 'text' };
    expect(resultsOf('openai-messages', result)).toMatchObject([{ tool: null, path: null }]);
  });

  test('the plain form records no results of tools', () => {
    expect(deliveriesOf('plain')).toBeUndefined();
  });
});

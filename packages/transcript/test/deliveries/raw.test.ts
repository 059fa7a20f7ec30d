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
          type: 'gemini',
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
      'gemini',
      [
        {
          $set: {
            messages: [
              {
                type: 'gemini',
                toolCalls: [
                  {
                    name: 'read_file',
                    args: { file_path: '/p/a.md' },
                    result: [{ functionResponse: { response: { output: 'text' } } }],
                  },
                ],
              },
            ],
          },
        },
      ],
    ],
    [
      'opencode',
      [
        {
          info: { role: 'assistant' },
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
      {
        type: 'gemini',
        toolCalls: [{ name: 'r', status: 'error', result: [{ functionResponse: { response: { output: 'x' } } }] }],
      },
    ],
    [
      'opencode',
      { info: { role: 'assistant' }, parts: [{ type: 'tool', tool: 'r', state: { status: 'error', output: 'x' } }] },
    ],
    ['anthropic-messages', { content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', is_error: true }] }],
    [
      'claude-code',
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', is_error: true }] } },
    ],
  ])('%s: what failed gave nothing back; control: above', (format, record) => {
    expect(resultsOf(format, record)).toEqual([]);
  });

  const answered = (fields: object) => [
    { role: 'assistant', content: [{ type: 'tool_use', ...call }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', ...fields }] },
  ];

  test.each([true, 'true', 1, {}, 'no'])('what says of itself that it failed by %j gave nothing back', (failed) => {
    expect(resultsOf('anthropic-messages', ...answered({ is_error: failed }))).toEqual([]);
  });

  test.each([false, null, undefined])('control: %j says that it did not fail', (failed) => {
    expect(resultsOf('anthropic-messages', ...answered({ is_error: failed }))).toHaveLength(1);
  });

  test('a result in a message of the model is none', () => {
    const [ask, answer] = answered({});
    expect(resultsOf('anthropic-messages', ask, { ...answer, role: 'assistant' })).toEqual([]);
  });

  const codexOutput = (output: unknown) =>
    resultsOf(
      'codex',
      { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output },
    ).map(({ shown }) => shown);

  test.each<[string, unknown, readonly string[]]>([
    ['an output with how the program ended', { output: 'x', metadata: { exit_code: 0 } }, ['x']],
    ['an output of a program that failed', { output: 'x', metadata: { exit_code: 1 } }, []],
    ['an output without an exit code', { output: 'x', metadata: {} }, ['x']],
    ['one whose exit code is text', { output: 'x', metadata: { exit_code: '0' } }, []],
    ['a success', { output: 'x', success: true, metadata: {} }, ['x']],
    ['no success', { output: 'x', success: false, metadata: { exit_code: 0 } }, []],
    ['a success that is text', { output: 'x', success: 'false', metadata: {} }, []],
  ])('of Codex %s, as an object and as the text of one', (_, output, shown) => {
    expect(codexOutput(output)).toEqual(shown);
    expect(codexOutput(JSON.stringify(output))).toEqual(shown);
  });

  test('of Codex a file that holds an object is that file', () => {
    for (const file of ['{"output": "x"}', '{"output": 7, "metadata": {}}', '{"name": "p"}', '{'])
      expect(codexOutput(file)).toEqual([file]);
  });

  test.each([
    [
      'gemini',
      (args: object, output: string) => [
        {
          type: 'gemini',
          toolCalls: [{ name: 't', args, status: 'success', result: [{ functionResponse: { response: { output } } }] }],
        },
      ],
    ],
    [
      'opencode',
      (input: object, output: string) => [
        {
          info: { role: 'assistant' },
          parts: [{ type: 'tool', tool: 't', state: { status: 'completed', input, output } }],
        },
      ],
    ],
    [
      'openai-messages',
      (args: object, content: string) => [
        { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 't', arguments: JSON.stringify(args) } }] },
        { role: 'tool', tool_call_id: 'c', content },
      ],
    ],
    [
      'anthropic-messages',
      (input: object, content: string) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 't', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] },
      ],
    ],
    [
      'codex',
      (args: object, output: string) => [
        { type: 'function_call', name: 't', call_id: 'c', arguments: JSON.stringify(args) },
        { type: 'function_call_output', call_id: 'c', output },
      ],
    ],
  ] as const)('%s: the text as it is may be a file, unless it is empty or the call wrote one', (format, records) => {
    const raw = (input: object, output: string) => resultsOf(format, ...records(input, output)).map((one) => one.raw);
    expect(raw({ file_path: '/p/a.md' }, 'text')).toEqual([true]);
    expect(raw({ file_path: '/p/a.md', content: 'text' }, 'text')).toEqual([false]);
    expect(raw({ file_path: '/p/a.md' }, '')).not.toContain(true);
  });

  const speaks = (format: string, record: unknown): boolean => tellAll(format, [record])[0]?.speaks === true;
  const claude = (message: object) => ({ type: 'assistant', message: { id: 'm', ...message } });
  const item = (payload: object) => ({ type: 'response_item', payload });

  test.each<[string, unknown, unknown]>([
    ['claude-code', claude({ content: 'x' }), claude({ content: '' })],
    [
      'claude-code',
      claude({ content: [{ type: 'text', text: 'x' }] }),
      claude({ content: [{ type: 'text', text: '' }] }),
    ],
    ['claude-code', claude({ content: [{ type: 'thinking', thinking: 'x' }] }), claude({ content: [{}] })],
    [
      'claude-code',
      claude({ content: [{ type: 'tool_use', id: 'c', name: 'Read', input: {} }] }),
      claude({ content: [{ type: 'thinking', thinking: '' }] }),
    ],
    ['claude-code', claude({ content: 'x', model: 'm' }), claude({ content: 'x', model: '<synthetic>' })],
    ['openai-messages', { role: 'assistant', content: 'x' }, { role: 'assistant', content: '' }],
    [
      'openai-messages',
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'r', arguments: '{}' } }] },
      { role: 'assistant', content: null, tool_calls: [] },
    ],
    [
      'anthropic-messages',
      { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: [] },
    ],
    ['gemini', { type: 'gemini', content: 'x' }, { type: 'gemini', content: '' }],
    [
      'gemini',
      { type: 'gemini', content: '', toolCalls: [{ name: 'r' }] },
      { type: 'gemini', content: '', toolCalls: [] },
    ],
    [
      'opencode',
      { info: { role: 'assistant' }, parts: [{ type: 'text', text: 'x' }] },
      { info: { role: 'assistant' }, parts: [{ type: 'step-start' }, { type: 'text', text: '' }] },
    ],
    [
      'codex',
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '' }] }),
    ],
    [
      'codex',
      item({ type: 'reasoning', summary: [], encrypted_content: 'x' }),
      item({ type: 'reasoning', summary: [] }),
    ],
    ['codex', item({ type: 'function_call', name: 'shell' }), item({ type: 'compaction', encrypted_content: 'x' })],
    [
      'codex',
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'x' }] }),
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: ' ' }, null] }),
    ],
    ['openai-messages', { role: 'assistant', refusal: 'x' }, { role: 'assistant', tool_calls: [{}, null] }],
    [
      'openai-messages',
      { role: 'assistant', function_call: { name: 'r' } },
      { role: 'assistant', name: 'r', content: '\n' },
    ],
    [
      'gemini',
      { type: 'gemini', thoughts: [{ subject: 'x' }] },
      { type: 'gemini', thoughts: [{}], toolCalls: [{}, null] },
    ],
  ])('%s: what says something, and what says nothing', (format, something, nothing) => {
    expect([speaks(format, something), speaks(format, nothing)]).toEqual([true, false]);
  });

  test.each([
    ['codex', { type: 'function_call_output', call_id: 'c', output: 'text' }],
    ['codex', { type: 'invented_call_output', call_id: 'd', output: 'text' }],
    ['openai-messages', { role: 'tool', tool_call_id: 'c', content: 'text' }],
    ['anthropic-messages', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'text' }] }],
  ])('%s: a result whose call does not stand before it delivers nothing', (format, record) => {
    expect(resultsOf(format, record).map(({ raw }) => raw)).toEqual([false]);
  });

  test.each([
    [
      'gemini',
      { type: 'user', toolCalls: [{ name: 't', result: [{ functionResponse: { response: { output: 'x' } } }] }] },
    ],
    [
      'gemini',
      {
        type: 'gemini',
        toolCalls: [{ name: 't', result: [{ functionResponse: { response: { output: 'x', error: 'no' } } }] }],
      },
    ],
    [
      'opencode',
      { info: { role: 'user' }, parts: [{ type: 'tool', tool: 't', state: { status: 'completed', output: 'x' } }] },
    ],
    ['anthropic-messages', { role: 'system', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }] }],
  ])('%s: what is no result of the model’s call is none', (format, record) => {
    expect(resultsOf(format, record)).toEqual([]);
  });

  test('a second answer to one call is nobody’s', () => {
    const [ask, answer] = answered({ content: 'text' });
    expect(resultsOf('anthropic-messages', ask, answer, answer).map(({ raw }) => raw)).toEqual([true, false]);
  });

  test.each([
    ['in the block of the result', '"is_error":true,"is_error":false,"content":"text"'],
    ['of what it holds', '"content":"other","content":"text"'],
    ['anywhere else', '"content":"text","more":{"a":1,"a":1}'],
    ['written in two ways', '"content":"text","\\u0078":1,"x":2'],
  ])('a record with a key that stands twice tells nothing: %s; control: once', (_, fields) => {
    const told = (inner: string) => {
      const reader = deliveriesOf('anthropic-messages');
      reader?.tell(bytes(answered({})[0]));
      const text = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c",${inner}}]}`;
      return reader?.tell(new TextEncoder().encode(text)).results.length;
    };
    expect([told('"content":"text"'), told(fields)]).toEqual([1, 0]);
  });

  test('an image that also has a text is no text', () => {
    const [ask, answer] = answered({ content: [{ type: 'image', text: 'x' }] });
    expect(resultsOf('anthropic-messages', ask, answer)).toEqual([]);
  });

  test.each<[unknown, string | null]>([
    ['2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.000Z'],
    ['2026-02-03T04:05:06+02:00', '2026-02-03T02:05:06.000Z'],
    ['2026-13-03T04:05:06Z', null],
    ['yesterday', null],
    ['2026-02-03', null],
    ['2026-02-03T04:05:06Z\u001b[2J', null],
    [1_770_000_000_000, '2026-02-02T02:40:00.000Z'],
    [Number.MAX_VALUE, null],
    [{}, null],
  ])('a time that is written as %j is %j', (written, at) => {
    expect(tellAll('codex', [{ timestamp: written, type: 'event_msg', payload: {} }])).toMatchObject([{ at }]);
    expect(tellAll('claude-code', [{ timestamp: written, type: 'user' }])).toMatchObject([{ at }]);
    expect(tellAll('openai-messages', [{ timestamp: written, role: 'user' }])).toMatchObject([{ at }]);
    expect(tellAll('opencode', [{ info: { time: { created: written } }, parts: [] }])).toMatchObject([{ at }]);
  });

  test('a text that is written is something to compare with, and no result', () => {
    const told = tellAll('gemini', [
      { type: 'gemini', toolCalls: [{ name: 'write_file', args: { file_path: '/p/a.md', content: 'text' } }] },
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

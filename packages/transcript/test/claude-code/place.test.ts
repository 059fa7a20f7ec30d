import { describe, expect, test } from 'vitest';
import { assistant, attachment, inShort, line, shown, system, tellLines, user } from './transcripts.ts';

/** The second record of a file whose first is a plain prompt. */
function second(source: string) {
  const { records, findings } = tellLines(user('first'), source);
  const record = records[1];
  if (record === undefined) {
    throw new Error('the file has no second record');
  }
  return { record, findings };
}

describe('context: the model saw the value at the path, as written', () => {
  test.each([
    ['a user text', user('a "b"\n'), 'user', 'message.content', '"a \\"b\\"\\n"'],
    ['user blocks', user([{ type: 'text', text: 'x' }]), 'user', 'message.content', '[{"type":"text","text":"x"}]'],
    ['an empty text', user(''), 'user', 'message.content', '""'],
    ['a caveat, though it is meta', user('c', { isMeta: true }), 'user', 'message.content', '"c"'],
    [
      'a summary, though only the transcript shows it',
      user('s', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
      'user/compact-summary',
      'message.content',
      '"s"',
    ],
    [
      'an answer',
      assistant([{ type: 'text', text: 'y' }]),
      'assistant',
      'message.content',
      '[{"type":"text","text":"y"}]',
    ],
    ['a local command', system('local_command', { content: '<x>' }), 'system/local_command', 'content', '"<x>"'],
    [
      'a file that was attached',
      attachment('file', { n: 1 }),
      'attachment/file',
      'attachment',
      '{"type":"file","n":1}',
    ],
    [
      'a hook that speaks at the start',
      attachment('hook_success', { hookEvent: 'SessionStart' }),
      'attachment/hook_success',
      'attachment',
      '{"type":"hook_success","hookEvent":"SessionStart"}',
    ],
    [
      'a hook that speaks at a prompt',
      attachment('hook_success', { hookEvent: 'UserPromptSubmit' }),
      'attachment/hook_success',
      'attachment',
      '{"type":"hook_success","hookEvent":"UserPromptSubmit"}',
    ],
    [
      'white space and all',
      '{"type":"user","uuid":"w","message":{"content" : [ 1 ,\t2 ]}}',
      'user',
      'message.content',
      '[ 1 ,\t2 ]',
    ],
    [
      'keys that are written with escapes',
      '{"t\\u0079pe":"user","uuid":"e","message":{"c\\u006fntent":"z"}}',
      'user',
      'message.content',
      '"z"',
    ],
  ])('%s', (_name, source, reason, path, value) => {
    const { record, findings } = second(source);
    expect({ place: record.place, reason: record.reason, path: record.context?.path }).toEqual({
      place: 'context',
      reason,
      path,
    });
    expect(shown(record)).toBe(value);
    expect(findings).toEqual([]);
  });

  test("never the record's own copy of a tool result", () => {
    const { record } = second(
      user([{ type: 'tool_result', tool_use_id: 't', content: 'shown' }], { toolUseResult: { stdout: 'copy' } }),
    );
    expect(shown(record)).toBe('[{"type":"tool_result","tool_use_id":"t","content":"shown"}]');
  });

  test('the first value with that name does not count when it stands elsewhere', () => {
    const { record } = second(
      '{"type":"user","uuid":"n","content":"no","x":{"message":{"content":"no"}},"message":{"y":{"content":"no"},"content":"yes"}}',
    );
    expect(shown(record)).toBe('"yes"');
  });
});

describe('beside, by type', () => {
  test.each([
    ['progress', line({ type: 'progress', data: {} }), 'progress'],
    ['a snapshot', '{"type":"file-history-snapshot","messageId":"m"}', 'file-history-snapshot'],
    ['a title', '{"type":"summary","summary":"t","leafUuid":"l"}', 'summary'],
    ['a pull request', line({ type: 'pr-link' }), 'pr-link'],
    ['a queue operation', line({ type: 'queue-operation', operation: 'enqueue', content: 'x' }), 'queue-operation'],
    ['a stop hook', system('stop_hook_summary'), 'system/stop_hook_summary'],
    ["a turn's length", system('turn_duration'), 'system/turn_duration'],
    ['an error of the interface', system('api_error'), 'system/api_error'],
    ['a system record without a subtype', line({ type: 'system', content: 'x' }), 'system'],
    [
      'an answer that is an error',
      assistant([{ type: 'text', text: 'API Error' }], { isApiErrorMessage: true }),
      'api-error',
    ],
    ['a message without content', line({ type: 'user', message: { role: 'user' } }), 'no-content'],
    ['a message that is null', line({ type: 'assistant', message: null }), 'no-content'],
    ['content that is null', user(null), 'no-content'],
    ['a user record without a message', line({ type: 'user' }), 'no-content'],
    ['a local command without content', system('local_command'), 'no-content'],
    ['an attachment without one', line({ type: 'attachment' }), 'no-content'],
    ...[
      'already_read_file',
      'command_permissions',
      'hook_cancelled',
      'hook_error',
      'hook_error_during_execution',
      'hook_permission_decision',
      'structured_output',
      'dynamic_skill',
      'max_turns_reached',
      'background_task_status',
    ].map((type) => [`an attachment of type ${type}`, attachment(type), `attachment/${type}` as string]),
    [
      'a hook that speaks to nobody',
      attachment('hook_success', { hookEvent: 'PostToolUse' }),
      'attachment/hook_success',
    ],
    ['a hook that names no event', attachment('hook_success'), 'attachment/hook_success'],
  ])('%s', (_name, source, reason) => {
    const { record, findings } = second(source);
    expect(record).toMatchObject({ place: 'beside', reason, context: null });
    expect(findings).toEqual([]);
  });
});

describe('what the reader does not know is said', () => {
  test('an unknown attachment is context', () => {
    const { record, findings } = second(attachment('brand_new'));
    expect(record).toMatchObject({ place: 'context', reason: 'attachment/brand_new' });
    expect(findings.map(inShort)).toEqual([['unknown-record-type', 1, { key: 'attachment.type', type: 'brand_new' }]]);
  });

  test('an unknown record is beside', () => {
    const { record, findings } = second(line({ type: 'brand-new' }));
    expect(record).toMatchObject({ place: 'beside', reason: 'brand-new' });
    expect(findings.map(inShort)).toEqual([['unknown-record-type', 1, { key: 'type', type: 'brand-new' }]]);
  });

  test.each([['a secret of /home/me'], [''], ['x'.repeat(65)], [7], [null], [{}]])(
    'a type that is no name is not repeated: %j',
    (type) => {
      const { record, findings } = second(line({ type }));
      expect(record.reason).toBe('unknown');
      expect(findings.map(inShort)).toEqual([['unknown-record-type', 1, { key: 'type', type: null }]]);
      expect(second(attachment(type)).record).toMatchObject({ place: 'context', reason: 'attachment' });
    },
  );
});

describe('what comes before the type', () => {
  test('a uuid that was seen makes a repeat, whatever the rest says', () => {
    const { records, findings } = tellLines(
      user('a', { uuid: 'u' }),
      user('b', { uuid: 'v' }),
      user('c', { uuid: 'u' }),
    );
    expect(records.map(({ reason }) => reason)).toEqual(['user', 'user', 'repeat']);
    expect(records[2]).toMatchObject({ place: 'beside', producer: null });
    expect(findings.map(inShort)).toEqual([['record-repeated', 2, { first: 0 }]]);
  });

  test('records without a uuid repeat nothing', () => {
    const { records } = tellLines(user('a', { uuid: undefined }), user('b', { uuid: undefined }), user('c'));
    expect(records.map(({ reason }) => reason)).toEqual(['user', 'user', 'user']);
  });

  test('a side-chain is beside in the main file', () => {
    const { records } = tellLines(
      user('main'),
      user('side', { isSidechain: true, agentId: 'a' }),
      assistant([], { isSidechain: true }),
      user('main'),
    );
    expect(records.map(({ place, reason }) => [place, reason])).toEqual([
      ['context', 'user'],
      ['beside', 'side-chain'],
      ['beside', 'side-chain'],
      ['context', 'user'],
    ]);
  });

  test("in an agent's own file its side-chain is the run, and another agent's is not", () => {
    const { records } = tellLines(
      user('task', { isSidechain: true, agentId: 'a' }),
      user('other', { isSidechain: true, agentId: 'b' }),
      assistant([], { isSidechain: true, agentId: 'a' }),
    );
    expect(records.map(({ reason }) => reason)).toEqual(['user', 'side-chain', 'assistant']);
  });

  test('a key that stands twice makes the object unreadable, and the record beside', () => {
    for (const [source, object] of [
      ['{"type":"user","uuid":"d","x":1,"x":1,"message":{"content":"a"}}', 'the record'],
      ['{"type":"user","uuid":"d","message":{"content":"a","content":"b"}}', 'message'],
      ['{"type":"attachment","uuid":"d","attachment":{"type":"file","type":"todo"}}', 'attachment'],
    ] as const) {
      const { record, findings } = second(source);
      expect(record).toMatchObject({ place: 'beside', reason: 'duplicate-key', context: null });
      expect(findings.map(inShort)).toEqual([['duplicate-key', 1, { object }]]);
    }
    const elsewhere = second('{"type":"user","uuid":"d","message":{"content":"a"},"toolUseResult":{"x":1,"x":2}}');
    expect(elsewhere.record.place).toBe('context');
    expect(elsewhere.findings).toEqual([]);
  });

  test('a block with a key twice is not interpreted, and its bytes were shown all the same', () => {
    const { record, findings } = second(
      '{"type":"user","uuid":"d","message":{"content":[{"type":"text"},{"type":"tool_result","type":"text"}]}}',
    );
    expect(record).toMatchObject({ place: 'context', producer: 'harness' });
    expect(findings.map(inShort)).toEqual([['duplicate-key', 1, { object: 'message.content[1]' }]]);
  });
});

test('a micro-compaction that does not say what it cleared is beside, and found', () => {
  const { record, findings } = second(system('microcompact_boundary', { content: 'x' }));
  expect(record).toMatchObject({ place: 'beside', reason: 'system/microcompact_boundary', context: null });
  expect(findings).toMatchObject([
    { code: 'compaction-unverifiable', record: 1, facts: { key: 'microcompactMetadata' } },
  ]);
});

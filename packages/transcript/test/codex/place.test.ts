import { describe, expect, test } from 'vitest';
import { inShort, shown, tellLines } from '../claude-code/transcripts.ts';
import { call, event, item, line, message, meta, output, prompt, sealed } from './transcripts.ts';

/** Where one line stands, behind a header: its place, reason and producer, and what was found. */
function placed(source: string): unknown {
  const { records, findings } = tellLines(meta(), item(prompt('a')), source);
  const { place, reason, producer } = records[2] ?? {};
  return [place, reason, producer, findings.map(({ code }) => code).filter((code) => code !== 'call-without-result')];
}

describe('an item is context, and is shown as its payload', () => {
  test.each([
    [message('assistant', 'a'), 'model'],
    [message('developer', 'a'), 'harness'],
    [message('system', 'a'), 'harness'],
    [{ type: 'reasoning', summary: [], encrypted_content: 'gAAA' }, 'model'],
    [call('c'), 'model'],
    [{ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: 'x' }, 'model'],
    [{ type: 'local_shell_call', call_id: 'c', status: 'completed', action: {} }, 'model'],
    [{ type: 'web_search_call', status: 'completed', action: {} }, 'model'],
  ])('%j', (payload, producer) => {
    const { records } = tellLines(meta(), item(payload));
    expect(records[1]).toMatchObject({ place: 'context', producer, reason: `response_item/${payload['type']}` });
    expect(records[1]?.context?.path).toBe('payload');
    expect(shown(records[1] as (typeof records)[number])).toBe(JSON.stringify(payload));
  });

  test.each(['function_call', 'custom_tool_call', 'tool_search_call'])("the output of a %s is the tool's", (type) => {
    const answer = { type: `${type.replace('search_call', 'search')}_output`, call_id: 'c', output: 'x' };
    const { records, findings } = tellLines(meta(), item(call('c', { type })), item(answer));
    expect(records[2]).toMatchObject({ place: 'context', producer: 'tool' });
    expect(findings).toEqual([]);
  });

  test('of a type that is not known, with a finding', () => {
    expect(placed(item({ type: 'novel' }))).toEqual(['context', 'response_item/novel', null, ['unknown-record-type']]);
    expect(placed(item({ type: 'no name: at all' }))).toEqual([
      'context',
      'response_item/unknown',
      null,
      ['unknown-record-type'],
    ]);
  });

  test('but not a snapshot that is kept for the harness alone', () => {
    expect(placed(item({ type: 'ghost_snapshot', ghost_commit: {} }))).toEqual([
      'beside',
      'response_item/ghost_snapshot',
      null,
      [],
    ]);
  });
});

describe('other lines are beside, by type and subtype', () => {
  test.each([
    [event('user_message', { message: 'a' }), 'event_msg/user_message'],
    [event('something new'), 'event_msg/unknown'],
    [line('turn_context', {}), 'turn_context'],
    [line('world_state', {}), 'world_state'],
    [line('token_usage_record', { usage: {} }), 'token_usage_record'],
    [meta('other'), 'session_meta'],
  ])('%s', (source, reason) => {
    expect(placed(source)).toEqual(['beside', reason, null, []]);
  });

  test('of a type that is not known, with a finding; text that is no name is not repeated', () => {
    expect(placed(line('novel', {}))).toEqual(['beside', 'novel', null, ['unknown-record-type']]);
    expect(placed(line('/home/someone', {}))).toEqual(['beside', 'unknown', null, ['unknown-record-type']]);
    expect(placed('{}')).toEqual(['beside', 'unknown', null, ['unknown-record-type']]);
  });

  test('an item without a payload that is an object', () => {
    expect(placed(line('response_item', null))).toEqual(['beside', 'no-content', null, []]);
  });

  test('a line, or an item, with a key twice: it is not interpreted', () => {
    const twice = '{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","role":"user"}}';
    expect(placed(twice)).toEqual(['beside', 'duplicate-key', null, ['duplicate-key']]);
    expect(placed('{"type":"x","type":"x"}')).toEqual(['beside', 'duplicate-key', null, ['duplicate-key']]);
  });
});

describe('an old file', () => {
  const header = '{"id":"run","timestamp":"t","instructions":null}';

  test('holds bare items, each of which the model saw whole, with CRLF between', () => {
    const items = [prompt('a'), call('c'), output('c')].map((one) => JSON.stringify(one));
    const { records, tail, findings } = tellLines(`${header}\r\n{"record_type":"state"}\r\n${items.join('\r\n')}\r\n`);
    expect(records.map(({ reason }) => reason)).toEqual([
      'session_meta',
      'record_type/state',
      'message',
      'function_call',
      'function_call_output',
    ]);
    expect(records.slice(2).map(shown)).toEqual(items);
    expect(records[2]?.context?.path).toBe('$');
    expect([Buffer.from(tail).toString(), findings.map(inShort)]).toEqual([
      '\r\n',
      [['compaction-unobservable', 0, {}]],
    ]);
  });
});

describe('that a version recorded no compaction', () => {
  const found = (...lines: readonly string[]): unknown => tellLines(...lines).findings.map(inShort);

  test('is said once, where its first line stands, with or without its header', () => {
    const [one, two] = [JSON.stringify(prompt('a')), JSON.stringify(prompt('b'))];
    const header = '{"id":"run","timestamp":"t","instructions":null}';
    expect(found(header, one, two)).toEqual([['compaction-unobservable', 0, {}]]);
    expect(found('{"record_type":"state"}', one, two)).toEqual([
      ['compaction-unobservable', 0, {}],
      ['starts-mid-session', 0, {}],
    ]);
  });

  test('is not said of a version that does', () => {
    expect(found(meta(), item(prompt('a')))).toEqual([]);
  });
});

describe('a message with the role of a user', () => {
  const producerOf = (payload: object): unknown => tellLines(meta(), item(payload)).records[1]?.producer;

  test("is the operator's where a tag only resembles that of a notification", () => {
    for (const text of ['<agent_notifications>', '<notification>', 'see <agent_notification>', '<Agent notification>'])
      expect(producerOf(prompt(text)), text).toBe('operator');
  });

  test("is the operator's", () => {
    expect(producerOf(prompt('fix it'))).toBe('operator');
    expect(producerOf({ type: 'message', role: 'user', content: 'fix it' })).toBe('operator');
    expect(producerOf({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'x' }] })).toBe(
      'operator',
    );
    expect(producerOf(prompt('see <environment_context>'))).toBe('operator');
  });

  test.each([
    '<environment_context>\n  <cwd>/w</cwd>',
    '<user_instructions>\n\nbe kind',
    '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>',
    '<turn_aborted>\nno',
    '<agent_notification>\n{}',
    '<background_task_notification>\n{}',
  ])("is the harness's when it begins as what the harness injects: %j", (text) => {
    expect(producerOf(prompt(text))).toBe('harness');
    expect(producerOf({ type: 'message', role: 'user', content: text })).toBe('harness');
    const own = { type: 'input_text', text: 'and mine' };
    expect(producerOf(prompt(text, { content: [{ type: 'input_text', text }, own] }))).toBe('operator');
  });

  test("without any content is nobody's prompt", () => {
    expect(producerOf({ type: 'message', role: 'user', content: [] })).toBe('harness');
  });

  test('is whose the file says that its parts are, whatever they say', () => {
    const said = (...types: readonly string[]) => ({
      internal_chat_message_metadata_passthrough: {
        content_item_metadata: types.map((type) => ({ provenance: { type } })),
      },
    });
    expect(producerOf(prompt('x', said('user')))).toBe('operator');
    expect(producerOf(prompt('<environment_context>', said('user')))).toBe('operator');
    expect(producerOf(prompt('x', said('harness')))).toBe('harness');
    expect(producerOf(prompt('x', said('skills', 'harness')))).toBe('harness');
    expect(producerOf(prompt('x', said('user', 'harness')))).toBe('operator');
    expect(producerOf(prompt('x', said()))).toBe('operator');
  });
});

describe('text of other models', () => {
  test('that a tool delivered is told by the tool', () => {
    const { records } = tellLines(
      meta(),
      item(call('a', { name: 'wait_agent' })),
      item(output('a')),
      item(call('b', { name: 'shell' })),
      item(output('b')),
      item(call('a', { name: 'shell' })),
      item(output('a')),
    );
    expect(records.map(({ generated }) => generated)).toEqual([null, null, 'wait_agent', null, null, null, null]);
  });
});

describe('an identifier', () => {
  test("is the item's own, and repeats make no repeat of the record", () => {
    const { records } = tellLines(
      meta(),
      item(prompt('a', { id: 'msg_1' })),
      item(prompt('b', { id: 'msg_1' })),
      item(prompt('c')),
    );
    expect(records.map(({ id }) => id)).toEqual([null, 'msg_1', 'msg_1', null]);
    expect(records.map(({ chain }) => chain)).toEqual([null, null, null, null]);
    expect(records.map(({ place }) => place)).toEqual(['beside', 'context', 'context', 'context']);
  });
});

describe('what only the provider can read', () => {
  test('as an item of its own is context; what it stands for is not known, and nothing leaves', () => {
    const { records, findings } = tellLines(meta(), item(prompt('a')), item(sealed()));
    expect(records[2]).toMatchObject({ place: 'context', producer: 'model', departures: [] });
    expect(findings.map(inShort)).toEqual([
      ['compaction-unverifiable', 2, { key: 'payload.encrypted_content', encrypted: 1 }],
    ]);
  });

  test('of its reasoning is no finding', () => {
    const { findings } = tellLines(meta(), item({ type: 'reasoning', encrypted_content: 'gAAA' }));
    expect(findings).toEqual([]);
  });
});

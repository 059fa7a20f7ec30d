import { describe, expect, test } from 'vitest';
import { formatNames, recognise } from '../src/index.ts';
import { user } from './claude-code/transcripts.ts';

const answer = (source: string, complete = true): string => {
  const result = recognise(Buffer.from(source, 'latin1'), complete);
  return result.ok ? result.value.format : result.refusal.code;
};

const SNAPSHOT = '{"type":"file-history-snapshot","messageId":"m","snapshot":{}}';
const TITLE = '{"type":"summary","summary":"t","leafUuid":"l"}';

describe('Claude Code is recognised', () => {
  test.each([
    ['by a prompt', user('a')],
    ['by a record without a session', '{"type":"user","uuid":"u","message":{"content":"a"}}'],
    ['by a record without a uuid', '{"type":"queue-operation","operation":"dequeue","sessionId":"s"}'],
    ['by a type that is not known yet', '{"type":"new","parentUuid":null,"isSidechain":false,"sessionId":"s"}'],
    ['behind a snapshot and a title', `${SNAPSHOT}\n${TITLE}\n${user('a')}`],
    ['behind a torn line', `"cut":1}\n${user('a')}`],
    ['behind NUL bytes and a byte-order mark', `\xef\xbb\xbf\0\0${user('a')}`],
    ['when a later line is foreign', `${user('a')}\nabc`],
  ])('%s', (_name, source) => {
    expect(answer(source)).toBe('claude-code');
  });

  test('by the beginning of a record that the head cuts off, but not when the file ends there', () => {
    const cut = user('x'.repeat(100), { type: 'user' }).slice(0, 150);
    expect(cut).toContain('"content":"xxx');
    expect(answer(cut, false)).toBe('claude-code');
    expect(answer(cut, true)).toBe('transcript/unrecognised');
  });

  test('by a snapshot alone only while the rest is unseen', () => {
    expect(answer(`${SNAPSHOT}\n`, false)).toBe('claude-code');
    expect(answer(`${SNAPSHOT}\n`, true)).toBe('transcript/unrecognised');
  });
});

describe('refused', () => {
  test.each([
    ['nothing', ''],
    ['white space', ' \n\r\n'],
    ['NUL bytes', '\0\0\0'],
    ['a byte-order mark', '\xef\xbb\xbf\n'],
  ])('as empty: %s', (_name, source) => {
    expect(answer(source)).toBe('transcript/empty');
    expect(answer(`${source}${user('a')}`)).toBe('claude-code');
  });

  test.each([
    ['text', 'hello\n'],
    ['text without a newline', 'hello'],
    ['objects of another format', '{"time":"t","kind":"response_item","payload":{}}\n'],
    ['a message of another format', '{"type":"user","id":"1","content":"hi","timestamp":"t"}\n'],
    ['an array of messages', `[${user('a')}]`],
    ['one object around the messages', `{"messages":[${user('a')}]}`],
    ['a type and nothing else', '{"type":"user"}'],
    ['a record with a key twice', '{"type":"user","uuid":"u","uuid":"v"}'],
    ['bytes of no text', '\xff\xfe\x01'],
  ])('as unrecognised: %s', (_name, source) => {
    expect(answer(source)).toBe('transcript/unrecognised');
  });

  test('with the facts: how much was seen, and what was looked for', () => {
    expect(recognise(Buffer.from('{}\n{}\nx'), true)).toEqual({
      ok: false,
      refusal: {
        code: 'transcript/unrecognised',
        facts: { bytes: 7, records: 2, lookedFor: expect.stringContaining('claude-code') },
      },
    });
  });

  test('as misuse when it is no array of bytes', () => {
    expect(() => recognise('{}' as unknown as Uint8Array, true)).toThrow(TypeError);
  });
});

const CODEX = '{"timestamp":"t","type":"event_msg","payload":{"type":"token_count"}}';
const HEADER = '{"id":"i","timestamp":"t","instructions":null,"git":{}}';
const CALL = '{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}';
const MESSAGE = '{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}';

describe('Codex is recognised', () => {
  test.each([
    ['by a line', CODEX],
    ['by the header of an old file', HEADER],
    ['by a line with a record_type', '{"record_type":"state"}'],
    ['by a call as a bare item', CALL],
    ['by its output, with CRLF', CALL.replace('call"', 'call_output"').concat('\r\n')],
    ['behind a message and a torn line', `${MESSAGE}\n{"cut":\n${CALL}`],
  ])('%s', (_name, source) => {
    expect(answer(source)).toBe('codex');
  });

  test('by a line whose payload the head cuts off, but not when the file ends there', () => {
    const cut = `{"timestamp":"t","type":"session_meta","payload":{"instructions":"${'x'.repeat(100)}`;
    expect(answer(cut, false)).toBe('codex');
    expect(answer(cut, true)).toBe('transcript/unrecognised');
  });

  test.each([
    ['a payload that is no object', CODEX.replace(/\{"type":"token_count"\}/, '1')],
    ['a line without a time', '{"type":"event_msg","payload":{}}'],
    ['a key twice', '{"timestamp":"t","type":"event_msg","type":"event_msg","payload":{}}'],
    ['an id and a time alone', '{"id":"i","timestamp":"t"}'],
  ])('not by %s', (_name, source) => {
    expect(answer(source)).toBe('transcript/unrecognised');
  });
});

describe('a format that is named', () => {
  const named = (source: string, format: string) => recognise(Buffer.from(source), true, format);

  test('is taken on a hint, and on a proof', () => {
    expect(named(TITLE, 'claude-code')).toMatchObject({ ok: true, value: { format: 'claude-code' } });
    expect(answer(TITLE)).toBe('transcript/unrecognised');
    expect(named(MESSAGE, 'codex')).toMatchObject({ ok: true, value: { format: 'codex' } });
    expect(named(CODEX, 'codex')).toMatchObject({ ok: true, value: { format: 'codex' } });
  });

  test('is taken over another that the content proves first', () => {
    const both = `${user('a')}\n${CODEX}\n`;
    expect(answer(both)).toBe('claude-code');
    expect(named(both, 'codex')).toMatchObject({ ok: true, value: { format: 'codex' } });
  });

  test('is refused when nothing in the content speaks for it, with what was looked for', () => {
    const refusal = named(user('a'), 'codex');
    expect(refusal).toMatchObject({ ok: false, refusal: { code: 'transcript/unrecognised', facts: { records: 1 } } });
    const lookedFor = refusal.ok ? '' : String(refusal.refusal.facts['lookedFor']);
    expect(lookedFor).toMatch(/^codex: /);
    expect(lookedFor).not.toContain('claude-code');
  });

  test('is refused when there is none of that name, with all that there are', () => {
    const refusal = named(CODEX, 'toString');
    expect(refusal).toMatchObject({ ok: false, refusal: { code: 'transcript/unrecognised', facts: { records: 0 } } });
    const lookedFor = refusal.ok ? '' : String(refusal.refusal.facts['lookedFor']);
    expect(formatNames.every((name) => lookedFor.includes(`${name}: `))).toBe(true);
  });

  test('does not make an empty file a transcript', () => {
    expect(named(' \n', 'codex')).toMatchObject({ ok: false, refusal: { code: 'transcript/empty' } });
  });
});

import { describe, expect, test } from 'vitest';
import { recognise } from '../src/index.ts';
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
    ['objects of another format', '{"timestamp":"t","type":"response_item","payload":{}}\n'],
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

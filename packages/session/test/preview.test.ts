import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passageOf } from '../src/passage.ts';
import { readableText } from '../src/preview.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('text for reading', () => {
  test('is what the strings of a value say, without those that only name or type things', () => {
    expect(readableText(bytes('"a\\nb"'))).toBe('a\nb');
    expect(
      readableText(bytes('[{"type":"text","text":"one"},{"type":"tool_use","id":"t","input":{"path":"two"}}]')),
    ).toBe('one\n\ntwo');
  });

  test('leaves out identifiers under whatever name they stand, and what a client keeps beside a message', () => {
    const message = {
      role: 'user',
      content: [{ type: 'input_text', text: 'Read.' }],
      sessionID: 'ses_1',
      messageId: 'm1',
      turn_id: 't1',
      parent_ids: ['p1'],
      internal_metadata_passthrough: { note: 'x' },
      metadata: { source: 'y' },
      reason: 'It was asked for.',
    };
    expect(readableText(bytes(JSON.stringify(message)))).toBe('Read.\n\nIt was asked for.');
    const call = { type: 'tool_use', input: { id: 'kept', metadata: { of: 'a call' } } };
    expect(readableText(bytes(JSON.stringify(call)))).toBe('kept\n\na call');
  });

  test('of what remains of a value is what its whole strings say', () => {
    const rest = ',"is_error":false},{"type":"text","text":"my name is \\"K\\""}]';
    expect(readableText(bytes(rest))).toBe('my name is "K"');
    expect(readableText(bytes('[{"tool_use_id":"t1","type":"tool_result","content":'))).toBe(
      '[{"tool_use_id":"t1","type":"tool_result","content":',
    );
  });

  test('comes of any bytes whatever, a million without an end among them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
        expect(typeof readableText(any)).toBe('string');
      }),
      { seed: 77, numRuns: 300 },
    );
    for (const piece of ['"', '\\"', '"a', '{"a":', 'x'])
      expect(typeof readableText(bytes(piece.repeat(1_000_000 / piece.length)))).toBe('string');
  });
});

describe('a passage', () => {
  test('is taken where the phrases stand nearest to each other', () => {
    const text = `alpha ${'x '.repeat(400)} beta ${'y '.repeat(400)} alpha and beta ${'z '.repeat(400)}`;
    expect(passageOf(text, ['alpha', 'beta'])).toContain('alpha and beta');
  });

  test('is none unless every phrase occurs as words', () => {
    expect(passageOf('The printer takes 47 entries.', ['47 entries'])).toBe('The printer takes 47 entries.');
    expect(passageOf('The printer takes 47 entries.', ['7 entries'])).toBeUndefined();
    expect(passageOf('The printer takes 47 entries.', ['entries', 'office'])).toBeUndefined();
  });
});

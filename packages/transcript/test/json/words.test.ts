import { describe, expect, test } from 'vitest';
import { Scanner } from '../../src/json/scanner.ts';
import { NONE } from '../../src/json/tape.ts';
import { words } from '../../src/json/words.ts';

const { textAt } = words(['user', 'event_msg']);

function read(json: string): string | null {
  const bytes = Buffer.from(json);
  const scanner = new Scanner();
  scanner.run(bytes);
  return textAt(scanner.scanned(bytes), 0);
}

describe('words', () => {
  test.each(['user', 'event_msg', 'users', 'use', '', 'né', 'x'.repeat(100)])('%j is read as what it is', (text) => {
    expect(read(JSON.stringify(text))).toBe(text);
  });

  test('a word is the same however it is written', () => {
    expect(read('"\\u0075ser"')).toBe('user');
  });

  test('what is no string is none', () => {
    expect([read('["user"]'), read('{}')]).toEqual([null, null]);
    expect(
      textAt({ bytes: Buffer.from(''), tape: new Uint32Array(3), used: 0, surrogates: false, oddEscapes: false }, NONE),
    ).toBe(null);
  });
});

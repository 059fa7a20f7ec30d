import { type AnyId, cidBytes, parseCidBytes, parseRawContentId } from '@ken/address';
import { base32 } from 'multiformats/bases/base32';
import { describe, expect, it } from 'vitest';
import { must, outcome, toHex } from './vectors.ts';

/** The text of a raw id whose digest has one value in one place and another everywhere else, by another implementation. */
const textOf = (digest: Uint8Array): string => base32.encode(Uint8Array.from([1, 0x55, 0x1e, 32, ...digest]));

describe('the text of a digest', () => {
  it('is read and written for every value of every byte', () => {
    for (const rest of [0x00, 0xff, 0x5a]) {
      for (let at = 0; at < 32; at += 1) {
        for (let value = 0; value < 256; value += 1) {
          const digest = new Uint8Array(32).fill(rest);
          digest[at] = value;
          const text = textOf(digest);
          const id = must(parseRawContentId(text));
          const bytes = cidBytes(id);
          if (toHex(bytes.subarray(4)) !== toHex(digest)) expect.fail(`${text} is read as ${toHex(bytes)}`);
          if (must(parseCidBytes(bytes)) !== text) expect.fail(`${toHex(digest)} is written as another text`);
        }
      }
    }
  });

  it('does not begin with more than 256 stands for, whatever follows', () => {
    const text = textOf(new Uint8Array(32).fill(0xff));
    for (const [front, read] of [
      ['h7', 'ok'],
      ['ha', 'ok'],
      ['aa', 'ok'],
      ['ia', 'id/not-a-cid'],
      ['i7', 'id/not-a-cid'],
      ['7a', 'id/not-a-cid'],
    ] as const) {
      const changed = text.slice(0, 7) + front + text.slice(9);
      const answer = parseRawContentId(changed);
      // One bit more in front is a bit of the length of the digest.
      expect(answer.ok ? 'ok' : answer.refusal.code, changed).toBe(read);
    }
  });

  it.each([
    ['ba', 'length'],
    ['baa', 'version'],
    ['baaa', 'length'],
    ['baaaa', 'version'],
    ['baaaaa', 'version'],
    ['baaaaaa', 'length'],
    ['bab', 'pad-bits'],
    ['baaab', 'pad-bits'],
    ['baaaab', 'pad-bits'],
    ['baaaaaab', 'pad-bits'],
  ])('%s is none: %s', (text, reason) => {
    const answer = parseRawContentId(text);
    // Zeros of a good length are a number: version 0.
    expect(answer.ok ? 'ok' : answer.refusal.facts['reason']).toBe(reason);
  });

  it('of a foreign id has the binary form of no id', () => {
    expect(() => cidBytes(`bafkr4ii${'a'.repeat(51)}` as AnyId)).toThrow(TypeError);
    expect(outcome(parseRawContentId(`bafkr4ia${'a'.repeat(51)}`))).toBe('ok');
  });
});

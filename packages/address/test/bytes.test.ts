import { cidBytes, contentId, decode, decodeNode, encode, equalBytes, parseCidBytes, rawContentId } from '@ken/address';
import { createHasher } from 'blake3-jit';
import { describe, expect, it } from 'vitest';
import { outcome, toHex } from './vectors.ts';

const bytes = Uint8Array.of(0x83, 1, 2, 3);
const doors = { contentId, rawContentId, decode, decodeNode, parseCidBytes } as const;

function detached(): Uint8Array {
  const gone = Uint8Array.of(0x01);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  return gone;
}

const lookAlike = Object.setPrototypeOf({ length: 1, 0: 1, buffer: new ArrayBuffer(1) }, Uint8Array.prototype);

describe.each(Object.entries(doors))('%s', (_, door) => {
  it.each([
    ['a list', [1, 2]],
    ['an ArrayBuffer', new ArrayBuffer(2)],
    ['another view', new Uint16Array(2)],
    ['text', 'abc'],
    ['nothing', undefined],
    ['a look-alike', lookAlike],
    ['a Proxy', new Proxy(Uint8Array.of(1), {})],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(2))],
    ['a detached buffer', detached()],
  ])('takes bytes only: %s is misuse', (_name, value) => {
    expect(() => door(value as Uint8Array)).toThrow(TypeError);
    expect(() => door(bytes)).not.toThrow();
  });
});

describe('what a subclass or own properties say of the bytes', () => {
  it('counts for nothing', () => {
    const posing = Uint8Array.from(bytes);
    for (const key of ['length', 'constructor', 'subarray', 'slice']) {
      Object.defineProperty(posing, key, { value: key === 'length' ? 1 : () => new Uint8Array(9) });
    }
    class Posing extends Uint8Array {
      override get length(): number {
        return 1;
      }
    }
    for (const each of [posing, new Posing(bytes), Buffer.from(bytes)]) {
      expect(contentId(each)).toBe(contentId(bytes));
      expect(decode(each)).toEqual(decode(bytes));
      expect(encode([each])).toEqual(encode([bytes]));
    }
  });

  it('a view into a larger buffer is only its own part', () => {
    const whole = Uint8Array.of(9, 9, ...bytes, 9);
    expect(rawContentId(whole.subarray(2, 6))).toBe(rawContentId(bytes));
    expect(rawContentId(whole)).not.toBe(rawContentId(bytes));
  });
});

describe('shared memory inside a value', () => {
  it('is unencodable', () => {
    expect(outcome(encode([new Uint8Array(new SharedArrayBuffer(2))]))).toBe('cbor/unencodable');
    expect(outcome(encode([new Uint8Array(new ArrayBuffer(2))]))).toBe('ok');
  });
});

describe('a hash', () => {
  it.each([0, 1, 1023, 1024, 1025, 4095, 4096, 4097, 16_384, 100_001, 1_000_003])(
    'of %i bytes is that of a copy, at any offset',
    (length) => {
      const whole = Uint8Array.from({ length: length + 3 }, (_, i) => (i * 31) ^ (i >> 8));
      for (const offset of [0, 1, 3]) {
        const view = whole.subarray(offset, offset + length);
        expect(rawContentId(view)).toBe(rawContentId(view.slice()));
        const stepwise = createHasher();
        for (let at = 0; at < length; at += 1000) stepwise.update(view.subarray(at, at + 1000));
        expect(toHex(cidBytes(rawContentId(view)).subarray(4))).toBe(toHex(stepwise.finalize()));
      }
    },
  );
});

describe('equalBytes', () => {
  it.each([
    [[], [], true],
    [[1], [1], true],
    [[1, 2, 3], [1, 2, 3], true],
    [[], [0], false],
    [[0], [], false],
    [[1, 2], [1, 2, 3], false],
    [[1, 2, 3], [1, 2], false],
    [[0, 2, 3], [1, 2, 3], false],
    [[1, 0, 3], [1, 2, 3], false],
    [[1, 2, 0], [1, 2, 3], false],
  ])('of %j and %j is %s', (a, b, equal) => {
    expect(equalBytes(Uint8Array.from(a), Uint8Array.from(b))).toBe(equal);
  });
});

import { contentId, decode, decodeNode, encode, parseCidBytes, rawContentId } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { outcome } from './vectors.ts';

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

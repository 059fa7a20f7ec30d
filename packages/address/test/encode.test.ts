import { encode, link, rawContentId, type Value } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { must, outcome, toHex } from './vectors.ts';

const hex = (value: unknown): string => toHex(must(encode(value as Value)));
const nested = (levels: number, inner: Value): Value =>
  Array.from({ length: levels }).reduce<Value>((value) => [value], inner);
const withKey = (key: PropertyKey, property: PropertyDescriptor, on: object = {}): object =>
  Object.defineProperty(on, key, { enumerable: true, configurable: true, ...property });

const holed = [1, 2, 3];
delete holed[1];
const circle: unknown[] = [];
circle.push(circle);
class Holder {
  readonly a = 1;
}
class Row extends Array<number> {}

describe('what the data model does not have is unencodable', () => {
  it.each([
    ['undefined', undefined, null],
    ['undefined in a list', [undefined], [null]],
    ['undefined in a map', { a: undefined }, { a: null }],
    ['a fraction', 1.5, 1],
    ['minus zero', -0, 0],
    ['NaN', Number.NaN, 0],
    ['infinity', Number.POSITIVE_INFINITY, 0],
    ['an unsafe number', 2 ** 53, 2 ** 53 - 1],
    ['an unsafe negative number', -(2 ** 53), -(2 ** 53) + 1],
    ['a bigint of 65 bits', 2n ** 64n, 2n ** 64n - 1n],
    ['a negative bigint beyond −2^64', -(2n ** 64n) - 1n, -(2n ** 64n)],
    ['a function', () => 1, 1],
    ['a symbol', Symbol('a'), 'a'],
    ['a boxed number', Object(1), 1],
    ['a date', new Date(0), 0],
    ['a Map', new Map([['a', 1]]), { a: 1 }],
    ['an instance', new Holder(), { ...new Holder() }],
    ['an object over another', Object.create({ a: 1 }), Object.create(null)],
    ['a subclass of lists', Row.of(1), [1]],
    ['another view of memory', new Uint16Array(1), new Uint8Array(1)],
    ['a lone high surrogate', 'a\ud800', 'a\ud800\udc00'],
    ['a lone low surrogate', '\udc00a', '\ud800\udc00a'],
    ['surrogates in the wrong order', '\udc00\ud800', '\ud800\udc00'],
    ['a lone surrogate in a key', { '\ud800': 1 }, { '\ud800\udc00': 1 }],
    ['a symbol key', withKey(Symbol('a'), { value: 1 }), withKey('a', { value: 1 })],
    ['a hole', holed, [1, 2, 3]],
    ['a named key on a list', Object.assign([1], { a: 1 }), [1]],
    ['a named key that makes up for a hole', Object.assign(new Array(1), { a: 1 }), [1]],
    ['a symbol key on a list', withKey(Symbol('a'), { value: 1 }, [1]), [1]],
    ['an accessor', withKey('a', { get: () => 1 }), { a: 1 }],
    ['an accessor in a list', withKey(0, { get: () => 1 }, [1]), [1]],
    ['a hidden key', withKey('a', { value: 1, enumerable: false }), { a: 1 }],
    ['a hidden key on a list', withKey('a', { value: 1, enumerable: false }, [1]), [1]],
    [
      'a copy of a link',
      { ...link(rawContentId(new Uint8Array())), toJSON: () => '' },
      link(rawContentId(new Uint8Array())),
    ],
    ['a circle', circle, [[]]],
  ])('%s', (_, value, control) => {
    expect(outcome(encode(value as Value))).toBe('cbor/unencodable');
    expect(outcome(encode(control as Value))).toBe('ok');
  });

  it('the refusal names the place and the reason', () => {
    const refusal = { code: 'cbor/unencodable', path: 'a[1].b', facts: { reason: 'number', found: '0.5' } };
    expect(encode({ a: [0, { b: 0.5 }] })).toEqual({ ok: false, refusal });
  });
});

describe('a reason', () => {
  it.each([
    ['accessor', withKey('a', { get: () => 1 })],
    ['not-enumerable', withKey('a', { value: 1, enumerable: false })],
    ['symbol-key', withKey(Symbol('a'), { value: 1 })],
    ['not-plain', new Holder()],
    ['hole-or-extra-key', holed],
    ['lone-surrogate', '\ud800'],
    ['integer-range', 2n ** 64n],
    ['shared-memory', new Uint8Array(new SharedArrayBuffer(1))],
  ])('says what is wrong: %s', (reason, value) => {
    expect(encode(value as Value)).toMatchObject({ refusal: { facts: { reason } } });
  });
});

describe('depth', () => {
  it('128 lists may enclose an item, and the innermost of 129 is refused even when empty', () => {
    expect(outcome(encode(nested(128, 7)))).toBe('ok');
    expect(outcome(encode(nested(128, [])))).toBe('cbor/unencodable');
    expect(encode(nested(128, {}))).toMatchObject({ refusal: { facts: { reason: 'too-deep', limit: 128 } } });
  });

  it('maps count as lists do, and both together', () => {
    const mapped = (levels: number, inner: Value): Value =>
      Array.from({ length: levels }).reduce<Value>((value) => ({ a: value }), inner);
    expect(outcome(encode(mapped(128, 7)))).toBe('ok');
    expect(outcome(encode(mapped(128, {})))).toBe('cbor/unencodable');
    expect(outcome(encode(mapped(64, nested(64, 7))))).toBe('ok');
    expect(outcome(encode(mapped(64, nested(64, []))))).toBe('cbor/unencodable');
    expect(outcome(encode(nested(64, mapped(64, {}))))).toBe('cbor/unencodable');
  });

  it('no depth meets the stack', () => {
    expect(outcome(encode(nested(200_000, 7)))).toBe('cbor/unencodable');
  });
});

describe('one representation per value', () => {
  it.each([
    [0, '00'],
    [23, '17'],
    [24, '1818'],
    [255, '18ff'],
    [256, '190100'],
    [65_535, '19ffff'],
    [65_536, '1a00010000'],
    [0xffff_ffff, '1affffffff'],
    [0x1_0000_0000, '1b0000000100000000'],
    [Number.MAX_SAFE_INTEGER, '1b001fffffffffffff'],
    [-1, '20'],
    [-24, '37'],
    [-25, '3818'],
    [Number.MIN_SAFE_INTEGER, '3b001ffffffffffffe'],
  ])('%i has one form, as number and as bigint', (value, expected) => {
    expect(hex(value)).toBe(expected);
    expect(hex(BigInt(value))).toBe(expected);
  });

  it('keys sort by length in bytes and then bytewise, whatever order they were set in', () => {
    expect(hex({ bb: 1, a: 2, é: 3, '10': 4, '9': 5 })).toBe('a5613905616102623130046262620162c3a903');
    // The order of UTF-16 units would put the pair before the letter.
    expect(hex({ '\u{10000}': 1, '\uffffa': 2 })).toBe('a264efbfbf610264f090808001');
    expect(hex({ b: 1, a: 2 })).toBe(hex({ a: 2, b: 1 }));
  });

  it('a key is a key, whatever it means elsewhere', () => {
    const proto = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2, "toString": 3}') as Value;
    expect(hex(proto)).toContain(Buffer.from('__proto__').toString('hex'));
  });

  it('text is not normalised and keeps a leading mark', () => {
    expect(hex('\ufeffé')).toBe('65efbbbfc3a9');
    expect(hex('e\u0301')).not.toBe(hex('é'));
  });
});

describe('the result', () => {
  it('is fresh, and the value is left as it was', () => {
    const value = { b: [Uint8Array.of(1)], a: 1 };
    const first = must(encode(value));
    first.fill(0);
    expect(hex(value)).toBe('a26161016162814101');
    expect(Object.keys(value)).toEqual(['b', 'a']);
  });

  it('is whole when it is larger than any buffer to begin with', () => {
    const text = 'é'.repeat(70_000);
    expect(must(encode([text, new Uint8Array(100_000)])).length).toBe(1 + 5 + 140_000 + 5 + 100_000);
  });

  it('does not mix with that of an encode that runs inside a Proxy', () => {
    const inner = new Proxy(
      { a: 1 },
      {
        ownKeys: (target) => {
          encode({ zz: 'other' });
          return Reflect.ownKeys(target);
        },
      },
    );
    expect(hex(['before', inner, 'after'])).toBe(hex(['before', { a: 1 }, 'after']));
  });
});

describe('what a value itself throws when it is read', () => {
  it('comes out as it is: it is no answer of the encoder', () => {
    const own = new Error('of the caller');
    const throwing = new Proxy(
      { a: 1 },
      {
        ownKeys() {
          throw own;
        },
      },
    );
    expect(() => encode([throwing])).toThrow(own);
    expect(outcome(encode([new Proxy({ a: 1 }, {})]))).toBe('ok');
  });
});

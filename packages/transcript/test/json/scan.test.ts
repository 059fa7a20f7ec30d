import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonValue, scanJson } from '../../src/json/value.ts';
import { damagedJson, jsonText } from '../arbitraries.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What the host says: the value, or undefined when the bytes are no JSON. */
function parsed(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(decoder.decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** The value as spans give it, every string decoded and every scalar read from its own span. */
function materialised(value: JsonValue, bytes: Uint8Array): unknown {
  switch (value.kind) {
    case 'object': {
      const object = {};
      for (const member of value.members()) {
        Object.defineProperty(object, member.key, {
          value: materialised(member.value, bytes),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
      return object;
    }
    case 'array':
      return [...value.items()].map((item) => materialised(item, bytes));
    case 'string':
      return value.text();
    default:
      return JSON.parse(decoder.decode(bytes.subarray(value.span.start, value.span.end)));
  }
}

/** Every value inside, with its span. */
function* everyValue(value: JsonValue): Generator<JsonValue> {
  yield value;
  for (const { value: inner } of value.members()) {
    yield* everyValue(inner);
  }
  for (const inner of value.items()) {
    yield* everyValue(inner);
  }
}

function agrees(bytes: Uint8Array): boolean {
  const host = parsed(bytes);
  const ours = scanJson(bytes);
  if (host === undefined || !ours.ok) {
    return host === undefined && !ours.ok;
  }
  return isDeepStrictEqual(materialised(ours.value, bytes), host.value);
}

const accepted = [
  '{}',
  ' [ ] ',
  '0',
  '-0',
  '1e5',
  '-1.25E+10',
  '"\\ud800"',
  '"\\u0041\\n\\/"',
  '"é中😀\u2028"',
  '{"a":{"a":[1,{"a":null}]},"b":true}',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  '\t\r\n 1 \n',
  '""',
];

const rejected = [
  '',
  ' ',
  '\ufeff{}',
  '{"a":1,}',
  '[1,]',
  '[,1]',
  '{,}',
  '01',
  '1.',
  '.5',
  '+1',
  '1e',
  '1e+',
  '-',
  '--1',
  'tru',
  'True',
  'truefalse',
  'NaN',
  '"',
  '"\\x"',
  '"\\u12G4"',
  '"\\u12',
  '"\n"',
  '"\u0000"',
  "'a'",
  '{"a" 1}',
  '{1:2}',
  '{"a"}',
  '[1 2]',
  '{} {}',
  '[}',
  '{]',
  '[[]',
  '\u00a01',
  '1\u000b',
];

describe('one JSON value', () => {
  test.each(accepted)('is read as JSON.parse reads it: %j', (source) => {
    const bytes = Buffer.from(source);
    expect(parsed(bytes)).toBeDefined();
    expect(agrees(bytes)).toBe(true);
  });

  test.each(rejected)('is refused where JSON.parse throws: %j', (source) => {
    const bytes = Buffer.from(source);
    expect(parsed(bytes)).toBeUndefined();
    expect(scanJson(bytes)).toMatchObject({ ok: false, refusal: { code: 'json/malformed' } });
  });

  test.each([
    ['a lone continuation', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point above the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a sequence that the quote cuts off', [0xe4, 0xb8]],
  ])('is refused when a string holds %s, and accepted without it', (_name, damage) => {
    const around = (inner: readonly number[]): Uint8Array => Uint8Array.from([0x22, ...inner, 0x22]);
    expect(scanJson(around(damage)).ok).toBe(false);
    expect(scanJson(around([0xe4, 0xb8, 0xad])).ok).toBe(true);
  });

  test('agrees with JSON.parse on any generated text', () => {
    fc.assert(
      fc.property(jsonText, (source) => agrees(Buffer.from(source))),
      { seed: 1, numRuns: 3000 },
    );
  });

  test('agrees with JSON.parse on damaged text', () => {
    let whole = 0;
    let broken = 0;
    fc.assert(
      fc.property(damagedJson, (bytes) => {
        const isWhole = parsed(bytes) !== undefined;
        whole += isWhole ? 1 : 0;
        broken += isWhole ? 0 : 1;
        return agrees(bytes);
      }),
      { seed: 2, numRuns: 8000 },
    );
    expect(Math.min(whole, broken)).toBeGreaterThan(500);
  });

  test('gives each value a span that parses to that value', () => {
    fc.assert(
      fc.property(jsonText, (source) => {
        const bytes = Buffer.from(source);
        const scanned = scanJson(bytes);
        if (!scanned.ok) {
          return false;
        }
        return [...everyValue(scanned.value)].every((value) => {
          const own = bytes.subarray(value.span.start, value.span.end);
          return isDeepStrictEqual(parsed(own)?.value, materialised(value, bytes));
        });
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  test('is read at any depth', () => {
    const depth = 300_000;
    const arrays = Buffer.from('['.repeat(depth) + ']'.repeat(depth));
    expect(scanJson(arrays).ok).toBe(true);
    expect(scanJson(arrays.subarray(0, -1)).ok).toBe(false);
    expect(scanJson(Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).ok).toBe(true);
  });
});

describe('a path', () => {
  const bytes = Buffer.from('{"a":{"b":[10,{"c":"x"}],"\\u0062c":5},"d":1,"d":2}');
  const scanned = scanJson(bytes);
  const at = (...path: readonly (string | number)[]): string | undefined => {
    const value = scanned.ok ? scanned.value.at(...path) : undefined;
    return value && bytes.toString('utf8', value.span.start, value.span.end);
  };

  test('leads through objects and arrays to the bytes of a value', () => {
    expect(at()).toBe(bytes.toString());
    expect(at('a', 'b', 0)).toBe('10');
    expect(at('a', 'b', 1, 'c')).toBe('"x"');
  });

  test('compares keys by their text, not by how they are written', () => {
    expect(at('a', 'bc')).toBe('5');
  });

  test('ends at nothing where nothing stands, and where a key stands twice', () => {
    expect(at('a', 'x')).toBeUndefined();
    expect(at('a', 'b', 7)).toBeUndefined();
    expect(at('a', 'b', 'c')).toBeUndefined();
    expect(at('a', 0)).toBeUndefined();
    expect(at('d')).toBeUndefined();
  });
});

describe('misuse', () => {
  test('what is no array of bytes is a TypeError', () => {
    expect(() => scanJson('{}' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => scanJson(new Uint8Array(new SharedArrayBuffer(2)))).toThrow(TypeError);
    expect(scanJson(new Uint8Array([0x7b, 0x7d])).ok).toBe(true);
  });

  test('text of what is no string is a TypeError', () => {
    const number = scanJson(Buffer.from('1'));
    const string = scanJson(Buffer.from('"1"'));
    expect(() => number.ok && number.value.text()).toThrow(TypeError);
    expect(string.ok && string.value.text()).toBe('1');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Scanner } from '../../src/json/scanner.ts';
import { shape } from '../../src/json/shape.ts';
import { NONE, startOf } from '../../src/json/tape.ts';

const LOOKED_FOR = ['type', 'uuid', 'a', ''] as const;
const keys = shape(LOOKED_FOR);

/** What the shape finds in a text: the first byte of each value, or null. */
function found(source: string): Record<string, string | null> | 'repeated' {
  const bytes = Buffer.from(source);
  const scanner = new Scanner();
  scanner.run(bytes);
  const scanned = scanner.scanned(bytes);
  if (!keys.read(scanned, 0)) {
    return 'repeated';
  }
  return Object.fromEntries(
    LOOKED_FOR.map((name) => {
      const entry = keys.found[keys.slot[name]] ?? NONE;
      return [name, entry === NONE ? null : bytes.toString('latin1', startOf(scanned.tape, entry)).charAt(0)];
    }),
  );
}

describe('the keys of an object', () => {
  test('are found at its own level only', () => {
    expect(found('{"x":{"type":1},"uuid":2,"":3}')).toEqual({ type: null, uuid: '2', a: null, '': '3' });
  });

  test('are found however they are written', () => {
    expect(found('{"\\u0074ype":7}')).toMatchObject({ type: '7' });
    expect(found('{"\\u0074ype\\u0000":7}')).toMatchObject({ type: null });
  });

  test('that stand twice are noticed, looked for or not, however they are written', () => {
    expect(found('{"x":1,"y":2,"x":3}')).toBe('repeated');
    expect(found('{"type":1,"t\\u0079pe":2}')).toBe('repeated');
    expect(found('{"x":1,"y":{"x":1}}')).not.toBe('repeated');
  });

  test('of an unfinished object are those whose values are whole', () => {
    expect(found('{"type":1,"uuid":2,"a":[')).toMatchObject({ type: '1', uuid: '2', a: null });
    expect(found('{"type":1,"uuid"')).toMatchObject({ type: '1', uuid: null });
  });

  test('are the same to a map of them, few or many, alike or not', () => {
    const key = fc.oneof(
      fc.constantFrom(...LOOKED_FOR, 'b', 'aa', '\\u0061', 'é'),
      fc.nat({ max: 200 }).map((number) => `k${number}`),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 90 }), (names) => {
        const source = `{${names.map((name, index) => `"${name}":${index % 10}`).join(',')}}`;
        const texts = names.map((name) => JSON.parse(`"${name}"`) as string);
        const isRepeated = new Set(texts).size < texts.length;
        const values = new Map(texts.map((name, index) => [name, String(index % 10)]));
        const expected = Object.fromEntries(LOOKED_FOR.map((name) => [name, values.get(name) ?? null]));
        expect(found(source)).toEqual(isRepeated ? 'repeated' : expected);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

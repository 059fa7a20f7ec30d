import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inShort, tell, tellLines, user } from './transcripts.ts';

const encode = (source: string): Buffer => Buffer.from(source);
const sound = (text: string): Buffer => encode(`${user(text, { tool: 'x'.repeat(40) })}\n`);

/** What real files do (§9): bytes that stand between sound records. */
const DAMAGE: Readonly<Record<string, () => Buffer>> = {
  'NUL bytes': () => Buffer.alloc(64),
  'NUL bytes and a newline': () => Buffer.concat([Buffer.alloc(16), encode('\n')]),
  'a newline inside a string': () => encode(`${user('one').replace('one', 'o\nne')}\n`),
  'raw U+2028 and U+2029': () => encode(`${user('a\u2028b\u2029c')}\n`),
  'a byte-order mark': () => encode('\ufeff'),
  'CRLF behind a record': () => encode(`${user('crlf')}\r\n`),
  'a lone surrogate escape': () => encode(`${user('\ud83d')}\n`),
  'a large record': () => encode(`${user('x'.repeat(100_000))}\n`),
  'a record without its end': () => encode(`${user('cut').slice(0, -20)}\n`),
  'a record without its beginning': () => encode(`${user('cut').slice(30)}\n`),
  'two records on a line': () => encode(`${user('w')}${user('x')}\n`),
  'bytes that are no text': () => Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
  'an empty line': () => encode('\n \n'),
};
const kinds = Object.keys(DAMAGE);

function holds(parts: readonly (readonly string[])[], tailOf: Buffer, chunk: number): void {
  const first = sound('first');
  const later: Buffer[] = [];
  const pieces: Buffer[] = [first];
  for (const names of parts) {
    pieces.push(...names.map((name) => DAMAGE[name]?.() ?? Buffer.alloc(0)));
    const record = sound(`after ${names.join(' and ')}`);
    later.push(record.subarray(0, -1));
    pieces.push(record);
  }
  const file = Buffer.concat([...pieces, tailOf]);
  const { records, tail } = tell(file, chunk);
  const all = Buffer.concat([...records.flatMap(({ gap, bytes }) => [gap, bytes]), tail]);
  expect(all.equals(file)).toBe(true);
  for (const wanted of later) {
    expect(records.some(({ bytes, place }) => place === 'context' && Buffer.from(bytes).equals(wanted))).toBe(true);
  }
}

describe('damage loses no byte and skips no later record', () => {
  test.each(kinds)('alone: %s', (kind) => {
    holds([[kind]], Buffer.alloc(0), 61);
    holds([[kind]], encode('{"type":"user","cut'), 4096);
  });

  test('in pairs, one behind the other and with a record between', () => {
    for (const one of kinds) {
      for (const other of kinds) {
        holds([[one, other]], Buffer.alloc(0), 8192);
        holds([[one], [other]], Buffer.alloc(0), 8192);
      }
    }
  });

  test('in any number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 4 }), { maxLength: 6 }),
        fc.integer({ min: 7, max: 5000 }),
        (parts, chunk) => holds(parts, Buffer.alloc(0), chunk),
      ),
      { seed: 9, numRuns: 100 },
    );
  });
});

describe('damage is found', () => {
  const found = (...pieces: readonly (string | Buffer)[]) =>
    tell(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))).findings.map(inShort);

  test('NUL bytes in a row: in a gap, in a torn piece, at the end; one alone is none', () => {
    const line = `${user('a')}\n`;
    expect(found(line, Buffer.alloc(5), user('b'))).toEqual([['nul-run', 1, { bytes: 5, runs: 1 }]]);
    expect(found(line, '{"x\0\0\0y\0\0\n', user('b')).at(-1)).toEqual(['nul-run', 1, { bytes: 5, runs: 2 }]);
    expect(found(line, Buffer.alloc(5))).toEqual([['nul-run', null, { bytes: 5, runs: 1 }]]);
    expect(found(line, '\0', user('b'))).toEqual([]);
    const [nul] = tell(Buffer.from(`${line}\0\0${user('b')}`)).findings;
    expect(nul?.span).toEqual({ start: line.length, end: line.length + 2 });
  });

  test('half a surrogate pair, where the model saw it', () => {
    const lone = (...texts: readonly string[]) => tellLines(...texts).findings.map(inShort);
    for (const [written, count] of [
      ['\\ud83d', 1],
      ['\\uDE00', 1],
      ['\\ud83d\\ud83d\\ude00', 1],
      ['\\ude00\\ud83d', 2],
      ['\\ud83dx\\ude00', 2],
    ] as const) {
      expect(lone(user('a').replace('"a"', `"${written}"`))).toEqual([['lone-surrogate', 0, { count }]]);
    }
    for (const written of ['\\ud83d\\ude00', '\\\\ud83d', '\\u00e9', '😀']) {
      expect(lone(user('a').replace('"a"', `"${written}"`))).toEqual([]);
    }
    expect(lone(user('a', { note: '\ud83d' }))).toEqual([]);
  });
});

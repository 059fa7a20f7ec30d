import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inShort, tell, tellLines } from '../claude-code/transcripts.ts';
import { call, compacted, item, meta, output, prompt } from './transcripts.ts';

const encode = (source: string): Buffer => Buffer.from(source);
const sound = (text: string): Buffer => encode(`${item(prompt(text))}\n`);

/** What real files do (§9): bytes that stand between sound records. */
const DAMAGE: Readonly<Record<string, () => Buffer>> = {
  'NUL bytes': () => Buffer.alloc(64),
  'NUL bytes and a newline': () => Buffer.concat([Buffer.alloc(16), encode('\n')]),
  'a newline inside a string': () => encode(`${item(prompt('one')).replace('one', 'o\nne')}\n`),
  'raw U+2028 and U+2029': () => encode(`${item(prompt('a\u2028b\u2029c'))}\n`),
  'a byte-order mark': () => encode('\ufeff'),
  'CRLF behind a record': () => encode(`${item(prompt('crlf'))}\r\n`),
  'a lone surrogate escape': () => encode(`${item(prompt('\ud83d'))}\n`),
  'a large record': () => encode(`${item(prompt('x'.repeat(100_000)))}\n`),
  'a record without its end': () => encode(`${item(prompt('cut')).slice(0, -20)}\n`),
  'a record without its beginning': () => encode(`${item(prompt('cut')).slice(30)}\n`),
  'two records on a line': () => encode(`${item(prompt('w'))}${item(prompt('x'))}\n`),
  'bytes that are no text': () => Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
  'an empty line': () => encode('\n \n'),
  'a result before its call': () => encode(`${item(output('late'))}\n${item(call('late'))}\n`),
  'a compaction': () => encode(`${compacted([prompt('s')])}\n`),
  'two compactions, one inside the other': () =>
    encode(`${compacted([prompt('s'), compacted([prompt('t')])])}\n${compacted([prompt('s'), prompt('t')])}\n`),
  'a compaction that was cut off': () => encode(`${compacted([prompt('s')]).slice(0, -9)}\n`),
  'a header again': () => encode(`${meta('again')}\n`),
};
const kinds = Object.keys(DAMAGE);

function holds(header: Buffer, parts: readonly (readonly string[])[], tailOf: Buffer, chunk: number): void {
  const first = sound('first');
  const later: Buffer[] = [];
  const pieces: Buffer[] = [header, first];
  for (const names of parts) {
    pieces.push(...names.map((name) => DAMAGE[name]?.() ?? Buffer.alloc(0)));
    const record = sound(`after ${names.join(' and ')}`);
    later.push(record.subarray(0, -1));
    pieces.push(record);
  }
  const file = Buffer.concat([...pieces, tailOf]);
  const { records, tail, reading } = tell(file, chunk);
  const all = Buffer.concat([...records.flatMap(({ gap, bytes }) => [gap, bytes]), tail]);
  expect(all.equals(file)).toBe(true);
  expect(reading.identity()).not.toBe(null);
  for (const wanted of later) {
    expect(records.some(({ bytes, place }) => place === 'context' && Buffer.from(bytes).equals(wanted))).toBe(true);
  }
}

const HEADER = encode(`${meta()}\n`);

describe('damage loses no byte and skips no later record', () => {
  test.each(kinds)('alone: %s', (kind) => {
    holds(HEADER, [[kind]], Buffer.alloc(0), 61);
    holds(HEADER, [[kind]], encode('{"timestamp":"t","type":"cut'), 4096);
    holds(Buffer.alloc(0), [[kind]], Buffer.alloc(0), 4096);
  });

  test('in pairs, one behind the other and with a record between', () => {
    for (const one of kinds) {
      for (const other of kinds) {
        holds(HEADER, [[one, other]], Buffer.alloc(0), 8192);
        holds(HEADER, [[one], [other]], Buffer.alloc(0), 8192);
      }
    }
  });

  test('in any number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 4 }), { maxLength: 6 }),
        fc.integer({ min: 7, max: 5000 }),
        (parts, chunk) => holds(HEADER, parts, Buffer.alloc(0), chunk),
      ),
      { seed: 9, numRuns: 100 },
    );
  });
});

describe('damage is found', () => {
  const found = (...pieces: readonly (string | Buffer)[]) =>
    tell(Buffer.concat([HEADER, ...pieces.map((piece) => Buffer.from(piece))])).findings.map(inShort);
  const line = `${item(prompt('a'))}\n`;

  test('NUL bytes in a row: in a gap, in a torn piece, at the end; one alone is none', () => {
    expect(found(line, Buffer.alloc(5), line)).toEqual([['nul-run', 2, { bytes: 5, runs: 1 }]]);
    expect(found(line, '{"x\0\0\0y\0\0\n', line).at(-1)).toEqual(['nul-run', 2, { bytes: 5, runs: 2 }]);
    expect(found(line, Buffer.alloc(5))).toEqual([['nul-run', null, { bytes: 5, runs: 1 }]]);
    expect(found(line, '\0', line)).toEqual([]);
  });

  test('records welded on one line, and torn ones', () => {
    expect(found(line.trim(), line)).toEqual([['welded-records', 2, {}]]);
    expect(found('{"cut":\n', line)).toEqual([['torn-record', 1, { bytes: 7 }]]);
  });

  test('half a surrogate pair, where the model saw it', () => {
    expect(found(item(prompt('\ud83d')))).toEqual([['lone-surrogate', 1, { count: 1 }]]);
    expect(found(item(prompt('\ud83d\ude00')))).toEqual([]);
    const { findings } = tellLines(meta('run', { cwd: '\ud83d' }));
    expect(findings).toEqual([]);
    expect(found(compacted([prompt('\ud83d'), prompt('b')])).at(-1)).toEqual(['lone-surrogate', 1, { count: 1 }]);
  });
});

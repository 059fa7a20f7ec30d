import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inShort, tell } from '../claude-code/transcripts.ts';
import { holds, inBrief } from '../documents.ts';
import { KITS, type Kit } from './kits.ts';

/** What real files do (§9): what stands, with the commas around it, between sound messages. */
const DAMAGE: Readonly<Record<string, (whole: string) => Buffer>> = {
  'NUL bytes': () => Buffer.alloc(64),
  'NUL bytes, a comma and a newline': () => Buffer.concat([Buffer.alloc(9), Buffer.from(',\n')]),
  'a newline inside a string': (whole) => Buffer.from(`${whole.replace('hurt', 'hu\nrt')},`),
  'raw U+2028 and U+2029': (whole) => Buffer.from(`${whole.replace('hurt', 'a\u2028b\u2029c')},`),
  'a byte-order mark': () => Buffer.from('\ufeff'),
  'a lone surrogate escape': (whole) => Buffer.from(`${whole.replace('hurt', '\\ud83d')},`),
  'a large message': (whole) => Buffer.from(`${whole.replace('hurt', 'x'.repeat(200_000))},`),
  'a message without its end': (whole) => Buffer.from(whole.slice(0, -9)),
  'a message without its end, and a comma': (whole) => Buffer.from(`${whole.slice(0, -9)},\n`),
  'a message without its beginning': (whole) => Buffer.from(`${whole.slice(25)},`),
  'two messages without a comma': (whole) => Buffer.from(`${whole}${whole},`),
  'bytes that are no text': () => Buffer.from([0xff, 0xfe, 0x80, 0x2c]),
  'a bracket too many': () => Buffer.from('},'),
  'commas and empty lines': () => Buffer.from(',\n\n , ,'),
  'a number and a text': () => Buffer.from('17,"text",null,[1],'),
};
const kinds = Object.keys(DAMAGE);

const written = (kit: Kit, indent: number, number: number, text: string): string =>
  JSON.stringify(kit.message(number, text), null, indent);

function fileOf(kit: Kit, indent: number, parts: readonly (readonly string[])[]) {
  const open =
    kit.around === null ? '[' : `${JSON.stringify({ ...kit.around }, null, indent).slice(0, -1)},"messages":[`;
  const sound: string[] = [];
  const pieces: Buffer[] = [Buffer.from(open)];
  for (const [at, names] of [...parts, []].entries()) {
    const message = written(kit, indent, at, `sound ${at}`);
    sound.push(message);
    pieces.push(Buffer.from(`${message},${indent > 0 ? '\n' : ''}`));
    for (const [order, name] of names.entries()) {
      pieces.push(DAMAGE[name]?.(written(kit, indent, 100 + at * 10 + order, 'hurt')) ?? Buffer.alloc(0));
    }
  }
  const last = written(kit, indent, 99, 'the last');
  sound.push(last);
  pieces.push(Buffer.from(`${last}]${kit.around === null ? '' : '}'}`));
  return { file: Buffer.concat(pieces), sound };
}

function keeps(kit: Kit, indent: number, parts: readonly (readonly string[])[], chunk: number): void {
  const { file, sound } = fileOf(kit, indent, parts);
  const told = tell(file, chunk);
  expect(told.reading.format).toBe(kit.format);
  holds(file, told);
  const inContext = new Set(
    told.records.filter(({ place }) => place === 'context').map(({ bytes }) => Buffer.from(bytes).toString()),
  );
  for (const one of sound) {
    expect(inContext).toContain(one);
  }
}

const kits = KITS.map((kit) => [kit.format, kit] as const);

describe.each(kits)('%s: damage loses no byte and skips no later message', (_format, kit) => {
  test.each(kinds)('alone: %s', (kind) => {
    for (const indent of [0, 2]) {
      keeps(kit, indent, [[kind]], 61);
      keeps(kit, indent, [[], [kind]], 4096);
    }
  });

  test('in pairs, one behind the other and with a message between', () => {
    for (const one of kinds) {
      for (const other of kinds) {
        keeps(kit, 0, [[one, other]], 8192);
        keeps(kit, 2, [[one], [other]], 8192);
      }
    }
  });

  test('in any number, in any chunks, told alike', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 3 }), { maxLength: 5 }),
        fc.constantFrom(0, 2),
        fc.integer({ min: 7, max: 5000 }),
        (parts, indent, chunk) => {
          keeps(kit, indent, parts, chunk);
          const { file } = fileOf(kit, indent, parts);
          expect(inBrief(tell(file, chunk).records)).toEqual(inBrief(tell(file).records));
        },
      ),
      { seed: 9, numRuns: 40 },
    );
  });

  test('before the messages', () => {
    const { file, sound } = fileOf(kit, 2, [[], [], []]);
    const gone = file.subarray(file.indexOf('sound 0'));
    const told = tell(gone);
    holds(gone, told);
    const texts = new Set(told.records.map(({ bytes }) => Buffer.from(bytes).toString()));
    for (const one of sound.slice(1)) {
      expect(texts).toContain(one);
    }
  });
});

describe('damage that is long', () => {
  const [kit] = KITS;
  const [a, b] = [kit?.message(0, 'a'), kit?.message(1, 'b')].map((one) => JSON.stringify(one));
  const head = '{"sessionId":"s","projectHash":"p","messages":[';
  const line = `no value {"at": all}, ${'x'.repeat(80)}\n`;

  test('ends at the end of a line, the same however the bytes are divided', () => {
    const file = Buffer.from(`${head}${a},\n${line.repeat(3000)}${b}]}`);
    const told = tell(file);
    holds(file, told);
    const torn = told.records.filter(({ reason }) => reason === 'torn');
    expect(torn).toHaveLength(5);
    for (const { bytes } of torn.slice(0, -1)) {
      expect(bytes.length).toBeGreaterThanOrEqual(64 * 1024);
      expect(bytes.length).toBeLessThan(64 * 1024 + 2 * line.length);
    }
    for (const chunk of [5000, 64 * 1024, 64 * 1024 + 1]) {
      expect(inBrief(tell(file, chunk).records)).toEqual(inBrief(told.records));
    }
    expect(told.records.at(-1)?.reason).toBe('gemini');
  });

  test('goes on at a message behind objects that never end, and behind as many that are none', () => {
    for (const hurt of ['{"a":'.repeat(40_000), '{"a":\n'.repeat(40_000), `{"a":[${'{"b":{}},'.repeat(40_000)}`]) {
      const file = Buffer.from(`${head}${a},${hurt}!,${b}]}`);
      const told = tell(file, 9000);
      holds(file, told);
      expect(told.records.filter(({ place }) => place === 'context').map(({ id }) => id)).toEqual(['id-0', 'id-1']);
    }
  });

  test('a value that the file cuts off is the tail, unless a message stands inside of it', () => {
    const cut = Buffer.from(`${head}${a},{"id":"c","toolCalls":[{"x":1},`);
    expect(tell(cut).records.map(({ id }) => id)).toEqual([null, 'id-0']);
    const swallowed = Buffer.concat([cut, Buffer.from(`${b},${b?.replace('id-1', 'id-2')}`)]);
    const told = tell(swallowed);
    holds(swallowed, told);
    expect(told.records.map(({ id, reason }) => [id, reason])).toEqual([
      [null, 'document'],
      ['id-0', 'user'],
      [null, 'torn'],
      ['id-1', 'gemini'],
      ['id-2', 'gemini'],
    ]);
  });

  test('what follows a document is read record by record', () => {
    const file = Buffer.from(`${head}${a}]}\n${b}\n{"x":1}\nrest`);
    const told = tell(file, 50);
    holds(file, told);
    expect(told.records.map(({ reason }) => reason)).toEqual(['document', 'user', 'document-end', 'gemini', 'unknown']);
    expect(Buffer.from(told.tail).toString()).toBe('\nrest');
  });
});

describe('damage is found', () => {
  const [kit] = KITS;
  const found = (between: string | Buffer) => {
    const [a, b] = [kit?.message(0, 'a'), kit?.message(1, 'b')].map((one) => JSON.stringify(one));
    const pieces = [`{"sessionId":"s","projectHash":"p","messages":[${a}`, between, `${b}]}`];
    const { findings } = tell(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
    return findings.map(inShort).filter((one) => (one as unknown[])[0] !== 'compaction-unobservable');
  };

  test('and nothing is, where there is none', () => {
    expect(found(',')).toEqual([]);
    expect(found('\n')).toEqual([]);
  });

  test.each([
    ['a message behind another without a comma', '', [['welded-records', 2, {}]]],
    ['NUL bytes', Buffer.from('\0\0\0,'), [['nul-run', 2, { bytes: 3, runs: 1 }]]],
    ['a torn piece', ',{"id":"x,', [['torn-record', 2, { bytes: 8 }]]],
    ['a value that is no message', ',17,', [['unknown-record-type', 2, { key: 'type', type: null }]]],
    ['a key that stands twice', ',{"id":"x","id":"y"},', [['duplicate-key', 2, { object: 'the record' }]]],
  ])('%s', (_name, between, wanted) => {
    expect(found(between)).toEqual(wanted);
  });

  test('a name that stands twice names nothing', () => {
    const [a] = [kit?.message(1, 'a')].map((one) => JSON.stringify(one));
    const twice = tell(Buffer.from(`{"sessionId":"s","sessionId":"t","messages":[${a}]}`));
    expect(twice.findings.map(inShort)).toContainEqual(['duplicate-key', 0, { object: 'the document' }]);
    expect(twice.reading.identity()?.key).toBe('gemini:message/id-1');
    const again = tell(Buffer.from(`{"sessionId":"s","projectHash":"p","messages":[${a}],"messages":[]}`));
    expect(again.findings.map(inShort)).toContainEqual(['duplicate-key', null, { object: 'the document' }]);
    expect(again.reading.identity()?.key).toBe('gemini:s');
  });
});

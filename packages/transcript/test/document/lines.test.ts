import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inShort, shown, tell } from '../claude-code/transcripts.ts';
import { holds, inBrief } from '../documents.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** Formats that are records line by line: a record with a text, a call and its result, and the record that begins a file. */
const FORMS: Readonly<Record<string, { header: Record_; said: (text: string) => Record_; late: readonly Record_[] }>> =
  {
    gemini: {
      header: { sessionId: 's', projectHash: 'p', startTime: 't' },
      said: (text) => ({ id: `${text.slice(0, 40)} id`, type: 'gemini', content: text }),
      late: [{ id: 'late', type: 'gemini', content: '', toolCalls: [{ id: 'c', name: 'n', args: {} }] }],
    },
    plain: {
      header: { session: 's', role: 'harness', text: 'Be careful.' },
      said: (text) => ({ role: 'operator', text }),
      late: [
        { role: 'tool', text: 'a result' },
        { role: 'model', text: 'its call' },
      ],
    },
  };

const written = (record: Record_): string => JSON.stringify(record);

/** What real files do (§9): bytes that stand between sound lines. */
const damagesOf = ({ header, said, late }: (typeof FORMS)[string]): Readonly<Record<string, Buffer>> => {
  const whole = written(said('hurt'));
  const line = (text: string): Buffer => Buffer.from(`${text}\n`);
  return {
    'NUL bytes': Buffer.alloc(64),
    'NUL bytes and a new line': Buffer.concat([Buffer.alloc(16), Buffer.from('\n')]),
    'a new line inside a string': line(whole.replace('hurt"', 'hu\nrt"')),
    'raw U+2028 and U+2029': line(whole.replace('hurt"', 'a\u2028b\u2029c"')),
    'a byte-order mark': Buffer.from('\ufeff'),
    'CRLF behind a record': Buffer.from(`${whole}\r\n`),
    'a lone surrogate escape': line(whole.replace('hurt"', '\\ud83d"')),
    'a large record': line(written(said('x'.repeat(200_000)))),
    'a record without its end': line(whole.slice(0, -9)),
    'a record without its beginning': line(whole.slice(9)),
    'two records on a line': line(`${written(said('one'))}${written(said('two'))}`),
    'bytes that are no text': Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
    'empty lines': Buffer.from('\n \n\t\n'),
    'a header again': line(written(header)),
    'a result before its call': Buffer.concat(late.map((record) => line(written(record)))),
  };
};

const encoded = (text: string): Buffer => Buffer.from(`${text}\n`);

describe.each(Object.entries(FORMS))(
  '%s, line by line: damage loses no byte and skips no later record',
  (format, form) => {
    const damages = damagesOf(form);
    const kinds = Object.keys(damages);
    const header = encoded(written(form.header));

    const keeps = (begin: Buffer, parts: readonly (readonly string[])[], end: string, chunk: number): void => {
      const sound = parts.map((names, at) => written(form.said(`after ${at} ${names.join()}`)));
      const pieces = parts.flatMap((names, at) => [
        ...names.map((name) => damages[name] ?? Buffer.alloc(0)),
        encoded(sound[at] ?? ''),
      ]);
      const file = Buffer.concat([begin, encoded(written(form.said('first'))), ...pieces, Buffer.from(end)]);
      const told = tell(file, chunk);
      holds(file, told);
      expect(told.reading.format).toBe(format);
      expect(told.reading.identity()).not.toBeNull();
      const seen = new Set(
        told.records.flatMap((one) => (one.context === null ? [] : [Buffer.from(one.bytes).toString()])),
      );
      for (const one of sound) expect(seen).toContain(one);
    };

    test.each(kinds)('alone: %s', (kind) => {
      keeps(header, [[kind]], '', 61);
      keeps(header, [[kind]], '{"role":"user","te', 4096);
      keeps(Buffer.alloc(0), [[kind], []], '', 4096);
    });

    test('in pairs, one behind the other and with a record between', () => {
      for (const one of kinds) {
        for (const other of kinds) {
          keeps(header, [[one, other]], '', 8192);
          keeps(header, [[one], [other]], '', 8192);
        }
      }
    });

    test('in any number, in any chunks, told alike', () => {
      fc.assert(
        fc.property(
          fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 3 }), { maxLength: 5 }),
          fc.integer({ min: 7, max: 5000 }),
          (parts, chunk) => {
            keeps(header, parts, '', chunk);
            const file = Buffer.concat([header, ...parts.flat().map((name) => damages[name] ?? Buffer.alloc(0))]);
            expect(inBrief(tell(file, chunk).records)).toEqual(inBrief(tell(file).records));
          },
        ),
        { seed: 9, numRuns: 60 },
      );
    });

    test.each([
      ['NUL bytes', 'nul-run'],
      ['a lone surrogate escape', 'lone-surrogate'],
      ['a record without its end', 'torn-record'],
      ['two records on a line', 'welded-records'],
      ['bytes that are no text', 'torn-record'],
    ])('%s are found as %s; a control without them is not', (kind, code) => {
      const codes = (between: Buffer): unknown[] =>
        tell(Buffer.concat([header, between, encoded(written(form.said('last')))])).findings.map((one) => one.code);
      expect(codes(damages[kind] ?? Buffer.alloc(0))).toContain(code);
      expect(codes(Buffer.alloc(0))).toEqual(['compaction-unobservable']);
    });
  },
);

test('generated plain sessions: who said what, in the order of the lines', () => {
  const roles = {
    operator: 'operator',
    model: 'model',
    tool: 'tool',
    harness: 'harness',
    user: 'operator',
    assistant: 'model',
    system: 'harness',
  };
  const line = fc.record({ role: fc.constantFrom(...Object.keys(roles)), text: fc.string({ unit: 'grapheme' }) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 90 }), (said, chunk) => {
      const file = Buffer.from(said.map((one) => `${written(one)}\n`).join(''));
      const told = tell(file, chunk);
      holds(file, told);
      expect(told.records.map((one) => [one.producer, JSON.parse(shown(one) ?? 'null')])).toEqual(
        said.map(({ role, text }) => [roles[role as keyof typeof roles], text]),
      );
      expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
    }),
    { seed: 6, numRuns: 200 },
  );
});

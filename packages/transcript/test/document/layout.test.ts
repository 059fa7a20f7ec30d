import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shown, tell } from '../claude-code/transcripts.ts';
import { holds, LAYOUTS, tellAnyhow } from '../documents.ts';
import { documentOf, KITS } from './kits.ts';

const kits = KITS.map((kit) => [kit.format, kit] as const);

describe.each(kits)('%s: one record a message, whatever the layout', (format, kit) => {
  test.each(Object.entries(LAYOUTS))('%s', (_name, write) => {
    const messages = ['one', 'two "quoted" ]}', '{"messages":[', 'é 😀 \u2028'].map((text, at) =>
      kit.message(at, text),
    );
    const document = documentOf(kit, messages, { messagesCount: 4, nested: { messages: [1, [2]] } });
    const told = tellAnyhow(Buffer.from(write(document)));
    expect(told.reading.format).toBe(format);
    expect(told.records.map(({ reason }) => reason).filter((reason) => reason.startsWith('document'))).toEqual([
      'document',
    ]);
    expect(told.records.slice(1).map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown)).toEqual(
      messages,
    );
    expect(told.records.slice(1).every(({ place }) => place === 'context')).toBe(true);
    expect(Buffer.from(told.tail).toString()).toMatch(/^\s*\]/);
    expect(told.findings.filter(({ code }) => code !== 'compaction-unobservable')).toEqual([]);
  });

  test('messages named so inside of messages, and before and behind them, are not taken for them', () => {
    const message = {
      ...kit.message(0, 'a'),
      extra: { messages: [kit.message(8, 'x')] },
      messages: [kit.message(9, 'y')],
    };
    const first = kit.around === null ? {} : { settings: { messages: [kit.message(7, 'z')] } };
    const document = documentOf({ ...kit, around: kit.around && { ...kit.around, ...first } }, [
      message,
      kit.message(1, 'b'),
    ]);
    for (const write of Object.values(LAYOUTS)) {
      const { records } = tellAnyhow(Buffer.from(write(document)));
      expect(records).toHaveLength(3);
    }
  });

  test('a document without messages is its beginning and what closes it, where something else names the format', () => {
    const empty = Buffer.from(JSON.stringify(documentOf(kit, [])));
    if (format.endsWith('-messages')) {
      expect(() => tell(empty)).toThrow('transcript/unrecognised');
    } else {
      expect(tellAnyhow(empty).records.map(({ reason }) => reason)).toEqual(['document']);
    }
  });

  test('cut off anywhere, it gives every message that is whole, and the rest is the tail', () => {
    const messages = Array.from({ length: 6 }, (_, at) => kit.message(at, `text ${at} `.repeat(at * 3)));
    const written = Buffer.from(JSON.stringify(documentOf(kit, messages), null, 1));
    const whole = tell(written).records;
    fc.assert(
      fc.property(fc.integer({ min: whole[2]?.span.end ?? 0, max: written.length - 1 }), (end) => {
        const cut = written.subarray(0, end);
        const told = tell(cut, 333);
        holds(cut, told);
        const wanted = whole.filter(({ span }) => span.end <= end);
        expect(told.records.map(({ span }) => span)).toEqual(wanted.map(({ span }) => span));
      }),
      { seed: 5, numRuns: 150 },
    );
  });
});

test('the same messages give the same records, however the bytes are divided', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  fc.assert(
    fc.property(
      fc.constantFrom(...KITS),
      fc.array(text, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(...Object.values(LAYOUTS)),
      fc.integer({ min: 1, max: 50 }),
      (kit, texts, write, chunk) => {
        const messages = texts.map((one, at) => kit.message(at, one));
        const file = Buffer.from(write(documentOf(kit, messages)));
        const told = tell(file, chunk);
        holds(file, told);
        const inContext = told.records.filter((record) => shown(record) !== null);
        expect(inContext.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown)).toEqual(
          JSON.parse(JSON.stringify(messages)),
        );
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});

test('what stands before the messages may have any length, so that a look for them ends at each byte of their beginning', () => {
  const [kit] = KITS;
  const messages = [kit?.message(0, 'a'), kit?.message(1, 'b')];
  for (let length = 0; length <= 1100; length += 1) {
    const head = `{"sessionId":"s","projectHash":"p","title":"${'x'.repeat(length)}","messages":`;
    const file = Buffer.from(`${head}${JSON.stringify(messages)}}`);
    const told = tell(file);
    holds(file, told);
    expect(told.records.map(({ span }) => span.start)).toEqual([
      0,
      head.length + 1,
      head.length + JSON.stringify(messages[0]).length + 2,
    ]);
    expect(Buffer.from(told.records[0]?.bytes ?? []).toString()).toBe(`${head}[`);
  }
});

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordsNoCompaction } from '../../src/index.ts';
import { holds, inBrief, kept } from '../documents.ts';
import { hasSamples, sample, whenAbsent } from '../samples.ts';
import { joinedBytes, leftOf, tellThen } from './files.ts';

interface Message {
  readonly role: string;
  readonly content: unknown;
}

const ANTHROPIC = 'anthropic-messages';
const text = (messages: readonly unknown[], indent = 0): Buffer => Buffer.from(JSON.stringify(messages, null, indent));
const message = (role: string, words: string): Message => ({ role, content: [{ type: 'text', text: words }] });

/** By deep equality alone: which message of the first each of the second is, the first for the first; -1 for none. */
const pairs = (before: readonly unknown[], after: readonly unknown[]): number[] => {
  const used = new Set<number>();
  return after.map((one) => {
    const at = before.findIndex((other, place) => !used.has(place) && isDeepStrictEqual(one, other));
    used.add(at);
    return at;
  });
};

const all = (count: number): number[] => [...Array(count).keys()];

describe.skipIf(!hasSamples)(`one real session before and after a compaction${whenAbsent}`, () => {
  test.each([
    ['basic', 31],
    ['agentic', 30],
  ])('%s: what leaves, what stays and what comes are those of an independent count', (name, leaving) => {
    const files = [sample('anthropic-messages.json'), sample(`anthropic-messages-after-${name}-compaction.json`)];
    const [before = [], after = []] = files.map(
      (file) => (JSON.parse(file.toString()) as { messages: Message[] }).messages,
    );
    const paired = pairs(before, after);
    const told = tellThen(files, ANTHROPIC);
    holds(joinedBytes(files), told);
    expect(leftOf(told.records)).toEqual(
      all(before.length)
        .filter((at) => !paired.includes(at))
        .map((at) => at + 1),
    );
    expect(leftOf(told.records)).toHaveLength(leaving);
    const first = before.length + 2;
    expect(told.records.slice(first + 1).map(({ reason }) => reason === 'message/kept')).toEqual(
      paired.map((at) => at >= 0),
    );
    expect([...kept(told.records).values()].map((shown) => JSON.parse(shown) as unknown)).toEqual([
      ...before.filter((_, at) => paired.includes(at)).map(({ content }) => content),
      ...after.filter((_, at) => paired[at] === -1).map(({ content }) => content),
    ]);
    expect(
      told.records.flatMap(({ index, departures }) => departures.map(({ cause, by }) => [index, cause, by])),
    ).toEqual([[first, 'compaction', 'harness']]);
    expect(told.findings.map(({ code, record }) => [code, record])).toEqual([['compaction-unobservable', 0]]);
    for (const chunk of [1009, 4096])
      expect(inBrief(tellThen(files, ANTHROPIC, chunk).records)).toEqual(inBrief(told.records));
  });

  test('a control: from a file that is equal to the first, nothing leaves and nothing comes', () => {
    const file = sample('anthropic-messages.json');
    const told = tellThen([file, file], ANTHROPIC);
    expect(leftOf(told.records)).toEqual([]);
    expect(told.records.filter(({ reason }) => reason === 'message/kept')).toHaveLength(32);
    expect(told.records.filter(({ place }) => place === 'context')).toHaveLength(32);
  });
});

test('equal as parsed is equal, however it is written', () => {
  const after = '[ {"content":[{"text":"\\u0061","type":"text"}], "role":"user"} ]';
  const told = tellThen([text([message('user', 'a'), message('user', 'b')]), Buffer.from(after)], ANTHROPIC);
  expect(leftOf(told.records)).toEqual([2]);
});

const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    words: fc.constantFrom('a', 'b', 'c', '\u00e9"', '\ud83d\ude00'),
  }),
  { minLength: 1, maxLength: 12 },
);

test('generated arrays, in any chunks: what leaves and what stays is as deep equality says, over several files', () => {
  fc.assert(
    fc.property(
      fc.array(messages, { minLength: 2, maxLength: 4 }),
      fc.nat(3),
      fc.integer({ min: 1, max: 90 }),
      (lists, indent, chunk) => {
        const arrays = lists.map((list) => list.map(({ role, words }) => message(role, words)));
        const files = arrays.map((list, at) => text(list, at % 2 === 0 ? indent : 0));
        const told = tellThen(files, ANTHROPIC, chunk);
        holds(joinedBytes(files), told);
        // The context at each end, as pairs of record and message.
        let standing: { record: number; message: Message }[] = [];
        const left: number[] = [];
        let record = 0;
        for (const list of arrays) {
          const paired = pairs(
            standing.map((one) => one.message),
            list,
          );
          const place = record;
          left.push(...standing.filter((_, at) => !paired.includes(at)).map((one) => one.record));
          standing = [
            ...standing.filter((_, at) => paired.includes(at)),
            ...list.flatMap((one, at) => (paired[at] === -1 ? [{ record: place + 1 + at, message: one }] : [])),
          ];
          record += list.length + 2;
        }
        expect(leftOf(told.records)).toEqual(left);
        expect([...kept(told.records).keys()].sort((a, b) => a - b)).toEqual(standing.map((one) => one.record));
      },
    ),
    { numRuns: 150, seed: 20261130 },
  );
});

test('damage in either file loses no byte and is the same in any chunks; without damage there is no torn record', () => {
  const whole = [
    text([message('user', 'a'), message('assistant', 'b'), message('user', 'c')], 1),
    text([message('user', 'c')]),
  ];
  expect(tellThen(whole, ANTHROPIC).findings.map(({ code }) => code)).not.toContain('torn-record');
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.nat(400),
      fc.constantFrom('', '\0\0\0', '{', '"', ']', '\ufeff'),
      fc.nat(30),
      (which, at, put, gone) => {
        const files = whole.map((file, place) => {
          if (place !== which) return file;
          const start = at % file.length;
          return Buffer.concat([file.subarray(0, start), Buffer.from(put), file.subarray(start + gone)]);
        });
        const told = tellThen(files, ANTHROPIC);
        holds(joinedBytes(files), told);
        kept(told.records);
        expect(inBrief(tellThen(files, ANTHROPIC, 7).records)).toEqual(inBrief(told.records));
      },
    ),
    { numRuns: 200, seed: 9 },
  );
});

test('a first file that is cut off in a message: that piece is torn, and the later file is read all the same', () => {
  const before = Buffer.from(
    `${text([message('user', 'a')])
      .toString()
      .slice(0, -1)},{"role":"us`,
  );
  const told = tellThen([before, text([message('user', 'b')])], ANTHROPIC);
  expect(told.records.map(({ reason }) => reason)).toEqual(['document', 'user', 'torn', 'document', 'user']);
  expect(leftOf(told.records)).toEqual([1]);
});

test('only forms that record no compaction have a before and after', () => {
  expect(['openai-messages', ANTHROPIC, 'gemini', 'plain'].map(recordsNoCompaction)).toEqual([true, true, true, true]);
  expect(['claude-code', 'codex', 'opencode', 'none'].map(recordsNoCompaction)).toEqual([false, false, false, false]);
});

test('plain lines: a message under the identifier of another one is another message', () => {
  const line = (id: string, role: string, said: string): string => `${JSON.stringify({ id, role, text: said })}\n`;
  const before = Buffer.from(line('1', 'operator', 'a') + line('2', 'model', 'b'));
  const told = tellThen([before, Buffer.from(line('1', 'operator', 'short') + line('2', 'model', 'b'))], 'plain');
  expect(leftOf(told.records)).toEqual([0]);
  expect(told.records.map(({ reason }) => reason)).toEqual(['operator', 'model', 'operator', 'message/kept']);
});

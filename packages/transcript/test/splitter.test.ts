import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Splitter } from '../src/splitter.ts';
import { chunkSizes, chunksOf, objectText, rubble } from './arbitraries.ts';

interface Piece {
  readonly gap: string;
  readonly bytes: string;
  readonly start: number;
  readonly whole: boolean;
}

interface Split {
  readonly pushed: readonly Piece[];
  readonly finished: readonly Piece[];
  readonly tail: string;
}

/** Splits chunks, which is the same whether they are copied or given over. */
function split(chunks: readonly Uint8Array[]): Split {
  const copied = splitBy(chunks, false);
  expect(splitBy(chunks, true)).toEqual(copied);
  return copied;
}

/** Bytes as latin1 text, so that any byte is one character. */
function splitBy(chunks: readonly Uint8Array[], own: boolean): Split {
  const splitter = new Splitter();
  const pieces: Piece[] = [];
  const take: Parameters<Splitter['push']>[1] = ({ gap, bytes, span, object }) => {
    expect(span.end - span.start).toBe(bytes.length);
    pieces.push({ gap: latin1(gap), bytes: latin1(bytes), start: span.start, whole: object !== null });
  };
  for (const chunk of chunks) {
    splitter.push(chunk, take, own);
  }
  const pushed = pieces.splice(0);
  const tail = latin1(splitter.finish(take));
  return { pushed, finished: pieces, tail };
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (source: string): Uint8Array => Buffer.from(source, 'latin1');

/** What a text splits into, in short: whole records bare, torn ones marked, then the tail. */
function outline(source: string): string[] {
  const { pushed, finished, tail } = split([bytesOf(source)]);
  const pieces = [...pushed, ...finished].map(({ bytes, whole }) => (whole ? bytes : `torn:${bytes}`));
  return [...pieces, `tail:${tail}`];
}

const MARK = '\xef\xbb\xbf';

describe('a file of records', () => {
  test.each([
    ['a newline between and none at the end', '{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}', 'tail:']],
    ['a newline at the end is tail', '{"a":1}\n', ['{"a":1}', 'tail:\n']],
    ['CRLF belongs to the gap', '{}\r\n{}\r\n', ['{}', '{}', 'tail:\r\n']],
    ['welded records are two', '{"a":1}{"b":2}\n', ['{"a":1}', '{"b":2}', 'tail:\n']],
    ['braces in strings end nothing', '{"a":"}{"}\n{}', ['{"a":"}{"}', '{}', 'tail:']],
    ['an object over several lines is whole', '{\n  "a": [\n{}\n]\n}\n{}', ['{\n  "a": [\n{}\n]\n}', '{}', 'tail:']],
    ['NUL bytes and a mark are gap', `${MARK}{}\n\0\0\0{}\n${MARK}\n{}`, ['{}', '{}', '{}', 'tail:']],
    ['half a mark at the end is tail', '{}\n\xef\xbb', ['{}', 'tail:\n\xef\xbb']],
    ['half a mark before something is torn', '{}\n\xef\xbb{}\n{}', ['{}', 'torn:\xef\xbb{}', '{}', 'tail:']],
    ['a cut-off last line is tail', '{}\n{"a":"b', ['{}', 'tail:\n{"a":"b']],
    ['a cut-off line before another is torn', '{"a":"b\n{}\n', ['torn:{"a":"b', '{}', 'tail:\n']],
    ['the CR before the newline of a torn piece is gap', '{"a":"b\r\n{}', ['torn:{"a":"b', '{}', 'tail:']],
    ['a cut after a colon hides no later record', '{"a":\n{}\n{}\n', ['torn:{"a":', '{}', '{}', 'tail:\n']],
    ['nor a cut after a bracket', '{"a":[\n{}\n{}\n', ['torn:{"a":[', '{}', '{}', 'tail:\n']],
    ['nor when the hidden record is the last', '{"a":[\n{}\n', ['torn:{"a":[', '{}', 'tail:\n']],
    [
      'an unfinished object over several lines is tail',
      '{}\n{\n  "a": {"b":1},\n',
      ['{}', 'tail:\n{\n  "a": {"b":1},\n'],
    ],
    ['JSON that is no object is torn', '[1]\n12\n"a"\n{}', ['torn:[1]', 'torn:12', 'torn:"a"', '{}', 'tail:']],
    ['text is torn line by line', 'abc\n\ndef\n', ['torn:abc', 'torn:def', 'tail:\n']],
    ['text behind a record is torn', '{"a":1}xyz\n{}', ['{"a":1}', 'torn:xyz', '{}', 'tail:']],
    [
      'bytes that are no UTF-8 tear the record',
      '{"a":"\xff"}\n{"a":"\xc3\xa9"}',
      ['torn:{"a":"\xff"}', '{"a":"\xc3\xa9"}', 'tail:'],
    ],
    ['a real newline in a string tears it in two', '{"a":"b\nc"}\n{}', ['torn:{"a":"b', 'torn:c"}', '{}', 'tail:']],
    ['U+2028 in a string tears nothing', '{"a":"\xe2\x80\xa8"}\n', ['{"a":"\xe2\x80\xa8"}', 'tail:\n']],
    ['nothing at all', '', ['tail:']],
  ])('%s', (_rule, source, expected) => {
    expect(outline(source)).toEqual(expected);
  });

  test('of known records, torn lines and gaps is split into just these', () => {
    const newlines = fc.constantFrom('\n', '\r\n', '\n\n', '\n\0\0\0', '\n ', `\n${MARK}`);
    const whole = fc.record({
      bytes: objectText.map((source) => latin1(Buffer.from(source))),
      whole: fc.constant(true),
      end: fc.oneof(newlines, fc.constant('')),
    });
    const torn = fc.record({
      bytes: fc.constantFrom('{"a":"b', '{"a":tru}', '{"a":1,}', 'x{}', '}', '[{}]', '{"a":"\xff"}', '{"\x01":1}'),
      whole: fc.constant(false),
      end: newlines,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(whole, torn), { maxLength: 12 }), (parts) => {
        const source = parts.map(({ bytes, end }) => bytes + end).join('');
        const { pushed, finished } = split([bytesOf(source)]);
        expect([...pushed, ...finished].map(({ bytes, whole: isWhole }) => ({ bytes, whole: isWhole }))).toEqual(
          parts.map(({ bytes, whole: isWhole }) => ({ bytes, whole: isWhole })),
        );
      }),
      { seed: 6, numRuns: 2000 },
    );
  });
});

describe('any bytes whatever', () => {
  const anything = fc.oneof(rubble, fc.uint8Array({ maxLength: 60 }));
  const settings = { seed: 7, numRuns: 6000 };

  test('are the gaps, the records and the tail in order, and the spans say where', () => {
    fc.assert(
      fc.property(anything, (bytes) => {
        const { pushed, finished, tail } = split([bytes]);
        let file = '';
        for (const piece of [...pushed, ...finished]) {
          file += piece.gap;
          expect(piece.start).toBe(file.length);
          file += piece.bytes;
        }
        expect(file + tail).toBe(latin1(bytes));
      }),
      settings,
    );
  });

  test('are split alike however they are divided into chunks', () => {
    fc.assert(
      fc.property(anything, chunkSizes, (bytes, sizes) => {
        expect(split(chunksOf(bytes, sizes))).toEqual(split([bytes]));
      }),
      settings,
    );
  });

  test('are split alike at their beginning when more bytes follow', () => {
    fc.assert(
      fc.property(anything, anything, (before, after) => {
        const { pushed } = split([before]);
        const grown = split([Buffer.concat([before, after])]);
        expect(grown.pushed.slice(0, pushed.length)).toEqual(pushed);
      }),
      settings,
    );
  });

  test('are whole records where JSON.parse reads an object, and torn pieces of one line where it does not', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const isObject = (source: string): boolean => {
      try {
        const value: unknown = JSON.parse(decoder.decode(bytesOf(source)));
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        return false;
      }
    };
    const count = { whole: 0, torn: 0 };
    fc.assert(
      fc.property(anything, (bytes) => {
        const { pushed, finished } = split([bytes]);
        for (const piece of [...pushed, ...finished]) {
          count[piece.whole ? 'whole' : 'torn'] += 1;
          expect(isObject(piece.bytes)).toBe(piece.whole);
          expect(piece.whole || !piece.bytes.includes('\n')).toBe(true);
        }
      }),
      settings,
    );
    expect(Math.min(count.whole, count.torn)).toBeGreaterThan(1000);
  });
});

describe('no line is lost behind damage', () => {
  test('a line cut off anywhere leaves every later record readable', () => {
    const line = '{"type":"user","n":-1.5e2,"list":[{"x":null},"\\u00e9"],"o":{}}';
    const later = '{"later":[1]}';
    for (let cut = 1; cut < line.length; cut += 1) {
      for (const rest of [`${later}\n`, `${later}\n${later}`]) {
        const pieces = outline(`{}\n${line.slice(0, cut)}\n${rest}`);
        expect(pieces.filter((piece) => piece === later)).toHaveLength(rest.split(later).length - 1);
      }
    }
  });
});

describe('hostile input', () => {
  const LINES = 60_000;

  test.each([
    ['objects that are never closed', '{"a":[\n', ''],
    ['objects that break at the end', '{"a":[\n', 'x\n'],
    ['objects closed around bytes that are no UTF-8', '{"a":\n', `"\xff"${'}'.repeat(LINES)}\n`],
  ])('takes time in proportion to its length: %s', (_name, line, end) => {
    const { pushed, finished, tail } = split([bytesOf(line.repeat(LINES) + end)]);
    const isTail = end === '';
    expect(pushed.length + finished.length).toBe(isTail ? 0 : LINES + 1);
    expect(tail.length).toBe(isTail ? LINES * line.length : 1);
  });

  test('a long record in single bytes takes time in proportion to its length', () => {
    const record = `{"a":"${'x'.repeat(400_000)}","n":${'1'.repeat(400_000)}}`;
    const { pushed } = split(chunksOf(bytesOf(record), [1]));
    expect(pushed).toHaveLength(1);
  });

  test('the bytes handed out stay as they were, whatever the caller does with its chunk', () => {
    const splitter = new Splitter();
    const chunk = Buffer.from('{"a":1}');
    const taken: Uint8Array[] = [];
    splitter.push(chunk, ({ bytes }) => taken.push(bytes));
    chunk.fill(0x20);
    splitter.push(chunk, ({ bytes }) => taken.push(bytes));
    expect(taken.map(latin1)).toEqual(['{"a":1}']);
  });

  test('of chunks that are given over, what lies in one is a view of it, and only what lies in two is copied', () => {
    const splitter = new Splitter();
    const chunks = ['{"a":1}\n{"b":2}\n{"c"', ':3}\n{"d":4}\n', '{"e":5}\n'].map((text) => Buffer.from(text));
    const taken: Uint8Array[] = [];
    for (const chunk of chunks) splitter.push(chunk, ({ bytes }) => taken.push(bytes), true);
    expect(taken.map(latin1)).toEqual(['{"a":1}', '{"b":2}', '{"c":3}', '{"d":4}', '{"e":5}']);
    for (const [at, chunk] of [0, 0, undefined, 1].entries())
      expect(
        chunks.findIndex(({ buffer, byteOffset, length }) => {
          const start = taken[at]?.byteOffset ?? -1;
          return buffer === taken[at]?.buffer && byteOffset <= start && start < byteOffset + length;
        }),
      ).toBe(chunk ?? -1);
  });
});

import { openMemoryStore } from '@ken/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealSessions } from '../src/sessions-of-file.ts';
import { openTranscript } from '../src/source-file.ts';
import { verifyObject } from '../src/verify.ts';
import { worked } from './claude.ts';
import { exported, fileOfBytes, must } from './running.ts';

/** What is done to the bytes of a file at some place. */
type Damage = (bytes: Buffer, at: number) => Buffer;

const insert =
  (what: string | Uint8Array): Damage =>
  (bytes, at) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(what), bytes.subarray(at)]);

/** The place behind the line in which a place lies. */
const lineEnd = (bytes: Buffer, at: number): number => {
  const found = bytes.indexOf(0x0a, at);
  return found === -1 ? bytes.length : found + 1;
};

/** What real files do (transcripts.md §9), each at any place. */
const damages: { readonly [name: string]: Damage } = {
  'a run of NUL bytes': insert(new Uint8Array(300)),
  'a run of NUL bytes between lines': (bytes, at) => insert(new Uint8Array(300))(bytes, lineEnd(bytes, at)),
  'a new line inside a string': insert('\n'),
  'raw line separators': insert('\u2028\u2029'),
  'a byte-order mark': (bytes) => insert('\ufeff')(bytes, 0),
  'lines that end in CRLF': (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  'half of a surrogate pair': insert('\\ud83d'),
  'a long line': (bytes, at) =>
    insert(`{"type":"user","uuid":"long-${at}","message":{"content":"${'x'.repeat(100_000)}"}}\n`)(
      bytes,
      lineEnd(bytes, at),
    ),
  'a torn line': (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(lineEnd(bytes, at))]),
  'welded records': (bytes, at) => {
    const end = lineEnd(bytes, at);
    return Buffer.concat([bytes.subarray(0, end - 1), bytes.subarray(end)]);
  },
  'a line that is gone': (bytes, at) => {
    const start = bytes.subarray(0, at).lastIndexOf(0x0a) + 1;
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(lineEnd(bytes, at))]);
  },
  'a line that stands twice': (bytes, at) => {
    const start = bytes.subarray(0, at).lastIndexOf(0x0a) + 1;
    return insert(bytes.subarray(start, lineEnd(bytes, at)))(bytes, lineEnd(bytes, at));
  },
  'the end cut off': (bytes, at) => bytes.subarray(0, at),
  'no final new line': (bytes) => bytes.subarray(0, bytes.length - 1),
  'bytes that are no UTF-8': insert(new Uint8Array([0xff, 0xc3, 0x28])),
  'a bracket more': insert('{"a":['),
  'another byte': (bytes, at) => {
    const other = Buffer.from(bytes);
    other[at] = 0x22;
    return other;
  },
};

const session = Buffer.from(worked().text());

/** Seals some bytes: each session verifies, and the first gives exactly those bytes back. False for what is refused. */
const comesBack = async (bytes: Uint8Array): Promise<boolean> => {
  const opened = await openTranscript(fileOfBytes(bytes));
  if (!opened.ok) {
    expect(['transcript/empty', 'transcript/unrecognised', 'run/no-identity']).toContain(opened.refusal.code);
    return false;
  }
  const store = openMemoryStore();
  const sealed = must(await sealSessions(store, opened.value));
  for (const { head } of sealed) expect(must(await verifyObject(store, head)).verdict.failures).toEqual([]);
  const [first] = sealed;
  if (first === undefined) throw new Error('nothing was sealed');
  expect(Buffer.compare(await exported(store, first.head), bytes)).toBe(0);
  return true;
};

const place = fc.integer({ min: 0, max: session.length - 1 });

describe('whatever a file went through, sealing and exporting give the identical bytes', () => {
  test('control: an undamaged file does', async () => {
    expect(await comesBack(session)).toBe(true);
  });

  test.each(Object.entries(damages))('%s', async (_, damage) => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        if (await comesBack(damage(session, at))) taken += 1;
      }),
      { numRuns: 15, seed: 9091 },
    );
    expect(taken).toBeGreaterThan(0);
  });

  test('two of them at once', async () => {
    const one = fc.constantFrom(...Object.keys(damages));
    await fc.assert(
      fc.asyncProperty(one, one, place, place, async (first, second, at, then) => {
        const once = damages[first]?.(session, at) ?? session;
        await comesBack(damages[second]?.(once, Math.min(then, once.length - 1)) ?? once);
      }),
      { numRuns: 120, seed: 9092 },
    );
  }, 120_000);

  test('any bytes whatever behind a first record', async () => {
    const head = session.subarray(0, session.indexOf(0x0a) + 1);
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .constantFrom('{', '}', '"', '\n', '\\', '\0', '[', '{"type":"user"}', '{"uuid":"1"}', '\ufeff')
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        expect(await comesBack(Buffer.concat([head, ...pieces]))).toBe(true);
      }),
      { numRuns: 150, seed: 9093 },
    );
  }, 60_000);

  test('what no reader recognises is refused with what was looked for', async () => {
    const opened = await openTranscript(fileOfBytes('Dear reader,\nthis is none.\n'));
    expect(opened).toMatchObject({ ok: false, refusal: { code: 'transcript/unrecognised' } });
    expect(String(opened.ok ? '' : opened.refusal.facts['lookedFor'])).toContain('claude-code');
  });
});

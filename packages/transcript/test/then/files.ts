import type { Reading, TranscriptRecord } from '../../src/index.ts';
import { readThen, recognise } from '../../src/index.ts';
import type { Told } from '../claude-code/transcripts.ts';

/** What each format is recognised by; the files read may be too damaged for it. */
const SHOWN: { readonly [format: string]: string } = {
  'anthropic-messages': '[{"role":"user","content":[{"type":"text","text":""}]}]',
  gemini: '{"sessionId":"s","projectHash":"p"}',
  plain: '{"role":"user","text":""}',
};

const open = (format: string): Reading => {
  const recognised = recognise(Buffer.from(SHOWN[format] ?? ''), false, format);
  if (!recognised.ok) throw new Error(recognised.refusal.code);
  return recognised.value.open();
};

const LINE = Buffer.from('\n');

/** Files one behind another, a new line between them where one ends without one. */
export const joinedBytes = (files: readonly Uint8Array[]): Buffer =>
  files.reduce<Buffer>(
    (all, file) => Buffer.concat([all, ...(all.length > 0 && all.at(-1) !== 0x0a ? [LINE] : []), file]),
    Buffer.alloc(0),
  );

/** Reads files as before and after, in chunks of a length. */
export const tellThen = (files: readonly Uint8Array[], format: string, chunk = Number.MAX_SAFE_INTEGER): Told => {
  const [first = Buffer.alloc(0), ...later] = files;
  let before = first;
  let reading = open(format);
  for (const after of later) {
    reading = readThen(reading, before.length, open(format));
    before = joinedBytes([before, after]);
  }
  const records: TranscriptRecord[] = [];
  for (let at = 0; at < before.length; at += chunk) records.push(...reading.push(before.subarray(at, at + chunk)));
  const { records: last, tail, findings } = reading.finish();
  records.push(...last);
  return { records, tail, findings: [...records.flatMap((record) => record.findings), ...findings], reading };
};

/** The records that left because a later file does not hold them, in the order told. */
export const leftOf = (records: readonly TranscriptRecord[]): number[] =>
  records.flatMap(({ departures }) =>
    departures.filter(({ cause }) => cause === 'compaction').flatMap(({ parts }) => parts.map(({ record }) => record)),
  );

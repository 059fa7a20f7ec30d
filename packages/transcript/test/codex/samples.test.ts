import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { shown, type Told, tell } from '../claude-code/transcripts.ts';
import { hasSamples, sample, samples, whenAbsent } from '../samples.ts';
import { type Count, independentCount } from './independent.ts';

const CHUNK = 64 * 1024;
const codexSamples = samples.filter((name) => name.startsWith('codex-'));

/** The same count as the independent one, from what the reader told. */
function counted({ records, reading }: Told): Count {
  const count: Count = {
    records: records.length,
    context: records.filter(({ place }) => place === 'context').length,
    beside: records.filter(({ place }) => place === 'beside').length,
    contextBytes: 0,
    departures: [],
    producers: {},
    key: reading.identity()?.key ?? null,
    calls: records.filter(({ place, reason }) => place === 'context' && /_call$/.test(reason)).length,
    results: records.filter(({ place, reason }) => place === 'context' && /_output$/.test(reason)).length,
  };
  for (const { context, producer, departures } of records) {
    if (context !== null) {
      count.contextBytes += context.span.end - context.span.start;
      count.producers[String(producer)] = (count.producers[String(producer)] ?? 0) + 1;
    }
    for (const { parts } of departures) {
      const spans = parts.flatMap((part) => part.spans);
      count.departures.push({
        records: parts.length,
        bytes: spans.reduce((sum, { start, end }) => sum + end - start, 0),
      });
    }
  }
  return count;
}

describe.skipIf(!hasSamples)(`real Codex transcripts${whenAbsent}`, () => {
  test('are there, one with a compaction and one of an old version', () => {
    const files = codexSamples.map((name) => sample(name).toString());
    expect(files.some((file) => file.includes('"type":"compacted"'))).toBe(true);
    expect(files.some((file) => file.includes('record_type'))).toBe(true);
  });

  test.each(codexSamples)('%s: the counts are those of JSON.parse by line', (name) => {
    const file = sample(name);
    expect(counted(tell(file, CHUNK))).toEqual(independentCount(file.toString()));
  });

  test.each(codexSamples)('%s: each context span parses to what stands at its path', (name) => {
    for (const record of tell(sample(name), CHUNK).records) {
      if (record.context !== null) {
        const line = JSON.parse(Buffer.from(record.bytes).toString());
        const keys = record.context.path === '$' ? [] : record.context.path.split('.');
        const value: unknown = keys.reduce((inner, key) => inner[key], line);
        expect(isDeepStrictEqual(JSON.parse(shown(record) ?? ''), value)).toBe(true);
      }
    }
  });

  test.each(codexSamples)('%s: gaps, records and tail are the file', (name) => {
    const file = sample(name);
    const { records, tail } = tell(file, 4097);
    expect(Buffer.concat([...records.flatMap(({ gap, bytes }) => [gap, bytes]), tail]).equals(file)).toBe(true);
    expect(records.every(({ span, bytes }) => file.subarray(span.start, span.end).equals(bytes))).toBe(true);
  });

  test.each(codexSamples)('%s: a carriage return belongs to what stands between records', (name) => {
    const { records } = tell(sample(name), CHUNK);
    expect(records.every(({ bytes }) => bytes[0] === 0x7b && bytes.at(-1) === 0x7d)).toBe(true);
  });

  test.each(codexSamples)('%s: a line cut off anywhere leaves all later records as they were', (name) => {
    const file = sample(name);
    const { records } = tell(file);
    const torn = records[Math.floor(records.length / 2)];
    const next = records[(torn?.index ?? 0) + 1];
    if (torn === undefined || next === undefined) {
      throw new Error('the sample is too short');
    }
    for (let kept = 1; kept < torn.bytes.length; kept += Math.ceil(torn.bytes.length / 10)) {
      const damaged = Buffer.concat([file.subarray(0, torn.span.start + kept), file.subarray(torn.span.end)]);
      const after = tell(damaged, CHUNK).records.slice(next.index);
      const wanted = records.slice(next.index);
      expect(after).toHaveLength(wanted.length);
      expect(after.every(({ bytes }, at) => Buffer.compare(bytes, wanted[at]?.bytes ?? bytes.subarray(1)) === 0)).toBe(
        true,
      );
    }
  });

  test('a compaction elides exactly the items that its new history does not hold', () => {
    const name = codexSamples.find((one) => sample(one).includes('"type":"compacted"')) ?? '';
    const { records } = tell(sample(name), CHUNK);
    const at = records.findIndex(({ reason }) => reason === 'compacted');
    const history: unknown[] = JSON.parse(Buffer.from(records[at]?.bytes ?? []).toString()).payload.replacement_history;
    const before = records.slice(0, at).filter(({ place }) => place === 'context');
    const isKept = (record: (typeof before)[number]): boolean =>
      history.some((item) => isDeepStrictEqual(item, JSON.parse(shown(record) ?? '')));
    expect(before.filter(isKept).length).toBeGreaterThan(0);
    const left = records[at]?.departures.flatMap(({ parts }) => parts.map(({ record }) => record));
    expect(left).toEqual(before.filter((record) => !isKept(record)).map(({ index }) => index));
  });
});

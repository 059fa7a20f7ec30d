import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Splitter } from '../../src/splitter.ts';
import { claudeSamples, hasSamples, sample, samples, whenAbsent } from '../samples.ts';
import { type Count, independentCount } from './independent.ts';
import { shown, type Told, tell } from './transcripts.ts';

const CHUNK = 64 * 1024;

/** The same count as the independent one, from what the reader told. */
function counted({ records, findings, reading }: Told): Count {
  const count: Count = {
    records: records.length,
    context: records.filter(({ place }) => place === 'context').length,
    beside: records.filter(({ place }) => place === 'beside').length,
    contextBytes: 0,
    departures: [],
    producers: {},
    generated: records.filter(({ generated }) => generated !== null).length,
    key: reading.identity()?.key ?? null,
    midSession: findings.some(({ code }) => code === 'starts-mid-session'),
  };
  for (const { context, producer, departures, findings: own } of records) {
    if (context !== null) {
      count.contextBytes += context.span.end - context.span.start;
      count.producers[String(producer)] = (count.producers[String(producer)] ?? 0) + 1;
    }
    for (const { cause, by, parts } of departures) {
      const spans = parts.flatMap((part) => part.spans);
      const depth = own.find(({ code }) => code === 'generated-from-generated')?.facts['depth'] ?? null;
      count.departures.push({
        cause,
        by,
        spans: spans.length,
        bytes: spans.reduce((sum, { start, end }) => sum + end - start, 0),
        depth: typeof depth === 'string' ? 'unknown' : depth,
      });
    }
  }
  return count;
}

describe.skipIf(!hasSamples)(`real Claude Code transcripts${whenAbsent}`, () => {
  test('are there', () => {
    expect(claudeSamples.length).toBeGreaterThan(0);
  });

  test.each(claudeSamples)('%s: the counts are those of JSON.parse by line', (name) => {
    const file = sample(name);
    expect(counted(tell(file, CHUNK))).toEqual(independentCount(file.toString()));
  });

  test.each(claudeSamples)('%s: each context span parses to what the model was sent', (name) => {
    for (const record of tell(sample(name), CHUNK).records) {
      if (record.context !== null) {
        const line = JSON.parse(Buffer.from(record.bytes).toString());
        const value: unknown = record.context.path.split('.').reduce((inner, key) => inner[key], line);
        expect(isDeepStrictEqual(JSON.parse(shown(record) ?? ''), value)).toBe(true);
      }
    }
  });

  test('what a micro-compaction takes are exactly the values that its boundary names', () => {
    const records = claudeSamples.flatMap((name) => tell(sample(name), CHUNK).records);
    const boundaries = records.filter(({ reason }) => reason === 'system/microcompact_boundary');
    expect(boundaries.length).toBeGreaterThan(0);
    for (const boundary of boundaries) {
      const line = JSON.parse(Buffer.from(boundary.bytes).toString());
      const named: unknown[] = line.microcompactMetadata.compactedToolIds;
      const values = boundary.departures.flatMap(({ parts }) =>
        parts.flatMap(({ record, spans }) => {
          const source = records.find(({ index, span }) => index === record && span.end < boundary.span.start);
          const bytes = Buffer.from(source?.bytes ?? []);
          const blocks: { tool_use_id?: string; content?: unknown }[] = JSON.parse(bytes.toString()).message.content;
          return spans.map(({ start, end }) => {
            const value: unknown = JSON.parse(bytes.subarray(start, end).toString());
            return blocks.find(({ content }) => isDeepStrictEqual(content, value))?.tool_use_id;
          });
        }),
      );
      expect(values.toSorted()).toEqual(named.toSorted());
    }
  });

  test.each(claudeSamples)('%s: gaps, records and tail are the file', (name) => {
    const file = sample(name);
    const { records, tail } = tell(file, 4097);
    expect(Buffer.concat([...records.flatMap(({ gap, bytes }) => [gap, bytes]), tail]).equals(file)).toBe(true);
    expect(records.every(({ span, bytes }) => file.subarray(span.start, span.end).equals(bytes))).toBe(true);
  });

  test.each(claudeSamples)('%s: a line cut off anywhere leaves all later records as they were', (name) => {
    const file = sample(name);
    const { records, tail } = tell(file);
    const torn = records[Math.floor(records.length / 2)];
    const next = records[(torn?.index ?? 0) + 1];
    if (torn === undefined || next === undefined) {
      throw new Error('the sample is too short');
    }
    const later = file.subarray(next.span.start);
    for (let kept = 1; kept < torn.bytes.length; kept += Math.ceil(torn.bytes.length / 10)) {
      const damaged = Buffer.concat([file.subarray(0, torn.span.start + kept), file.subarray(torn.span.end)]);
      const after = tell(damaged, CHUNK).records.slice(next.index);
      expect(after).toHaveLength(records.length - next.index);
      expect(Buffer.concat(after.flatMap(({ gap, bytes }, index) => (index === 0 ? [bytes] : [gap, bytes])))).toSatisfy(
        (bytes: Buffer) => bytes.equals(later.subarray(0, bytes.length)) && bytes.length + tail.length === later.length,
      );
    }
  });
});

describe.skipIf(!hasSamples)(`any real transcript${whenAbsent}`, () => {
  test.each(samples)('%s is split without losing a byte', (name) => {
    const file = sample(name);
    const splitter = new Splitter();
    const parts: Uint8Array[] = [];
    for (let at = 0; at < file.length; at += CHUNK) {
      splitter.push(file.subarray(at, at + CHUNK), ({ gap, bytes }) => parts.push(gap, bytes));
    }
    const tail = splitter.finish(({ gap, bytes }) => parts.push(gap, bytes));
    expect(Buffer.concat([...parts, tail]).equals(file)).toBe(true);
  });
});

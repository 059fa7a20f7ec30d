import { Packet } from '@ken/kernel';
import { fetchUnit, type Summary, summarise, verifyBundle, verifyObject } from '@ken/session';
import type { Store } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { haveSamples, sample } from './samples.ts';
import { bundled, exported, must, sealed } from './sealing.ts';

const summarised = async (file: Buffer) => {
  const { store, session, others } = await sealed(file);
  if (others.length > 0) throw new Error('one session was expected');
  return { store, head: session.head, summary: must(await summarise(store, session.head)) };
};

interface Line {
  readonly type: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly isApiErrorMessage?: boolean;
  readonly message?: { readonly content: unknown };
  readonly content?: unknown;
  readonly microcompactMetadata?: { readonly compactedToolIds: readonly string[] };
}

/**
 * The independent count: whole lines, JSON.parse and the rules written out once more, for files without side-chains, queues,
 * attachments and abandoned branches. What leaves is told in bytes of JSON, as the files write theirs without spaces.
 */
const countOf = (file: Buffer) => {
  const lines = file
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
  let active: { bytes: number; parts: number; results: Map<string, string> }[] = [];
  const departures: { units: number; bytes: number; values: string[] }[] = [];
  let context = 0;
  const all = (): void => {
    if (active.length === 0) return;
    departures.push({
      units: active.reduce((sum, one) => sum + one.parts, 0),
      bytes: active.reduce((sum, one) => sum + one.bytes, 0),
      values: [],
    });
    active = [];
  };
  for (const line of lines) {
    const isBoundary = line.subtype === 'compact_boundary';
    if (isBoundary || (line.uuid !== undefined && line.parentUuid === null)) all();
    if (line.subtype === 'microcompact_boundary') {
      const values = (line.microcompactMetadata?.compactedToolIds ?? []).map((id) => {
        const holder = active.findLast(({ results }) => results.has(id));
        const value = holder?.results.get(id) ?? '';
        if (holder !== undefined) {
          holder.bytes -= Buffer.byteLength(value);
          holder.parts += 1;
        }
        return value;
      });
      departures.push({
        units: values.length,
        bytes: values.reduce((sum, value) => sum + Buffer.byteLength(value), 0),
        values,
      });
    }
    const shown =
      line.type === 'user' || (line.type === 'assistant' && line.isApiErrorMessage !== true)
        ? line.message?.content
        : line.subtype === 'local_command'
          ? line.content
          : undefined;
    if (shown === undefined) continue;
    context += 1;
    const blocks = Array.isArray(shown) ? shown : [];
    active.push({
      bytes: Buffer.byteLength(JSON.stringify(shown)),
      parts: 1,
      results: new Map(
        blocks.flatMap((block) =>
          block.type === 'tool_result' ? [[block.tool_use_id, JSON.stringify(block.content)]] : [],
        ),
      ),
    });
  }
  return {
    records: lines.length,
    context,
    beside: lines.length - context,
    departures: departures.map(({ units, bytes }) => ({ units, bytes })),
    cleared: departures.flatMap(({ values }) => values),
    keptSpans: active.reduce((sum, one) => sum + one.parts, 0),
    keptBytes: active.reduce((sum, one) => sum + one.bytes, 0),
  };
};

const figuresOf = (summary: Summary) => ({
  records: summary.records,
  context: summary.context,
  beside: summary.beside,
  departures: summary.departures.map(({ units, bytes }) => ({ units, bytes })),
  keptSpans: summary.keptSpans,
  keptBytes: summary.keptBytes,
});

const valuesOf = async (store: Store, packet: Summary['departures'][number]['packet']): Promise<string[]> => {
  const { units } = must(Packet.fromBytes((await store.get(packet)) ?? new Uint8Array()));
  const values: string[] = [];
  for (const unit of units) values.push(Buffer.from(must(await fetchUnit(store, unit))).toString());
  return values;
};

describe.skipIf(!haveSamples)('every real session of Claude Code', () => {
  test.each(['claude-one-compaction.jsonl', 'claude-microcompact.jsonl', 'claude-unpaired.jsonl'])(
    '%s has the figures of an independent count, verifies, and comes back byte for byte, also out of its bundle',
    async (name) => {
      const file = sample(name);
      const { store, head, summary } = await summarised(file);
      const { cleared: _, ...count } = countOf(file);
      expect(figuresOf(summary)).toEqual(count);
      expect(must(await verifyObject(store, head)).verdict).toMatchObject({ verified: true, failures: [] });
      const bundle = await bundled(store, head);
      expect((await verifyBundle(bundle)).verified).toBe(true);
      for (const objects of [store, bundle]) expect(Buffer.compare(await exported(objects, head), file)).toBe(0);
    },
    120_000,
  );

  test('where results of tools were cleared, the units are exactly the values that the boundaries name', async () => {
    const file = sample('claude-microcompact.jsonl');
    const { store, summary } = await summarised(file);
    const cleared: string[] = [];
    for (const one of summary.departures)
      if (one.cause === 'micro-compaction') cleared.push(...(await valuesOf(store, one.packet)));
    const { cleared: named } = countOf(file);
    expect(named.length).toBeGreaterThan(0);
    expect([...cleared].sort()).toEqual([...named].sort());
  });

  test('at the compactions after that only the remainders leave: nothing of what was cleared leaves twice', async () => {
    const file = sample('claude-microcompact.jsonl');
    const { store, summary } = await summarised(file);
    const { cleared } = countOf(file);
    const compactions = summary.departures.filter(({ cause }) => cause === 'compaction');
    expect(compactions).toHaveLength(2);
    const long = cleared.filter((value) => value.length > 200);
    expect(long.length).toBeGreaterThan(0);
    for (const one of compactions) {
      const left = (await valuesOf(store, one.packet)).join('\n');
      for (const value of long) expect(left.includes(`"content":${value}`)).toBe(false);
    }
  });
});

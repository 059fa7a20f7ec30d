import { contentId, rawContentId } from '@ken/address';
import { Event, Packet, RootEvent } from '@ken/kernel';
import { openMemoryStore, type Store } from '@ken/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealTranscript } from '../src/seal.ts';
import { openTranscript } from '../src/source-file.ts';
import { summarise } from '../src/summary.ts';
import { eventTable, frameTable, recordTable } from '../src/tables.ts';
import { unitFrom } from '../src/units.ts';
import { verifyObject } from '../src/verify.ts';
import { chainTo, rowsOf } from '../src/walk.ts';
import { Session, worked } from './claude.ts';
import { exported, must, otherwise, seal, sealed } from './running.ts';

const collect = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

describe('a session with one compaction', () => {
  const session = worked();
  const text = session.text();

  test('verifies, and is given back byte for byte', async () => {
    const { store, head } = await sealed(text);
    const { verdict } = must(await verifyObject(store, head));
    expect(verdict).toMatchObject({
      verified: true,
      checked: { sources: 11, units: 6, packets: 1, events: 17 },
      roots: { resolved: 4, unresolved: 0 },
      failures: [],
    });
    expect(Buffer.from(await exported(store, head)).toString()).toBe(text);
  });

  test('leaves out exactly the context spans of the six records before the boundary', async () => {
    const { store, head } = await sealed(text);
    const summary = must(await summarise(store, head));
    expect(summary).toMatchObject({ records: 11, context: 9, beside: 2, units: 6, packets: 1, keptSpans: 3 });
    const [departure] = summary.departures;
    const packet = must(Packet.fromBytes((await store.get(departure?.packet ?? head)) ?? new Uint8Array()));
    const contents = session.lines
      .slice(0, 7)
      .map((line) => JSON.parse(line))
      .filter((record) => record.message !== undefined)
      .map((record) => record.message.content);
    const omitted: unknown[] = [];
    for (const id of packet.units) {
      const unit = must(unitFrom((await store.get(id)) ?? new Uint8Array()));
      const source = (await store.get(unit.source)) ?? new Uint8Array();
      omitted.push(JSON.parse(Buffer.from(source.subarray(Number(unit.span.start), Number(unit.span.end))).toString()));
    }
    expect(omitted).toEqual(contents);
  });

  test('roots a record in the prompt before it, and an omission in the record that caused it', async () => {
    const { store, head } = await sealed(text);
    const chain = must(await chainTo(store, head));
    const events = await collect(
      rowsOf(
        store,
        eventTable,
        chain.flatMap((node) => node.events.chunks),
      ),
    );
    const shown: string[] = [];
    const admitted: Event[] = [];
    for (const id of events) {
      const event = must(
        Event.fromBytes((await store.get(id)) ?? new Uint8Array(), (wanted) =>
          admitted.find((one) => one.id === wanted),
        ),
      );
      admitted.push(event);
      const root = must(RootEvent.fromBytes((await store.get(event.root)) ?? new Uint8Array()));
      shown.push(`${typeof event.kind === 'string' ? event.kind : 'elision'} ${root.kind} ${root.seq} ${event.origin}`);
    }
    const observation = (kind: string, seq: number): string => `observation ${kind} ${seq} historical`;
    expect(shown).toEqual([
      ...Array(6).fill(observation('operator_prompt', 0)),
      ...Array(2).fill(observation('operator_prompt', 6)),
      ...Array(6).fill('elision harness_event 7 historical'),
      ...Array(2).fill(observation('operator_prompt', 6)),
      observation('operator_prompt', 10),
    ]);
  });

  test('a compaction that a person asked for is rooted in a user action', async () => {
    const manual = new Session().prompt('one').reply('two').compact('manual', 'all').text();
    const { store, head } = await sealed(manual);
    expect(must(await summarise(store, head)).departures.map((one) => one.kind)).toEqual(['user_action']);
  });

  test('before any prompt the root is a harness event over the first record', async () => {
    const { store, head } = await sealed(new Session().reply('resumed').reply('again').text());
    const chain = must(await chainTo(store, head));
    const [first] = await collect(rowsOf(store, recordTable, chain[0]?.records.chunks ?? []));
    const { verdict } = must(await verifyObject(store, head));
    expect(verdict.roots).toEqual({ resolved: 1, unresolved: 0 });
    const root = must(
      RootEvent.mint({
        kind: 'harness_event',
        material: (await store.get(first?.source ?? head)) ?? new Uint8Array(),
        seq: 0,
      }),
    );
    expect(await store.get(root.id)).toEqual(root.toBytes());
  });
});

test('total cover: kept and elided spans tile each context span, at every compaction of a longer session', async () => {
  const text = new Session()
    .prompt('a')
    .reply('b')
    .compact('auto', 'first summary')
    .reply('c')
    .compact('auto', 'second summary')
    .prompt('d')
    .text();
  const { store, head } = await sealed(text);
  const summary = must(await summarise(store, head));
  expect(summary.departures.map((one) => one.units)).toEqual([2, 2]);
  expect(summary.keptBytes + summary.elidedBytes).toBe(summary.contextBytes);
  const chain = must(await chainTo(store, head));
  expect((await collect(rowsOf(store, frameTable, chain.at(-1)?.frame ?? []))).map((row) => row.record)).toEqual([
    6, 7,
  ]);
  expect(summary.findings.map((one) => one.code)).toContain('generated-from-generated');
});

describe('sealing again', () => {
  test('the same file adds nothing', async () => {
    const text = worked().text();
    const store = openMemoryStore();
    const first = await seal(store, text);
    const before = await store.stats();
    expect(await seal(store, text)).toEqual({ ...first, status: 'unchanged' });
    expect(await store.stats()).toEqual(before);
  });

  test('the same file in pieces of any length gives the same head', async () => {
    const text = worked().text();
    const { head } = await sealed(text);
    for (const piece of [1, 7, 100]) expect((await seal(openMemoryStore(), text, piece)).head).toBe(head);
  });

  test('a file that grew continues its run over the head that was there, wherever it was cut', async () => {
    const text = worked().text();
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 400, max: bytes.length - 1 }), { maxLength: 4 }),
        async (cuts) => {
          const store = openMemoryStore();
          let last: string | null = null;
          for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
            const { head, status, branch } = await seal(store, bytes.slice(0, cut));
            expect(branch.endsWith('#1')).toBe(true);
            expect(status).toBe(last === null ? 'new' : 'continued');
            expect(must(await chainTo(store, head)).at(-1)?.prior ?? null).toBe(last);
            expect(Buffer.compare(await exported(store, head), bytes.slice(0, cut))).toBe(0);
            expect(must(await verifyObject(store, head)).verdict.failures).toEqual([]);
            last = head;
          }
        },
      ),
      { numRuns: 40, seed: 20261 },
    );
  });

  test('a beginning of what was sealed changes nothing', async () => {
    const text = worked().text();
    const store = openMemoryStore();
    const { head } = await seal(store, text);
    expect(await seal(store, text.slice(0, 900))).toMatchObject({ status: 'shorter', head });
  });

  test('a file that went on differently is another branch of the same run, and both are given back', async () => {
    const session = worked();
    const text = session.text();
    const other = `${session.lines.slice(0, 3).join('\n')}\n${session.lines[9]}\n`;
    const store = openMemoryStore();
    const first = await seal(store, text);
    const second = await seal(store, other);
    expect(second.status).toBe('diverged');
    expect([first.branch.slice(-2), second.branch.slice(-2)]).toEqual(['#1', '#2']);
    expect(first.branch.slice(0, -2)).toBe(second.branch.slice(0, -2));
    expect(Buffer.from(await exported(store, first.head)).toString()).toBe(text);
    expect(Buffer.from(await exported(store, second.head)).toString()).toBe(other);
    expect(await seal(store, other)).toEqual({ ...second, status: 'unchanged' });
  });
});

test('two that seal the same session at once end with one run, and both are told its head', async () => {
  const text = worked().text();
  const store = openMemoryStore();
  const [one, other] = await Promise.all([seal(store, text, 50), seal(store, text, 90)]);
  expect(one.head).toBe(other.head);
  const branches = [];
  for await (const branch of store.branches()) branches.push(branch);
  expect(branches).toHaveLength(1);
});

test('equal records share one source, and each has its own event', async () => {
  const line = JSON.stringify({ type: 'user', sessionId: 's', message: { role: 'user', content: 'again' } });
  const first = JSON.stringify({
    type: 'user',
    sessionId: 's',
    uuid: 'u-1',
    parentUuid: null,
    message: { role: 'user', content: 'x' },
  });
  const { store, head } = await sealed(`${first}\n${line}\n${line}\n`);
  expect(must(await verifyObject(store, head)).verdict).toMatchObject({
    verified: true,
    checked: { sources: 3, events: 3 },
  });
  expect(await store.get(rawContentId(new TextEncoder().encode(line)))).toBeDefined();
});

test('a head is the content id of its node', async () => {
  const { store, head } = await sealed(worked().text());
  expect(contentId((await store.get(head)) ?? new Uint8Array())).toBe(head);
});

test('a beginning that a longer file reads differently is sealed on another branch, and never refused', async () => {
  const line = worked().lines;
  // A piece that nothing ends hides the last record until the file goes on; with its end it is one value.
  const torn = `${line[0]}\n{"a":[\n${line[1]}`;
  const store = openMemoryStore();
  const first = await seal(store, torn);
  const second = await seal(store, `${torn}\n]}\n${line[2]}\n`);
  expect(must(await verifyObject(store, second.head)).verdict.failures).toEqual([]);
  expect(Buffer.from(await exported(store, second.head)).toString()).toBe(`${torn}\n]}\n${line[2]}\n`);
  expect(Buffer.from(await exported(store, first.head)).toString()).toBe(torn);
  expect(second.status).toBe('reread');
  expect(await seal(store, `${torn}\n]}\n${line[2]}\n`)).toEqual({ ...second, status: 'unchanged' });
  expect(await seal(store, torn)).toEqual({ ...first, status: 'unchanged' });
});

describe('a store that lost something', () => {
  /** The methods of a store, so that one of them can be replaced. */
  const bound = (store: Store): Store => otherwise(store, {});

  test('control: a store that lost nothing continues the run', async () => {
    const session = worked();
    const store = openMemoryStore();
    await seal(store, session.text().slice(0, 700));
    expect((await seal(bound(store), session.text())).status).toBe('continued');
  });

  test('seals a grown file all the same, on another branch where the old head cannot be read', async () => {
    const session = worked();
    const store = openMemoryStore();
    const first = await seal(store, session.text().slice(0, 700));
    const broken: Store = {
      ...bound(store),
      get: async (id) => (id === first.head ? undefined : store.get(id)),
      getMany: (ids) => Promise.all(ids.map((id) => broken.get(id))),
    };
    const second = await seal(broken, session.text());
    expect(second).toMatchObject({ status: 'diverged' });
    expect(second.branch.endsWith('#2')).toBe(true);
    expect(must(await verifyObject(broken, second.head)).verdict.failures).toEqual([]);
  });

  test('has what was missing again after the file is sealed again', async () => {
    const text = worked().text();
    const full = openMemoryStore();
    const { head } = await seal(full, text);
    const partial = openMemoryStore();
    const chain = must(await chainTo(full, head));
    const keep = [head, ...chain.flatMap((node) => node.records.chunks)];
    const objects = await Promise.all(keep.map(async (id) => [id, (await full.get(id)) ?? new Uint8Array()] as const));
    const [branch] = await collect(full.branches());
    await partial.commit({ objects, heads: [{ branch: branch?.branch ?? '', expected: null, next: head }] });
    expect(must(await verifyObject(partial, head)).verdict.verified).toBe(false);
    expect(await seal(partial, text)).toMatchObject({ status: 'unchanged', head });
    expect(must(await verifyObject(partial, head)).verdict.verified).toBe(true);
  });
});

test('a file that is replaced by another session while it is read is refused, and nothing names it', async () => {
  const store = openMemoryStore();
  const [one, other] = [worked().text(), worked().text()];
  let reads = 0;
  const file = {
    async *open() {
      reads += 1;
      yield new TextEncoder().encode(reads < 3 ? one : other);
    },
  };
  const sealing = await sealTranscript(store, must(await openTranscript(file)));
  expect(sealing).toMatchObject({ ok: false, refusal: { code: 'run/changed' } });
  expect(await collect(store.branches())).toEqual([]);
});

test('text that cannot be encoded, where the file names its session, is sealed all the same', async () => {
  const odd = '{"type":"user","uuid":"x\\ud800","sessionId":"\\udfff","message":{"role":"user","content":"\\ud800"}}\n';
  const { store, head } = await sealed(odd);
  expect(must(await verifyObject(store, head)).verdict.failures).toEqual([]);
  expect(Buffer.from(await exported(store, head)).toString()).toBe(odd);
});

import { asUnitId, contentId, type UnitId } from '@ken/address';
import type { Event } from '@ken/kernel';
import { type LiveRun, openLive, openTranscript, reopenLive, summarise, verifyObject } from '@ken/session';
import { type Commit, type FullStore, openMemoryStore, StoreError } from '@ken/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Note } from '../../src/live/records.ts';
import { deliveryRun } from '../../src/receipts/delivery-run.ts';
import { replayTo } from '../../src/replay.ts';
import { worked } from '../claude.ts';
import { exported, fileOfBytes, must, seal } from '../running.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const clock = () => new Date('2026-02-03T04:05:06Z');
const nonce = () => new Uint8Array(16).fill(7);

const opened = (store: FullStore): Promise<LiveRun> => openLive(store, { agent: 'builder', clock, nonce });
const eventOf = async (store: FullStore, id: string): Promise<Event> => {
  const event = must(await replayTo(store, contentIdOf(id))).at(-1);
  if (event === undefined) throw new Error('no event');
  return event;
};
const contentIdOf = (id: string) => id as ReturnType<typeof contentId>;

const verdictOf = async (store: FullStore, head: string | null) =>
  must(await verifyObject(store, contentIdOf(head ?? ''))).verdict;

describe('a live run', () => {
  test('admits what its host saw with the origins of a witness', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    const operator = must(await run.observe({ origin: 'operator', bytes: bytes('Fix the page break.') }));
    const model = must(await run.observe({ origin: 'model', bytes: bytes('I will.') }));
    const tool = must(await run.observe({ origin: 'tool', bytes: bytes('exit 0') }));
    const harness = must(await run.intervene({ bytes: bytes('Be careful.') }));
    const events = await Promise.all([operator, model, tool, harness].map(({ event }) => eventOf(store, event)));
    expect(events.map(({ origin, kind, depth }) => ({ origin, kind, depth }))).toEqual([
      { origin: 'operator', kind: 'observation', depth: 0 },
      { origin: 'model', kind: 'observation', depth: 0 },
      { origin: 'tool', kind: 'observation', depth: 0 },
      { origin: 'harness', kind: 'intervention', depth: 1 },
    ]);
    expect(events[0]?.root).toBe(events[3]?.root);
    expect(await verdictOf(store, run.head)).toMatchObject({ verified: true, failures: [] });
  });

  test('a finished file has no such origin: of it everything is historical', async () => {
    const store = openMemoryStore();
    const { head } = await seal(store, worked().text());
    const { run } = must(await deliveryRun(store, head));
    const [seen] = run.seen;
    expect((await eventOf(store, seen?.event ?? '')).origin).toBe('historical');
  });

  test('what leaves is units that verify, and comes back with the origin and depth that it had', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    await run.observe({ origin: 'operator', bytes: bytes('Read it.') });
    const tool = must(await run.observe({ origin: 'tool', bytes: bytes('a long result') }));
    const left = must(
      await run.omit({
        parts: [{ record: tool.record, spans: [{ start: 2, end: 6 }] }],
        by: 'harness',
        cause: 'clearing',
      }),
    );
    const [unit] = left.units;
    const back = must(await run.retrieve(unit as UnitId));
    expect(Buffer.from(back.bytes).toString()).toBe('long');
    const event = await eventOf(store, back.event);
    expect(event).toMatchObject({ origin: 'tool', kind: 'retrieval', depth: 0 });
    expect(event.sources).toEqual([tool.event]);
    // What the operator said before is still the root: bringing back is no prompt.
    expect(event.root).toBe((await eventOf(store, tool.event)).root);
    expect(await verdictOf(store, run.head)).toMatchObject({ verified: true });
    expect(must(await summarise(store, contentIdOf(run.head ?? '')))).toMatchObject({
      units: 1,
      packets: 1,
      format: 'live',
    });
  });

  test.each([
    ['nothing', async (run: LiveRun) => run.observe({ origin: 'tool', bytes: new Uint8Array() }), 'live/empty'],
    ['no part', async (run: LiveRun) => run.omit({ parts: [], by: 'user', cause: 'clearing' }), 'live/empty'],
    [
      'a record beside the context',
      async (run: LiveRun) => run.omit({ parts: [{ record: 0 }], by: 'user', cause: 'clearing' }),
      'run/cover',
    ],
    [
      'a span beyond the record',
      async (run: LiveRun) =>
        run.omit({ parts: [{ record: 1, spans: [{ start: 0, end: 99 }] }], by: 'user', cause: 'x' }),
      'run/cover',
    ],
    [
      'a span twice',
      async (run: LiveRun) => run.omit({ parts: [{ record: 1 }, { record: 1 }], by: 'user', cause: 'x' }),
      'run/cover',
    ],
    [
      'a unit of another run',
      async (run: LiveRun) => run.retrieve(asUnitId(contentId(Uint8Array.of(0xa0)))),
      'live/unknown-unit',
    ],
  ])('refuses %s, which changes nothing; control: the next call goes through', async (_, call, code) => {
    const store = openMemoryStore();
    const run = await opened(store);
    must(await run.observe({ origin: 'operator', bytes: bytes('Hello.') }));
    const before = run.head;
    const refused = await call(run);
    expect(refused.ok ? 'accepted' : refused.refusal.code).toBe(code);
    expect(run.head).toBe(before);
    must(await run.observe({ origin: 'model', bytes: bytes('Hello.') }));
    expect(await verdictOf(store, run.head)).toMatchObject({ verified: true });
  });

  test('misuse throws, and an origin that no witness gives is misuse', async () => {
    const run = await opened(openMemoryStore());
    expect(() => run.observe({ origin: 'historical' as 'tool', bytes: bytes('x') })).toThrow(TypeError);
    expect(() => run.observe({ origin: 'harness' as 'tool', bytes: bytes('x') })).toThrow(TypeError);
    expect(() => run.observe({ origin: 'tool', bytes: 'x' as unknown as Uint8Array })).toThrow(TypeError);
    expect(() => run.omit({ parts: [], by: 'model' as 'user', cause: 'x' })).toThrow(TypeError);
    for (const cause of ['', ' ', '\ud800', 7 as unknown as string])
      expect(() => run.omit({ parts: [{ record: 1 }], by: 'user', cause })).toThrow(TypeError);
    for (const start of [-1, 0.5, Number.NaN, '0' as unknown as number])
      expect(() => run.omit({ parts: [{ record: 1, spans: [{ start, end: 2 }] }], by: 'user', cause: 'x' })).toThrow(
        TypeError,
      );
    expect(() => run.observe({ origin: 'tool', bytes: bytes('x'), generated: '\ud800' })).toThrow(TypeError);
    for (const agent of ['', '\ud800']) await expect(openLive(openMemoryStore(), { agent })).rejects.toThrow(TypeError);
    // None of it ended the writer.
    must(await run.observe({ origin: 'tool', bytes: bytes('x') }));
  });

  test.each<[string, unknown]>([
    ['a number that is none', { x: Number.NaN }],
    ['a number without end', { x: Number.POSITIVE_INFINITY }],
    ['a list', { x: [1] }],
    ['an object', { x: {} }],
    ['nothing at all', { x: undefined }],
    ['a function that makes text of it', { toJSON: () => ({}) }],
    ['text instead of facts', 'x'],
  ])('a note with %s is misuse, told before anything is written; control: plain facts', async (_, note) => {
    const run = await opened(openMemoryStore());
    expect(() => run.observe({ origin: 'tool', bytes: bytes('x'), note: note as Note })).toThrow(TypeError);
    expect(() => run.intervene({ bytes: bytes('x'), note: note as Note })).toThrow(TypeError);
    expect(run.records).toBe(1);
    must(await run.observe({ origin: 'tool', bytes: bytes('x'), note: { x: 1, y: 'z', z: null, '': true } }));
  });

  test('misuse at its opening keeps no claim; control: what is opened afterwards', async () => {
    const store = openMemoryStore();
    const bad = () => new Date(Number.NaN);
    await expect(openLive(store, { agent: 'a', clock: bad, nonce })).rejects.toThrow();
    for (const length of [0, 15, 17])
      await expect(openLive(store, { agent: 'a', clock, nonce: () => new Uint8Array(length) })).rejects.toThrow(
        TypeError,
      );
    expect(await reopenLive(store, '')).toMatchObject({ refusal: { code: 'run/unknown' } });
    await opened(store);
  });

  test('is used by what the model says anew, and not by what it said before and that comes back', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    const said = must(await run.observe({ origin: 'model', bytes: bytes('I have read the rules.') }));
    const left = must(await run.omit({ parts: [{ record: said.record }], by: 'harness', cause: 'clearing' }));
    must(await run.observe({ origin: 'tool', bytes: bytes('the rules'.repeat(9)) }));
    must(await run.retrieve(left.units[0] as UnitId));
    must(await run.intervene({ bytes: bytes('I have read the rules.') }));
    const answered = async () =>
      must(await deliveryRun(store, contentIdOf(run.head ?? ''))).run.seen.map((one) => one.answered);
    expect(await answered()).toEqual([false]);
    must(await run.observe({ origin: 'model', bytes: bytes('Read.') }));
    expect(await answered()).toEqual([true]);
  });

  test('takes its bytes when it is called: what the host writes over them later changes nothing', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    const buffer = bytes('as it was');
    const pending = run.observe({ origin: 'tool', bytes: buffer });
    buffer.fill(0);
    const { source } = must(await pending);
    expect(Buffer.from((await store.get(source)) ?? []).toString()).toBe('as it was');
  });

  test('calls made one upon another are carried out in their order', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => run.observe({ origin: 'model', bytes: bytes(`${at}`) })),
    );
    expect(all.map((one) => must(one).record)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(Buffer.from(await exported(store, contentIdOf(run.head ?? ''))).toString()).toMatch(/\n0\n1\n2\n3/);
  });

  test('two of the same agent share no head, and no root', async () => {
    const store = openMemoryStore();
    const [one, other] = [await openLive(store, { agent: 'a', clock }), await openLive(store, { agent: 'a', clock })];
    expect(one.key).not.toBe(other.key);
    expect(one.head).not.toBe(other.head);
  });

  test('a clock that goes backwards changes what records claim, and nothing else', async () => {
    let now = Date.parse('2026-02-03T04:05:06Z');
    const store = openMemoryStore();
    const backwards = (): Date => {
      now -= 86_400_000;
      return new Date(now);
    };
    const run = await openLive(store, { agent: 'a', clock: backwards });
    for (let at = 0; at < 3; at += 1) must(await run.observe({ origin: 'tool', bytes: bytes('x'), note: { at } }));
    expect(await verdictOf(store, run.head)).toMatchObject({ verified: true });
    await run.close();
    expect((await reopenLive(store, run.key)).ok).toBe(true);
  });
});

describe('one writer', () => {
  test('a second one is refused while the first has it, and gets it when it is closed', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    await expect(reopenLive(store, run.key)).rejects.toMatchObject({ code: 'store/claimed' });
    await run.close();
    await run.close();
    const again = must(await reopenLive(store, run.key, { clock }));
    expect(again).toMatchObject({ agent: 'builder', head: run.head });
    expect(await run.observe({ origin: 'tool', bytes: bytes('x') })).toMatchObject({
      refusal: { code: 'live/closed' },
    });
    must(await again.observe({ origin: 'tool', bytes: bytes('x') }));
  });

  /** A store whose next commit fails, before it is written or after. */
  const failing = (store: FullStore, when: 'before' | 'after'): { readonly store: FullStore; fail: boolean } => {
    const state = {
      fail: false,
      store: new Proxy(store, {
        get(target, key) {
          if (key !== 'commit') {
            const value: unknown = Reflect.get(target, key);
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return async (commit: Commit) => {
            if (state.fail && when === 'before') throw new StoreError('store/io');
            await target.commit(commit);
            if (state.fail) throw new StoreError('store/io');
          };
        },
      }),
    };
    return state;
  };

  test.each(['before', 'after'] as const)(
    'ends when an append fails %s it became visible; what the store holds is restored',
    async (when) => {
      const store = openMemoryStore();
      const state = failing(store, when);
      const run = await opened(state.store);
      must(await run.observe({ origin: 'operator', bytes: bytes('one') }));
      const acknowledged = run.head;
      state.fail = true;
      await expect(run.observe({ origin: 'model', bytes: bytes('two') })).rejects.toMatchObject({ code: 'store/io' });
      state.fail = false;
      expect(await run.observe({ origin: 'model', bytes: bytes('three') })).toMatchObject({
        refusal: { code: 'live/ended' },
      });
      expect(run.head).toBe(acknowledged);
      const again = must(await reopenLive(store, run.key, { clock }));
      expect(again.records).toBe(when === 'before' ? 2 : 3);
      must(await again.observe({ origin: 'model', bytes: bytes('three') }));
      expect(await verdictOf(store, again.head)).toMatchObject({ verified: true });
    },
  );

  test('a head that somebody else moved is a conflict, and ends the writer', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    const first = run.head;
    must(await run.observe({ origin: 'operator', bytes: bytes('one') }));
    await store.commit({
      objects: [],
      heads: [{ branch: `${run.key}#1`, expected: contentIdOf(run.head ?? ''), next: contentIdOf(first ?? '') }],
    });
    await expect(run.observe({ origin: 'model', bytes: bytes('two') })).rejects.toMatchObject({
      code: 'store/conflict',
    });
    expect(await run.observe({ origin: 'model', bytes: bytes('two') })).toMatchObject({
      refusal: { code: 'live/ended' },
    });
  });

  test('a run of a file is not to be opened as a live one, and an unknown one neither', async () => {
    const store = openMemoryStore();
    const { branch } = await seal(store, worked().text());
    const key = branch.slice(0, branch.lastIndexOf('#'));
    expect(await reopenLive(store, key)).toMatchObject({ refusal: { code: 'live/not-live' } });
    expect(await reopenLive(store, 'live:0')).toMatchObject({ refusal: { code: 'run/unknown' } });
    // Neither keeps the name.
    await (await store.claim(key)).release();
  });

  test('what a live run exports is no transcript', async () => {
    const store = openMemoryStore();
    const run = await opened(store);
    must(await run.observe({ origin: 'operator', bytes: bytes('{"type":"user"}') }));
    const file = await exported(store, contentIdOf(run.head ?? ''));
    const again = await openTranscript(fileOfBytes(file));
    expect(again.ok ? again.value.format : again.refusal.code).not.toBe('live');
  });
});

const step = fc.oneof(
  fc.record({
    do: fc.constant('observe' as const),
    origin: fc.constantFrom('operator', 'model', 'tool'),
    text: fc.string({ minLength: 1, maxLength: 12 }),
  }),
  fc.record({ do: fc.constant('intervene' as const), text: fc.string({ minLength: 1, maxLength: 12 }) }),
  fc.record({
    do: fc.constant('omit' as const),
    record: fc.nat(12),
    start: fc.nat(4),
    length: fc.nat(6),
    by: fc.constantFrom('user', 'harness'),
  }),
  fc.record({ do: fc.constant('retrieve' as const), unit: fc.nat(5) }),
);

test('any sequence gives the same heads with the run reopened between any two steps, and every head verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 14 }), async (steps) => {
      const heads: (string | null)[][] = [];
      for (const reopens of [false, true]) {
        const store = openMemoryStore();
        let run = await opened(store);
        const units: UnitId[] = [];
        const seen: (string | null)[] = [];
        for (const [one, reopen] of steps) {
          if (reopens && reopen) {
            await run.close();
            run = must(await reopenLive(store, run.key, { clock }));
          }
          if (one.do === 'observe') await run.observe({ origin: one.origin as 'tool', bytes: bytes(one.text) });
          else if (one.do === 'intervene') await run.intervene({ bytes: bytes(one.text) });
          else if (one.do === 'retrieve') {
            const unit = units[one.unit];
            if (unit !== undefined) must(await run.retrieve(unit));
          } else {
            const spans = one.length === 0 ? {} : { spans: [{ start: one.start, end: one.start + one.length }] };
            const left = await run.omit({
              parts: [{ record: one.record, ...spans }],
              by: one.by as 'user',
              cause: 'clearing',
            });
            if (left.ok) units.push(...left.value.units);
          }
          seen.push(run.head);
        }
        heads.push(seen);
        expect(await verdictOf(store, run.head)).toMatchObject({ verified: true, failures: [] });
      }
      expect(heads[1]).toEqual(heads[0]);
    }),
    { seed: 6, numRuns: 60 },
  );
});

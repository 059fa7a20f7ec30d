import { decode, encode, rawContentId } from '@ken/address';
import { type FullStore, openMemoryStore } from '@ken/store';
import { deliveriesOf, formatNames } from '@ken/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refsOf } from '../src/event-refs.ts';
import { kindOf } from '../src/kinds.ts';
import { openLive } from '../src/live/open-live.ts';
import { readLiveRecord } from '../src/live/records.ts';
import { readLocations } from '../src/locations/map.ts';
import { verifyReceipts } from '../src/receipts/verify-receipt.ts';
import { readRun } from '../src/run.ts';
import { eventTable, findingTable, frameTable, readChunk, recordTable } from '../src/tables.ts';
import { unitFrom } from '../src/units.ts';
import { verifyObject } from '../src/verify.ts';
import { worked } from './claude.ts';
import { asContentId, must, seal } from './running.ts';

const isLong = process.env['KEN_LONG'] === '1';
const numRuns = isLong ? 40_000 : 800;
const timeout = isLong ? 3_600_000 : 60_000;

/** A store with a run of a file and a live one, and every object in it. */
const filled = async (): Promise<{ store: FullStore; objects: Uint8Array[] }> => {
  const store = openMemoryStore();
  await seal(store, worked().text());
  const run = await openLive(store, { agent: 'a', clock: () => new Date(0), nonce: () => new Uint8Array(16) });
  const text = new TextEncoder();
  const tool = must(
    await run.observe({ origin: 'tool', bytes: text.encode('a result'), note: { a: 1, b: 'x', c: null } }),
  );
  await run.omit({ parts: [{ record: tool.record }], by: 'user', cause: 'clearing' });
  const objects: Uint8Array[] = [];
  for await (const one of store.examine()) if (one.ok) objects.push(one.bytes);
  return { store, objects };
};

/** Some bytes changed a few times: a bit, a cut, a repetition, a splice with others. */
const changes = fc.array(fc.tuple(fc.nat(4), fc.nat(), fc.nat(255), fc.nat()), { minLength: 1, maxLength: 4 });
const changed = (
  bytes: Uint8Array,
  others: readonly Uint8Array[],
  how: readonly (readonly [number, number, number, number])[],
): Uint8Array => {
  let result = [...bytes];
  for (const [kind, place, byte, more] of how) {
    const at = result.length === 0 ? 0 : place % result.length;
    const other = [...(others[more % others.length] ?? [])];
    if (kind === 0) result[at] = byte;
    else if (kind === 1) result = result.slice(0, at);
    else if (kind === 2) result.splice(at, 0, ...result.slice(at, at + (more % 40)));
    else if (kind === 3) result = [...result.slice(0, at), ...other.slice(more % (other.length + 1))];
    else result.splice(at, 1);
  }
  return Uint8Array.from(result);
};

type Answer =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: { readonly code: string; readonly facts: object } };

/** A refusal is a refusal: a code of this program, and facts that survive JSON. */
const isAnswer = (answer: Answer): void => {
  if (answer.ok) return;
  expect(answer.refusal.code).toMatch(/^[a-z-]+\/[a-z-]+$/);
  expect(JSON.parse(JSON.stringify(answer.refusal.facts))).toEqual(answer.refusal.facts);
};

describe('bytes that somebody changed', () => {
  test(
    'are refused by every reader of stored objects, or are read to exactly what is written again',
    async () => {
      const { objects } = await filled();
      const id = asContentId('bafyr4iflf7nubka4irxgmva35hado6etfraqfo7xlxm623lfg3gci4gece');
      let admitted = 0;
      fc.assert(
        fc.property(fc.nat(objects.length - 1), changes, (at, how) => {
          const bytes = changed(objects[at] ?? new Uint8Array(), objects, how);
          const doors: readonly (() => Answer)[] = [
            () => kindOf(id, bytes),
            () => readRun(id, bytes),
            () => refsOf(bytes),
            () => unitFrom(bytes),
            () => readChunk(recordTable, bytes),
            () => readChunk(eventTable, bytes),
            () => readChunk(frameTable, bytes),
            () => readChunk(findingTable, bytes),
          ];
          for (const door of doors) {
            const answer = door();
            isAnswer(answer);
            if (!answer.ok) continue;
            admitted += 1;
            // Whatever is read is canonical: there are no two forms of one thing.
            const decoded = decode(bytes);
            expect(decoded.ok && encode(decoded.value)).toEqual({ ok: true, value: bytes });
          }
        }),
        { seed: 11, numRuns },
      );
      expect(admitted).toBeGreaterThan(0);
    },
    timeout,
  );

  test(
    'tell of deliveries without an exception, in every format',
    () => {
      const record = (text: string) => ({
        type: 'user',
        role: 'tool',
        tool_call_id: 'c',
        call_id: 'c',
        cwd: '/p',
        timestamp: 't',
        payload: { type: 'function_call_output', call_id: 'c', output: text },
        message: { id: 'm', role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: text }] },
        toolUseResult: { file: { filePath: '/p/a', content: text, numLines: 1, startLine: 1, totalLines: 1 } },
        toolCalls: [
          {
            name: 'read_file',
            status: 'success',
            args: { absolute_path: '/p/a' },
            result: [{ functionResponse: { response: { output: text } } }],
          },
        ],
        parts: [
          { type: 'tool', tool: 'read', state: { status: 'completed', input: { filePath: '/p/a' }, output: text } },
        ],
        content: [
          { type: 'tool_use', id: 'c', name: 'Read', input: {} },
          { type: 'tool_result', tool_use_id: 'c', content: text },
        ],
        tool_calls: [{ id: 'c', function: { name: 'read', arguments: '{"path":"/p/a"}' } }],
      });
      const value = fc.oneof(
        fc.jsonValue(),
        fc.constantFrom('__proto__', 'constructor', -1, 1e300, '\ud800', [], {}, null),
      );
      fc.assert(
        fc.property(
          fc.string(),
          fc.array(fc.tuple(fc.nat(30), value), { maxLength: 4 }),
          fc.array(changes, { maxLength: 1 }),
          (text, replaced, how) => {
            const whole = JSON.stringify(record(text));
            // Values in any place are replaced by others.
            const places = [...whole.matchAll(/"[a-zA-Z_]+":/g)].map(({ index, 0: key }) => (index ?? 0) + key.length);
            let json = whole;
            for (const [place, other] of replaced) {
              const at = places[place % places.length] ?? 0;
              json = `${whole.slice(0, at)}${JSON.stringify(other)},"x":${whole.slice(at)}`;
            }
            const bytes = new TextEncoder().encode(json);
            const given = how[0] === undefined ? bytes : changed(bytes, [bytes], how[0]);
            for (const format of [...formatNames, 'live', '__proto__']) {
              const reader = deliveriesOf(format);
              for (let turn = 0; turn < 2; turn += 1)
                for (const { shown, path } of reader?.tell(given).results ?? []) {
                  expect(typeof shown).toBe('string');
                  expect(path === null || typeof path === 'string').toBe(true);
                }
            }
            expect(() => readLiveRecord(given)).not.toThrow();
          },
        ),
        { seed: 12, numRuns },
      );
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
    timeout,
  );

  test('tell of deliveries in lists that are longer than what a call can be given', () => {
    const many = `[${'{"type":"text","text":" "},'.repeat(150_000)}0]`;
    for (const [format, text] of [
      ['claude-code', `{"type":"assistant","message":{"id":"m","content":${many}}}`],
      ['anthropic-messages', `{"role":"assistant","content":${many}}`],
      ['openai-messages', `{"role":"assistant","tool_calls":${many},"content":${many}}`],
      ['gemini', `{"type":"gemini","id":"m","content":${many},"toolCalls":${many}}`],
      ['opencode', `{"info":{"role":"assistant"},"parts":${many}}`],
      ['codex', `{"payload":{"type":"function_call","call_id":"c","arguments":${JSON.stringify(many)}}}`],
    ] as const)
      expect(() => deliveriesOf(format)?.tell(new TextEncoder().encode(text))).not.toThrow();
  });

  test('a map of locations is refused or read, whatever JSON stands there', () => {
    const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom('ken_locations_v0', '..', '/x', 'a/b', '__proto__'));
    const material = fc.dictionary(
      fc.constantFrom('material', 'revision', 'content', 'root', 'path', '__proto__'),
      leaf,
    );
    const map = fc.record({
      schema_version: fc.oneof(fc.constant('ken_locations_v0'), leaf),
      roots: fc.oneof(fc.dictionary(fc.string(), fc.string()), leaf),
      materials: fc.oneof(fc.array(material, { maxLength: 3 }), leaf),
    });
    fc.assert(
      fc.property(fc.oneof(map, leaf), (given) => {
        const read = readLocations(JSON.parse(JSON.stringify(given)));
        isAnswer(read);
        if (!read.ok) return;
        for (const { root, path } of read.value.materials) {
          expect(Object.hasOwn(read.value.roots, root)).toBe(true);
          expect(path.split('/')).not.toContain('..');
        }
      }),
      { seed: 13, numRuns },
    );
  });

  test('a receipt of any form is judged, and none of them verifies', async () => {
    const { store } = await filled();
    const bytes = new TextEncoder().encode('what nobody delivered\n'.repeat(9));
    const content = rawContentId(bytes);
    const rows = fc.sample(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          schema_version: fc.constantFrom('material_usage_receipt_v0', 'ken_historical_delivery_v0'),
          receipt_id: fc.string(),
          goal_id: fc.string(),
          agent_id: fc.constant('a'),
          material_id: fc.string(),
          observed_revision: fc.string(),
          outcome: fc.constant('read'),
          recorded_at: fc.string(),
          evidence_ref: fc.constantFrom(...(await eventsOf(store))),
          content: fc.constant<string>(content),
        }),
      ),
      { seed: 14, numRuns: 40 },
    );
    const register = { contentOf: () => content, placeOf: () => null, bytesOf: async () => bytes, isOwn: true };
    const judged = await verifyReceipts(store, rows, register);
    expect(judged).toHaveLength(rows.length);
    expect(judged.filter(({ verdict }) => verdict === 'verified')).toEqual([]);
    expect(judged.some(({ verdict }) => verdict === 'not-delivered')).toBe(true);
  });
});

const eventsOf = async (store: FullStore): Promise<string[]> => {
  const events: string[] = [];
  for await (const { head } of store.branches()) {
    expect(must(await verifyObject(store, head)).verdict.verified).toBe(true);
    const node = must(readRun(head, (await store.get(head)) ?? new Uint8Array()));
    events.push(node.events.last);
  }
  return events;
};

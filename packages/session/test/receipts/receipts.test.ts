import { type RawContentId, rawContentId } from '@ken/address';
import {
  type ReceiptQuery,
  type ReceiptRow,
  type Receipts,
  type Register,
  receiptOf,
  receiptsIn,
  verifyObject,
  verifyReceipts,
  type Wanted,
  witnessDelivery,
} from '@ken/session';
import { type FullStore, openMemoryStore } from '@ken/store';
import { describe, expect, test } from 'vitest';
import { branchName } from '../../src/branches.ts';
import { LiveRun, RunSink } from '../../src/live/live-run.ts';
import { openLive, reopenLive } from '../../src/live/open-live.ts';
import { liveKey } from '../../src/live/opening.ts';
import { noteBytes } from '../../src/live/records.ts';
import { Sealing } from '../../src/sealing.ts';
import { LIVE } from '../../src/witness.ts';
import { Session } from '../claude.ts';
import { asContentId, must, seal } from '../running.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const rules = Array.from({ length: 8 }, (_, at) => `rule ${at + 1}: a statement is broken after entry ${at}.\n`).join(
  '',
);
const others = rules.replace('entry 3', 'entry 4');
const idOf = (text: string): RawContentId => rawContentId(bytesOf(text));
const path = '/project/rules.md';
const clock = () => new Date('2026-02-03T04:05:06Z');

const wanted: Wanted = { material: 'rules', revision: 'r1', content: idOf(rules), path };
const query: ReceiptQuery = {
  goal: 'pages',
  agent: 'builder',
  todo: null,
  wanted: [wanted],
  isOwn: true,
  bytesOf: async () => bytesOf(rules),
};
const note = { goal: 'pages', agent: 'builder', todo: null, material: 'rules', revision: 'r1', content: idOf(rules) };
const register: Register = { contentOf: () => idOf(rules), placeOf: () => path, bytesOf: query.bytesOf, isOwn: true };

const told = async (store: FullStore, head: string, changes: Partial<ReceiptQuery> = {}): Promise<Receipts> =>
  must(await receiptsIn(store, asContentId(head), { ...query, ...changes }));
const verdicts = async (store: FullStore, rows: readonly unknown[], changes: Partial<Register> = {}) =>
  (await verifyReceipts(store, rows, { ...register, ...changes })).map(({ verdict }) => verdict);
const why = ({ receipts, notMinted }: Receipts) => [receipts.length, notMinted.map((one) => one.why)];

const live = async (store: FullStore, agent = 'builder'): Promise<LiveRun> => openLive(store, { agent, clock });
const headOf = (run: LiveRun): string => run.head ?? '';

describe('a witnessed delivery', () => {
  test('control: of the registered bytes to the agent of the run is a receipt, which verifies', async () => {
    const store = openMemoryStore();
    const { receipt, head } = must(await witnessDelivery(store, note, bytesOf(rules), clock));
    expect((await told(store, head)).receipts).toEqual([receipt]);
    expect(await verdicts(store, [receipt])).toEqual(['verified']);
  });

  test('of other bytes than are registered is none, whatever the note calls them', async () => {
    const store = openMemoryStore();
    const { receipt, head } = must(await witnessDelivery(store, { ...note, content: idOf(others) }, bytesOf(others)));
    expect(why(await told(store, head))).toEqual([0, ['other-bytes']]);
    expect(await verdicts(store, [receipt])).toEqual(['other-revision']);
  });

  test('whose note names other bytes than follow is none', async () => {
    const store = openMemoryStore();
    const { receipt, head } = must(await witnessDelivery(store, note, bytesOf(others)));
    expect(why(await told(store, head))).toEqual([0, ['unseen']]);
    expect(await verdicts(store, [receipt])).toEqual(['not-delivered']);
  });

  test('in a run of another agent than the note names is no one’s', async () => {
    const store = openMemoryStore();
    const run = await live(store, 'reviewer');
    must(await run.deliver(note, bytesOf(rules)));
    expect(why(await told(store, headOf(run)))).toEqual([0, ['other-agent']]);
    expect(why(await told(store, headOf(run), { agent: 'reviewer' }))).toEqual([0, ['unanswered']]);
  });

  test('is told by Ken alone: what a host notes beside its own bytes is no delivery by Ken', async () => {
    const store = openMemoryStore();
    const run = await live(store);
    must(await run.observe({ origin: 'tool', bytes: bytesOf(rules), note: { record: 'delivery', ...note } }));
    expect(why(await told(store, headOf(run)))).toEqual([0, ['unanswered']]);
    must(await run.observe({ origin: 'model', bytes: bytesOf('Read.') }));
    expect(why(await told(store, headOf(run)))).toEqual([1, []]);
  });

  test('has nothing between what Ken says and the bytes', async () => {
    const store = openMemoryStore();
    const run = await live(store);
    must(await run.deliver(note, bytesOf(others)));
    must(await run.observe({ origin: 'tool', bytes: bytesOf(rules) }));
    expect(why(await told(store, headOf(run)))).toEqual([0, ['unanswered']]);
  });

  test('for one todo is none for another', async () => {
    const store = openMemoryStore();
    const { head, run: key } = must(await witnessDelivery(store, { ...note, todo: 't1' }, bytesOf(rules), clock));
    const run = must(await reopenLive(store, key, { clock }));
    must(await run.observe({ origin: 'model', bytes: bytesOf('Read.') }));
    expect(why(await told(store, headOf(run), { todo: 't2' }))).toEqual([0, ['unseen']]);
    expect(why(await told(store, headOf(run), { goal: 'other' }))).toEqual([0, ['unseen']]);
    for (const todo of [null, 't1'])
      expect((await told(store, head, { todo })).receipts.map((row) => row.todo_id)).toEqual(['t1']);
  });

  test('cannot be made again from a bundle, which anybody can make; control: from the store', async () => {
    const store = openMemoryStore();
    const { receipt, head } = must(await witnessDelivery(store, note, bytesOf(rules), clock));
    const { receipts } = await told(store, head, { isOwn: false });
    expect(await verdicts(store, [receipt, ...receipts])).toEqual(['verified', 'verified']);
    expect(await verdicts(store, [receipt, ...receipts], { isOwn: false })).toEqual(['unwitnessed', 'verified']);
  });

  test('of which a part leaves before it is used is none; control: of which nothing leaves', async () => {
    for (const [start, end] of [
      [1, rules.length],
      [0, 1],
      [rules.length - 1, rules.length],
    ] as const) {
      const store = openMemoryStore();
      const run = await live(store);
      const seen = must(await run.observe({ origin: 'tool', bytes: bytesOf(rules) }));
      const parts = [{ record: seen.record, spans: [{ start, end }] }];
      must(await run.omit({ parts, by: 'harness', cause: 'compaction' }));
      must(await run.observe({ origin: 'model', bytes: bytesOf('Read.') }));
      expect(why(await told(store, headOf(run)))).toEqual([0, ['unused']]);
    }
  });

  test('of a bundle is historical: its maker could have witnessed anything', async () => {
    const store = openMemoryStore();
    const { receipt, head } = must(await witnessDelivery(store, note, bytesOf(rules), clock));
    const { witnessed, receipts } = await told(store, head, { isOwn: false });
    expect([witnessed, receipts.map((row) => row.schema_version)]).toEqual([false, ['ken_historical_delivery_v0']]);
    expect(receipts[0]?.receipt_id).not.toBe(receipt.receipt_id);
  });
});

test('a live run without its opening, or with that of another one, is nobody’s and does not verify', async () => {
  for (const opening of [false, true]) {
    const store = openMemoryStore();
    const other = await live(store);
    const key = liveKey('00'.repeat(16));
    const [claim, sink] = [await store.claim(key), new RunSink(store)];
    const state = { store, claim, key, branch: branchName(key, 1), label: 'x', agent: 'builder', sink, clock };
    const run = new LiveRun({ ...state, sealing: new Sealing(sink, LIVE) }, null);
    if (opening) {
      const says = { nonce: '11'.repeat(16), agent: 'builder', label: 'x' };
      must(await run.open(noteBytes('opening', says, clock())));
    }
    must(await run.deliver(note, bytesOf(rules)));
    must(await run.observe({ origin: 'model', bytes: bytesOf('Read.') }));
    expect((await told(store, headOf(run))).receipts).toEqual([]);
    const { verdict } = must(await verifyObject(store, asContentId(headOf(run))));
    expect([verdict.verified, verdict.failures.map(({ code }) => code)]).toEqual([false, ['run/unlike']]);
    const control = must(await verifyObject(store, asContentId(headOf(other))));
    expect(control.verdict.verified).toBe(true);
  }
});

describe('of a finished file', () => {
  const read = (text = rules, part = {}): Session => new Session().prompt('Read.').read(path, text, part);

  test('a delivery is evidence from the answer on, and the same however the session goes on', async () => {
    const store = openMemoryStore();
    const session = read();
    const rows: ReceiptRow[][] = [];
    const found = async () => {
      const { head } = await seal(store, session.text());
      rows.push([...(await told(store, head)).receipts]);
    };
    await found();
    session.reply('I have read them.');
    await found();
    session.read(path, rules).reply('And again.');
    await found();
    session.compact('auto', 'The rules were read.').reply('Going on.').read(path, others).reply('Another one.');
    await found();
    const [none, ...same] = rows;
    expect(none).toEqual([]);
    expect(same[0]).toHaveLength(1);
    expect(new Set(same.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await verdicts(store, same[0] ?? [])).toEqual(['verified']);
  });

  test('of several files the one that gave the whole of it first is evidence, whatever another one gives later', async () => {
    const store = openMemoryStore();
    const copy = '/project/copy.md';
    const session = read(rules, { from: 1, to: 4 }).reply('More.').read(copy, rules).reply('Read.');
    const rows = async () => (await told(store, (await seal(store, session.text())).head)).receipts;
    const first = await rows();
    expect(first).toHaveLength(1);
    session.read(path, rules, { from: 5, to: 9 }).reply('And the rest.');
    expect(await rows()).toEqual(first);
    // What nobody answered does not hide what somebody did.
    const other = read(rules).read(copy, rules);
    const { head } = await seal(store, other.text());
    expect(why(await told(store, head))).toEqual([1, []]);
  });

  test('parts are one delivery once the last of them was answered', async () => {
    const store = openMemoryStore();
    const session = read(rules, { from: 1, to: 4 }).reply('More.').read(path, rules, { from: 5, to: 9 });
    const { head } = await seal(store, session.text());
    expect(why(await told(store, head))).toEqual([0, ['unanswered']]);
    const { head: later } = await seal(store, session.reply('Done.').text());
    const { receipts } = await told(store, later);
    expect(receipts).toMatchObject([{ schema_version: 'ken_historical_delivery_v0' }]);
  });

  test.each<[string, string]>([
    ['a byte-order mark', `\ufeff${rules}`],
    ['carriage returns before its new lines', rules.replaceAll('\n', '\r\n')],
    ['a carriage return somewhere', rules.replace(' ', '\r')],
  ])('of a revision with %s numbered lines are its text; control: of one without, its bytes', async (_, text) => {
    const shown = text.replaceAll('\r\n', '\n').replace('\ufeff', '');
    for (const [revision, expected] of [
      [text, [0, ['text']]],
      [rules, [1, []]],
    ] as const) {
      const store = openMemoryStore();
      const { head } = await seal(
        store,
        read(revision === text ? shown : rules)
          .reply('Read.')
          .text(),
      );
      const of = { wanted: [{ ...wanted, content: idOf(revision) }], bytesOf: async () => bytesOf(revision) };
      expect(why(await told(store, head, of))).toEqual(expected);
    }
  });

  test('text as it is, where tools show it so, is the bytes, whatever they are', async () => {
    for (const text of [rules, `\ufeff${rules.replaceAll('\n', '\r\n')}`]) {
      const lines = [
        { type: 'session_meta', payload: { id: 's', cwd: '/project' } },
        { type: 'response_item', payload: { type: 'function_call', name: 'shell', call_id: 'c', arguments: '{}' } },
        { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c', output: text } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Read.' }] },
        },
      ];
      const at = '2026-02-03T04:05:06.000Z';
      const store = openMemoryStore();
      const { head } = await seal(
        store,
        lines.map((line) => `${JSON.stringify({ timestamp: at, ...line })}\n`).join(''),
      );
      const of = { wanted: [{ ...wanted, content: idOf(text) }], bytesOf: async () => bytesOf(text) };
      expect(why(await told(store, head, of))).toEqual([1, []]);
    }
  });

  test('parts of two files are no whole of one; control: of one file', async () => {
    for (const [second, expected] of [
      ['/project/copy.md', [0, ['part']]],
      [path, [1, []]],
    ] as const) {
      const store = openMemoryStore();
      const session = read(rules, { from: 1, to: 4 })
        .reply('More.')
        .read(second, rules, { from: 5, to: 9 })
        .reply('Done.');
      const { head } = await seal(store, session.text());
      expect(why(await told(store, head))).toEqual(expected);
    }
  });

  test('before a compaction of which nobody can see what it kept is not used; control: after it', async () => {
    const item = (payload: object) =>
      `${JSON.stringify({ timestamp: '2026-02-03T04:05:06.000Z', type: 'response_item', payload })}\n`;
    const compacted = `${JSON.stringify({
      timestamp: '2026-02-03T04:05:06.000Z',
      type: 'compacted',
      payload: { message: '', replacement_history: [{ type: 'compaction', encrypted_content: 'gAAAA' }] },
    })}\n`;
    const result = [
      item({ type: 'function_call', name: 'shell', call_id: 'c', arguments: '{}' }),
      item({ type: 'function_call_output', call_id: 'c', output: rules }),
    ];
    const says = item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Read.' }] });
    for (const [records, expected] of [
      [
        [...result, compacted, says],
        [0, ['unused']],
      ],
      [
        [compacted, ...result, says],
        [1, []],
      ],
      [
        [...result, says, compacted],
        [1, []],
      ],
    ] as const) {
      const store = openMemoryStore();
      const meta = `${JSON.stringify({ type: 'session_meta', payload: { id: 's' } })}\n`;
      const { head } = await seal(store, [meta, ...records].join(''));
      expect(why(await told(store, head))).toEqual(expected);
    }
  });

  test('only what is asked for is minted, and nothing of what nobody registered', async () => {
    const store = openMemoryStore();
    const { head } = await seal(store, read().reply('Read.').text());
    expect(why(await told(store, head, { wanted: [] }))).toEqual([0, []]);
    const unregistered = [{ ...wanted, content: null }];
    expect(why(await told(store, head, { wanted: unregistered }))).toEqual([0, ['unregistered']]);
  });

  test('without the bytes nothing can be compared, which is no verdict on the row', async () => {
    const store = openMemoryStore();
    const session = read(rules, { from: 1, to: 4 }).reply('More.').read(path, rules, { from: 5, to: 9 }).reply('Read.');
    const { head } = await seal(store, session.text());
    const { receipts } = await told(store, head);
    expect(await verdicts(store, receipts)).toEqual(['verified']);
    const none = async () => undefined;
    expect(why(await told(store, head, { bytesOf: none }))).toEqual([0, ['no-bytes']]);
    expect(await verdicts(store, receipts, { bytesOf: none })).toEqual(['no-bytes']);
    const forged = async () => bytesOf(others);
    expect(await verdicts(store, receipts, { bytesOf: forged })).toEqual(['no-bytes']);
  });
});

describe('a made-up receipt of a delivery that another row tells of', () => {
  test.each<[string, Partial<Parameters<typeof receiptOf>[0]>]>([
    ['for another material', { material: 'plan' }],
    ['for another revision', { revision: 'r2' }],
    ['for other bytes', { content: idOf(others) }],
  ])('%s does not verify, for what it is of is looked up and not believed', async (_, changes) => {
    const store = openMemoryStore();
    const { receipt } = must(await witnessDelivery(store, note, bytesOf(rules), clock));
    const { evidence_ref: event, recorded_at: at } = receipt;
    const forged = receiptOf({ ...note, event, at, ...changes }, true);
    const contentOf = (material: string, revision: string) =>
      material === 'rules' && revision === 'r1' ? idOf(rules) : idOf(others);
    const [made, control] = await verdicts(store, [forged, receipt], { contentOf });
    expect([made === 'verified', control]).toEqual([false, 'verified']);
  });

  test('with an event that delivered nothing does not verify', async () => {
    const store = openMemoryStore();
    const run = await live(store);
    const asked = must(await run.observe({ origin: 'operator', bytes: bytesOf('Read the rules.') }));
    must(await run.observe({ origin: 'model', bytes: bytesOf(rules) }));
    const forged = receiptOf({ ...note, event: asked.event, at: clock().toISOString() }, true);
    expect(await verdicts(store, [forged])).toEqual(['not-delivered']);
  });

  test('where nobody says what its revision is, that is told', async () => {
    const store = openMemoryStore();
    const { receipt } = must(await witnessDelivery(store, note, bytesOf(rules), clock));
    const contentOf = () => null;
    expect(await verdicts(store, [receipt], { contentOf })).toEqual(['unregistered']);
  });
});

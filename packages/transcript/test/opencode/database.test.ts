import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, openCodeDocument, openCodeSessions, type Tables } from '../../src/index.ts';
import { inShort, shown, tell } from '../claude-code/transcripts.ts';
import { holds } from '../documents.ts';

type Row = Readonly<Record<string, Cell | string>>;

/** Tables in memory. */
const tablesOf = (held: Readonly<Record<string, { columns: readonly string[]; rows: readonly Row[] }>>): Tables => {
  const cell = (row: Row, column: string): Cell => {
    const value = row[column] ?? null;
    return typeof value === 'string' ? Buffer.from(value) : value;
  };
  const rank = (one: Cell): string =>
    typeof one === 'bigint' ? one.toString().padStart(20, '0') : Buffer.from(one ?? []).toString('latin1');
  return {
    columns: (table) => held[table]?.columns ?? [],
    *rows({ table, columns, where, order }) {
      const rows = [...(held[table]?.rows ?? [])]
        .filter(
          (row) => where === undefined || Buffer.from(where.is).equals((cell(row, where.column) ?? []) as Uint8Array),
        )
        .sort((a, b) => {
          const by = order.find((column) => rank(cell(a, column)) !== rank(cell(b, column)));
          return by === undefined ? 0 : rank(cell(a, by)) < rank(cell(b, by)) ? -1 : 1;
        });
      for (const row of rows) yield columns.map((column) => cell(row, column));
    },
  };
};

const session: Row = {
  id: 'ses_1',
  project_id: 'p',
  slug: 'a-b',
  directory: '/d',
  title: 'T',
  version: '1',
  time_created: 1n,
  time_updated: 9n,
  revert: null,
};

interface Said {
  readonly id: string;
  readonly at: bigint;
  readonly data: Cell | string;
  readonly parts: readonly (Cell | string)[];
}

const database = (said: readonly Said[], changes: Row = {}): Tables =>
  tablesOf({
    session: { columns: Object.keys(session), rows: [{ ...session, ...changes }] },
    message: {
      columns: ['id', 'session_id', 'time_created', 'data'],
      rows: said.map(({ id, at, data }) => ({ id, session_id: 'ses_1', time_created: at, data })),
    },
    part: {
      columns: ['id', 'message_id', 'session_id', 'data'],
      rows: said.flatMap(({ id, parts }) =>
        parts.map((data, at) => ({ id: `prt_${id}_${at}`, message_id: id, session_id: 'ses_1', data })),
      ),
    },
  });

const documentOf = (tables: Tables): Buffer => Buffer.concat([...openCodeDocument(tables, 'ses_1')]);

const turn = (number: number): Said => ({
  id: `msg_${number}`,
  at: BigInt(number),
  data: JSON.stringify({ role: number % 2 === 0 ? 'user' : 'assistant', time: { created: number } }),
  parts: [JSON.stringify({ type: 'text', text: `said ${number}` })],
});

test('the sessions of a database, with when they were changed', () => {
  const found = openCodeSessions(database([]), 5);
  expect(found.ok && found.value).toEqual([{ id: 'ses_1', updated: 9 }]);
});

test('what has not its tables, or not their columns, is refused', () => {
  for (const tables of [
    tablesOf({}),
    tablesOf({ session: { columns: ['id'], rows: [] }, message: { columns: ['id'], rows: [] } }),
  ]) {
    expect(openCodeSessions(tables, 5)).toMatchObject({
      ok: false,
      refusal: { code: 'transcript/unrecognised', facts: { bytes: 5 } },
    });
  }
});

test('a session is the document that an export of it is: messages by time and id, each with its parts', () => {
  const file = documentOf(database([turn(2), turn(1), { ...turn(0), parts: [] }]));
  expect(JSON.parse(file.toString())).toEqual({
    info: {
      id: 'ses_1',
      slug: 'a-b',
      projectID: 'p',
      directory: '/d',
      version: '1',
      time: { created: 1 },
    },
    messages: [0, 1, 2].map((number) => ({
      info: {
        role: number % 2 === 0 ? 'user' : 'assistant',
        time: { created: number },
        id: `msg_${number}`,
        sessionID: 'ses_1',
      },
      parts:
        number === 0
          ? []
          : [
              {
                type: 'text',
                text: `said ${number}`,
                id: `prt_msg_${number}_0`,
                sessionID: 'ses_1',
                messageID: `msg_${number}`,
              },
            ],
    })),
    session: { title: 'T', time_updated: 9, revert: null },
  });
  const told = tell(file);
  holds(file, told);
  expect(told.records.map(({ id, reason }) => [id, reason])).toEqual([
    [null, 'document'],
    ['msg_0', 'no-content'],
    ['msg_1', 'assistant'],
    ['msg_2', 'user'],
  ]);
  expect(told.findings).toEqual([]);
  expect(told.reading.identity()?.key).toBe('opencode:ses_1');
});

test('with more messages, a later time and another title, all up to what closes it is the same bytes', () => {
  const few = documentOf(database([turn(0), turn(1)]));
  const more = documentOf(database([turn(0), turn(1), turn(2)], { title: 'another', time_updated: 10n }));
  const end = few.indexOf('\n],\n"session"');
  expect(more.subarray(0, end).equals(few.subarray(0, end))).toBe(true);
  expect(documentOf(database([turn(1), turn(0)])).equals(few)).toBe(true);
});

describe('data that is no JSON object', () => {
  const [first, last] = [turn(0), turn(9)];
  const around = (data: Cell | string, parts: Said['parts'] = []) => {
    const file = documentOf(database([first, { id: 'msg_1', at: 1n, data, parts }, last]));
    const told = tell(file);
    holds(file, told);
    expect(() => JSON.parse(file.toString()) as unknown).not.toThrow();
    return told;
  };

  test.each([
    ['a text', 'no JSON'],
    [
      'one that would end the document',
      '{}]},{"info":{"id":"x","role":"user"},"parts":[{"type":"text","text":"forged"}]}',
    ],
    ['one that is cut off', '{"role":"user"'],
    ['a list', '[1]'],
    ['nothing', null],
    ['a number', 7n],
    ['bytes that are no text', Uint8Array.of(0x7b, 0xff, 0x00)],
  ])('%s of a message is found, and the messages around it are read', (_name, data) => {
    const told = around(data);
    expect(told.records.map(({ id }) => id)).toEqual([null, 'msg_0', 'msg_1', 'msg_9']);
    expect(told.records[2]?.place).toBe('beside');
    expect(told.findings.map(inShort)).toEqual([['unknown-record-type', 2, { key: 'info.role', type: null }]]);
  });

  test('of a part is found, and is a part of what the model saw', () => {
    const told = around(JSON.stringify({ role: 'user' }), ['{"type":"text","text":"a"}', 'torn {', null]);
    expect(told.findings.map(inShort)).toEqual([
      ['unknown-record-type', 2, { key: 'parts[1].type', type: null }],
      ['unknown-record-type', 2, { key: 'parts[2].type', type: null }],
    ]);
    const seen = told.records[2] && shown(told.records[2]);
    expect((JSON.parse(seen ?? '') as { data?: unknown }[]).map(({ data }) => data)).toEqual([
      undefined,
      'torn {',
      null,
    ]);
  });

  test('a control: an object with members of that name keeps its own, and nothing is found', () => {
    const told = around(JSON.stringify({ id: 'msg_1', sessionID: 'ses_1', role: 'user' }), [
      '{"type":"text","text":"a"}',
    ]);
    expect(told.findings).toEqual([]);
    expect(told.records[2]?.id).toBe('msg_1');
  });
});

test('whatever stands in the columns, there is a record for each message, and all of them in their order', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -5n, max: 5n }),
    fc.uint8Array({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.json({ maxDepth: 2 }),
    fc.constantFrom('{}', '{"role":"user"}', '{"role":"assistant","id":"other"}', '{"type":"text","text":"a"}'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.array(cell, { maxLength: 3 })), { minLength: 1, maxLength: 5 }), (said) => {
      const file = documentOf(
        database(said.map(([data, parts], at) => ({ id: `msg_${at}`, at: BigInt(at), data, parts }))),
      );
      const parsed = JSON.parse(file.toString()) as { messages: { parts: unknown[] }[] };
      expect(parsed.messages.map(({ parts }) => parts.length)).toEqual(said.map(([, parts]) => parts.length));
      const told = tell(file, 61);
      holds(file, told);
      expect(told.records).toHaveLength(said.length + 1);
    }),
    { seed: 20, numRuns: 300 },
  );
});

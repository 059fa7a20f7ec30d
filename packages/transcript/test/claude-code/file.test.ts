import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import { chunkSizes, chunksOf } from '../arbitraries.ts';
import { assistant, boundary, inShort, line, shown, summary, tell, tellLines, user } from './transcripts.ts';

describe('damage', () => {
  const prompt = user('a');
  const answer = assistant(['b']);

  test('a torn record is beside, found, and followed by what follows it', () => {
    const cut = answer.slice(0, 40);
    const { records, findings } = tellLines(prompt, cut, answer);
    expect(records.map(({ place, reason }) => [place, reason])).toEqual([
      ['context', 'user'],
      ['beside', 'torn'],
      ['context', 'assistant'],
    ]);
    expect(findings.map(inShort)).toEqual([['torn-record', 1, { bytes: 40 }]]);
    expect(findings[0]?.span).toEqual({ start: prompt.length + 1, end: prompt.length + 1 + 40 });
  });

  test('welded records are two, and found', () => {
    const { records, findings } = tell(Buffer.from(prompt + answer));
    expect(records.map(shown)).toEqual(['"a"', '["b"]']);
    expect(records[1]?.gap).toHaveLength(0);
    expect(findings.map(inShort)).toEqual([['welded-records', 1, {}]]);
    expect(tellLines(prompt, answer).findings).toEqual([]);
  });

  test('the first record of a file is welded to nothing', () => {
    expect(tell(Buffer.from(`\ufeff${prompt}`)).findings).toEqual([]);
  });

  test('a cut-off last record is the tail', () => {
    const { records, tail } = tell(Buffer.from(`${prompt}\n${answer.slice(0, 40)}`));
    expect(records).toHaveLength(1);
    expect(Buffer.from(tail).toString()).toBe(`\n${answer.slice(0, 40)}`);
  });
});

describe('the beginning', () => {
  test('is missing when the first record with a uuid has a parent', () => {
    const { findings } = tellLines(
      '{"type":"file-history-snapshot","messageId":"m"}',
      user('a', { parentUuid: 'gone' }),
    );
    expect(findings.map(inShort)).toEqual([['starts-mid-session', 1, {}]]);
  });

  test('is there when it has none, whatever later records say', () => {
    const { findings } = tellLines(user('a'), user('b', { parentUuid: 'gone' }));
    expect(findings.map(inShort)).toEqual([['parent-absent', 1, {}]]);
    expect(tellLines(user('a', { parentUuid: undefined })).findings).toEqual([]);
  });
});

describe('the identity of a run', () => {
  const identity = (...lines: readonly string[]) => tellLines(...lines).reading.identity();

  test('is the first uuid, and the session is a label', () => {
    expect(
      identity(
        '{"type":"summary","leafUuid":"x"}',
        user('a', { uuid: 'u1', sessionId: 's1' }),
        user('b', { sessionId: 's2' }),
      ),
    ).toEqual({
      key: 'claude-code:u1',
      label: 's1',
      follows: null,
    });
  });

  test("names the agent in an agent's own file", () => {
    expect(identity(user('a', { uuid: 'u1', isSidechain: true, agentId: 'a7' }))?.key).toBe('claude-code:u1/a7');
    expect(identity(user('a', { uuid: 'u1', agentId: 'a7' }))?.key).toBe('claude-code:u1');
  });

  test('has no label when no record names a session', () => {
    expect(identity(user('a', { uuid: 'u1', sessionId: undefined }))).toEqual({
      key: 'claude-code:u1',
      label: null,
      follows: null,
    });
  });

  test('is none while no record has a uuid: a session alone is a label, and no run yet', () => {
    const header = line({ type: 'queue-operation', uuid: undefined, sessionId: 's1' });
    expect(identity(header)).toBeNull();
    expect(identity(header, user('a', { uuid: 'u1', sessionId: undefined }))).toEqual({
      key: 'claude-code:u1',
      label: 's1',
      follows: null,
    });
  });

  test('is not known before a record gave it', () => {
    const recognised = recognise(Buffer.from(user('a', { uuid: 'u1' })), true);
    const reading = recognised.ok ? recognised.value.open() : undefined;
    expect(reading?.identity()).toBeNull();
    reading?.push(Buffer.from(user('a', { uuid: 'u1' })));
    expect(reading?.identity()?.key).toBe('claude-code:u1');
  });
});

describe('a reading', () => {
  const lines = [
    user('a', { uuid: 'u1' }),
    assistant([{ type: 'tool_use', id: 't', name: 'Task' }]),
    '{"cut',
    user([{ type: 'tool_result', tool_use_id: 't' }]),
    user('again', { uuid: 'u1' }),
    boundary(),
    summary('s'),
    `${user('x')}${user('y')}`,
    boundary({ trigger: 'manual' }),
  ];
  const file = Buffer.from(lines.join('\r\n'));
  const plain = (bytes: Uint8Array, chunk?: number) => {
    const { records, tail, reading } = tell(bytes, chunk);
    return { records, tail: [...tail], identity: reading.identity() };
  };

  test('says the same however the file is divided into chunks', () => {
    const inOne = plain(file);
    expect(plain(file, 1)).toEqual(inOne);
    fc.assert(
      fc.property(chunkSizes, (sizes) => {
        const recognised = recognise(file, true);
        const reading = recognised.ok ? recognised.value.open() : undefined;
        const records = chunksOf(file, sizes).flatMap((chunk) => reading?.push(chunk) ?? []);
        expect(records).toEqual(inOne.records);
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  test("gives a file's beginning the same records, whatever comes after", () => {
    const whole = plain(file).records;
    for (let end = lines[0]?.length ?? 0; end < file.length; end += 7) {
      const { records } = plain(file.subarray(0, end));
      expect(records).toEqual(whole.slice(0, records.length));
    }
  });

  test('is of frozen records', () => {
    for (const record of tell(file).records) {
      for (const part of [
        record,
        record.span,
        record.findings,
        record.departures,
        ...record.departures,
        ...record.findings,
      ]) {
        expect(Object.isFrozen(part)).toBe(true);
      }
      expect(record.context === null || Object.isFrozen(record.context.span)).toBe(true);
    }
  });

  test('names its format and its reader', () => {
    expect(tell(file).reading).toMatchObject({ format: 'claude-code', reader: 'claude-code/2' });
  });

  test('is over once it is finished, and takes bytes only', () => {
    const { reading } = tell(file);
    expect(() => reading.push(file)).toThrow(TypeError);
    expect(() => reading.finish()).toThrow(TypeError);
    const recognised = recognise(file, true);
    const another = recognised.ok ? recognised.value.open() : reading;
    expect(() => another.push('{}' as unknown as Uint8Array)).toThrow(TypeError);
    expect(another.push(file)).toHaveLength(10);
  });
});

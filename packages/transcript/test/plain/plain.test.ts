import { describe, expect, test } from 'vitest';
import { recognise } from '../../src/index.ts';
import { inShort, shown, tell } from '../claude-code/transcripts.ts';
import { tellAnyhow } from '../documents.ts';

const lines = (...records: readonly unknown[]): Buffer =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
const formatOf = (...records: readonly unknown[]): string => {
  const result = recognise(lines(...records), true);
  return result.ok ? result.value.format : result.refusal.code;
};

describe('the plain form', () => {
  test('is a role and a text on each line', () => {
    const told = tellAnyhow(
      lines(
        { session: 'S-17', role: 'harness', text: 'Be careful.' },
        { id: '1', role: 'operator', text: 'What do we owe?' },
        { id: '2', role: 'model', text: 'I look it up.', note: 'not looked at' },
        { id: '3', role: 'tool', text: '' },
        { role: 'user', content: 'on' },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
        { role: 'system', text: 'end' },
      ),
    );
    expect(told.records.map(({ id, reason, producer }) => [id, reason, producer])).toEqual([
      [null, 'harness', 'harness'],
      ['1', 'operator', 'operator'],
      ['2', 'model', 'model'],
      ['3', 'tool', 'tool'],
      [null, 'user', 'operator'],
      [null, 'assistant', 'model'],
      [null, 'system', 'harness'],
    ]);
    expect(told.records.map(shown)).toEqual([
      '"Be careful."',
      '"What do we owe?"',
      '"I look it up."',
      '""',
      '"on"',
      '[{"type":"text","text":"done"}]',
      '"end"',
    ]);
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
    expect(told.reading.identity()).toEqual({ key: 'plain:S-17', label: 'S-17', follows: null });
    expect([told.reading.format, told.reading.reader]).toEqual(['plain', 'plain/1']);
  });

  test('takes an identifier once, and no role but its own; a record without a text is beside', () => {
    const told = tellAnyhow(
      lines(
        { id: 'a', role: 'model', text: 'x' },
        { id: 'a', role: 'model', text: 'y' },
        { role: 'someone', text: 'z' },
        { role: 'model', text: null },
        { role: 'model' },
      ),
    );
    expect(told.records.map(({ reason, place }) => [reason, place])).toEqual([
      ['model', 'context'],
      ['repeat', 'beside'],
      ['someone', 'beside'],
      ['no-content', 'beside'],
      ['no-content', 'beside'],
    ]);
    expect(told.findings.map(inShort).slice(1)).toEqual([
      ['record-repeated', 1, { first: 0 }],
      ['unknown-record-type', 2, { key: 'role', type: 'someone' }],
    ]);
  });

  test('goes on behind a torn line, and reads two records on a line as two', () => {
    const [a, b] = [
      { role: 'model', text: 'a' },
      { role: 'model', text: 'b' },
    ].map((one) => JSON.stringify(one));
    const told = tellAnyhow(Buffer.from(`${a}\n{"role":"mo\n${b}${a}\n\0\0`));
    expect(told.records.map(({ reason }) => reason)).toEqual(['model', 'torn', 'model', 'model']);
    expect(told.findings.map(inShort).slice(1)).toEqual([
      ['torn-record', 1, { bytes: 11 }],
      ['welded-records', 3, {}],
      ['nul-run', null, { bytes: 2, runs: 1 }],
    ]);
  });

  test('without a session is known by its first records up to one that is no instruction', () => {
    const key = (...records: readonly unknown[]): string | undefined => tell(lines(...records)).reading.identity()?.key;
    const [system, one, other] = ['system', 'user', 'user'].map((role, at) => ({ role, text: `text ${at}` }));
    expect(key(system, one)).toMatch(/^plain:[0-9a-f]{32}$/);
    expect(key(system, one, other)).toBe(key(system, one));
    expect(key(system, other)).not.toBe(key(system, one));
  });

  test('is not what other forms are known by', () => {
    expect(formatOf({ role: 'user', text: 'a' })).toBe('plain');
    expect(formatOf({ role: 'user', content: 'a' })).toBe('plain');
    for (const other of [{ type: 'message' }, { parts: [] }, { message: {} }, { role: 'x' }, { text: 7 }]) {
      expect(formatOf({ role: 'user', text: 'a', ...other })).not.toBe('plain');
    }
  });
});

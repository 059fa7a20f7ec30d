import { describe, expect, test } from 'vitest';
import type { TranscriptRecord } from '../../src/index.ts';
import { assistant, line, tell, tellLines, user } from './transcripts.ts';

const side = { isSidechain: true };
const file = [
  user('main', { uuid: 'm', parentUuid: null }),
  user('of an agent', { uuid: 'a1', parentUuid: 'm', agentId: 'a', ...side }),
  user('of none', { uuid: 'x1', parentUuid: 'm', ...side }),
  assistant(['of the agent, unnamed'], { uuid: 'a2', parentUuid: 'a1', ...side }),
  user('main', { uuid: 'n', parentUuid: 'm' }),
  assistant(['of none'], { uuid: 'x2', parentUuid: 'x1', ...side }),
  line({ type: 'progress', uuid: 'a3', parentUuid: 'a2', agentId: 'a', ...side }),
];

/** The bytes of one side-chain, each record with the gap before it. */
const bytesOf = (records: readonly TranscriptRecord[], chain: string): Buffer =>
  Buffer.concat(records.flatMap((record) => (record.chain === chain ? [record.gap, record.bytes] : [])));

describe('a side-chain', () => {
  test("is its agent's, or its parent's, or begins with the record", () => {
    expect(tellLines(...file).records.map(({ chain }) => chain)).toEqual([null, 'a', 'x1', 'a', null, 'x1', 'a']);
  });

  test('is a run of its own when its records are read as a file', () => {
    const { records } = tellLines(...file);
    const agent = tell(bytesOf(records, 'a'));
    expect(agent.reading.identity()?.key).toBe('claude-code:a1/a');
    expect(agent.records.map(({ reason, place, chain }) => [reason, place, chain])).toEqual([
      ['user', 'context', null],
      ['assistant', 'context', null],
      ['progress', 'beside', null],
    ]);
    const unnamed = tell(bytesOf(records, 'x1'));
    expect(unnamed.reading.identity()?.key).toBe('claude-code:x1');
    expect(unnamed.records.map(({ reason }) => reason)).toEqual(['user', 'assistant']);
  });

  test("is the same run as in the agent's own file", () => {
    const { records } = tellLines(...file);
    const own = tellLines(...[file[1], file[3], file[6]].map(String));
    expect(tell(bytesOf(records, 'a')).reading.identity()).toEqual(own.reading.identity());
  });

  test('touches nothing of the run it is beside', () => {
    const { records } = tellLines(...file, user('side root', { uuid: 'y', parentUuid: null, ...side }));
    expect(records.flatMap(({ departures }) => departures)).toEqual([]);
    expect(records.filter(({ place }) => place === 'context').map(({ index }) => index)).toEqual([0, 4]);
  });
});

import { describe, expect, test } from 'vitest';
import { inShort, tellLines } from '../claude-code/transcripts.ts';
import { call, compacted, event, item, meta, output, prompt } from './transcripts.ts';

const found = (...lines: readonly string[]) => tellLines(meta(), ...lines).findings.map(inShort);
const calls = (id: string): string => item(call(id));
const gives = (id: string, text = 'x'): string => item(output(id, text));
const others = (count: number): string[] => Array.from({ length: count }, () => event('agent_message'));

describe('calls and results', () => {
  test('that pair give no finding', () => {
    expect(found(calls('t'), gives('t'))).toEqual([]);
    expect(found(calls('t'), calls('u'), gives('u'), gives('t'))).toEqual([]);
  });

  test('a result without a call before it is found, and pairs with one that comes after', () => {
    expect(found(gives('t'))).toEqual([['result-without-call', 1, {}]]);
    expect(found(gives('t'), calls('t'))).toEqual([['result-without-call', 1, {}]]);
  });

  test('a second result of one call is found', () => {
    expect(found(calls('t'), gives('t'), gives('t'))).toEqual([['result-repeated', 3, { first: 2 }]]);
  });

  test('an id that is used again is found, and a result is that of the nearest earlier open call', () => {
    expect(found(calls('t'), gives('t'), calls('t'), gives('t'))).toEqual([['call-id-repeated', 3, { first: 1 }]]);
    expect(found(calls('t'), calls('t'), gives('t'), gives('t'))).toEqual([['call-id-repeated', 2, { first: 1 }]]);
    expect(found(calls('t'), calls('t'), gives('t'))).toEqual([
      ['call-id-repeated', 2, { first: 1 }],
      ['call-without-result', 1, { near: 'end' }],
    ]);
  });

  test('a call without a result is found when the file ends, or it leaves the context', () => {
    expect(found(calls('t'))).toEqual([['call-without-result', 1, { near: 'end' }]]);
    expect(found(calls('t'), ...others(14))).toEqual([['call-without-result', 1, { near: 'end' }]]);
    expect(found(calls('t'), ...others(15))).toEqual([['call-without-result', 1, { near: null }]]);
    expect(found(calls('t'), compacted([]))).toEqual([['call-without-result', 1, { near: 'compaction' }]]);
    expect(found(calls('t'), ...others(15), compacted([]))).toEqual([['call-without-result', 1, { near: null }]]);
    const rollback = event('thread_rolled_back', { num_turns: 1 });
    expect(found(item(prompt('a')), calls('t'), rollback)).toContainEqual(['call-without-result', 2, { near: null }]);
  });

  test('a result that comes when its call has left is one of a known call', () => {
    expect(found(calls('t'), compacted([]), gives('t'))).toEqual([['call-without-result', 1, { near: 'compaction' }]]);
  });

  test('that a compaction writes again are no second ones', () => {
    expect(found(calls('t'), gives('t'), compacted([call('t'), output('t')]))).toEqual([]);
    expect(found(calls('t'), gives('t'), compacted([call('t', { id: 'i' }), output('t', 'short')]))).toEqual([]);
  });

  test('a call that only a compaction holds pairs with the result behind it', () => {
    expect(found(compacted([prompt('p'), call('t')]), gives('t'))).toEqual([]);
    expect(found(compacted([prompt('p')]), gives('t'))).toEqual([['result-without-call', 2, {}]]);
  });
});

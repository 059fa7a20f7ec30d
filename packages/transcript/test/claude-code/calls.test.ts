import { describe, expect, test } from 'vitest';
import { boundary, call, inShort, line, result, tellLines, user } from './transcripts.ts';

const found = (...lines: readonly string[]) => tellLines(...lines).findings.map(inShort);
const others = (count: number): string[] => Array.from({ length: count }, () => line({ type: 'progress' }));

describe('calls and results', () => {
  test('that pair give no finding', () => {
    expect(found(call('t', 'm'), result('t', 'x'))).toEqual([]);
  });

  test('a result without a call before it is found, and pairs with one that comes after', () => {
    expect(found(user('a'), result('t', 'x'))).toEqual([['result-without-call', 1, {}]]);
    expect(found(user('a'), result('t', 'x'), call('t', 'm'))).toEqual([['result-without-call', 1, {}]]);
  });

  test('a second result is found', () => {
    expect(found(call('t', 'm'), result('t', 'x'), result('t', 'x'))).toEqual([['result-repeated', 2, { first: 1 }]]);
  });

  test('a second call under one id is found, and the result is its own', () => {
    expect(found(call('t', 'm'), result('t', 'x'), call('t', 'n'), result('t', 'y'))).toEqual([
      ['call-id-repeated', 2, { first: 0 }],
    ]);
  });

  test('a call without a result is found when the file ends, or it leaves the context', () => {
    expect(found(call('t', 'm'))).toEqual([['call-without-result', 0, { near: 'end' }]]);
    expect(found(call('t', 'm'), ...others(14))).toEqual([['call-without-result', 0, { near: 'end' }]]);
    expect(found(call('t', 'm'), ...others(15))).toEqual([['call-without-result', 0, { near: null }]]);
    expect(found(call('t', 'm'), ...others(14), boundary(), ...others(15))).toEqual([
      ['call-without-result', 0, { near: 'compaction' }],
    ]);
    expect(found(call('t', 'm'), ...others(15), boundary())).toEqual([['call-without-result', 0, { near: null }]]);
  });

  test('a result that comes when its call has left is one of a known call', () => {
    const { records } = tellLines(call('t', 'm'), boundary(), result('t', 'x'));
    expect(records.map(({ findings }) => findings.map(({ code, record }) => [code, record]))).toEqual([
      [],
      [['call-without-result', 0]],
      [],
    ]);
  });
});

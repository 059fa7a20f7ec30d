import { expect, test } from 'vitest';
import { kept } from '../documents.ts';
import { leftOf, tellThen } from './files.ts';

const ANTHROPIC = 'anthropic-messages';
const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const said = { role: 'user', content: 'a' };
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'n', input: {} }] };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'r' }] };

const found = (...files: unknown[]) =>
  tellThen(files.map(text), ANTHROPIC)
    .findings.filter(({ code }) => code !== 'compaction-unobservable')
    .map(({ code, record }) => [code, record]);

test('a call that waits at the end of the first file is told where it leaves, and not where the later file has its result', () => {
  expect(found([said, call], [said])).toEqual([['call-without-result', 2]]);
  expect(found([said, call], [said, call, result])).toEqual([]);
});

test('a result whose call the later file holds no more is told there, and not where it holds both', () => {
  expect(found([said, call, result], [said, result])).toEqual([['result-without-call', 7]]);
  expect(found([said, call, result], [call, result])).toEqual([]);
});

test('half of a surrogate pair is told of a message once, however often later files repeat it', () => {
  const half = Buffer.from('[{"role":"user","content":"\\ud800"}]');
  const told = tellThen([half, half, half], ANTHROPIC);
  expect(told.findings.map(({ code, record }) => [code, record])).toEqual([
    ['compaction-unobservable', 0],
    ['lone-surrogate', 1],
  ]);
  expect(leftOf(told.records)).toEqual([]);
});

test('the number of a record in a fact is that in both files; of the first file it is left as it is', () => {
  const twice = tellThen([text([call, result, call, result]), text([said, call, result, call, result])], ANTHROPIC);
  const firsts = twice.findings
    .filter(({ code }) => code === 'call-id-repeated')
    .map(({ record, facts }) => [record, facts]);
  expect(firsts).toEqual([
    [3, { first: 1 }],
    [10, { first: 8 }],
  ]);
});

test('a message that the later file itself goes back behind is held by it no more', () => {
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
  const head = line({ sessionId: 's', projectHash: 'p' });
  const one = line({ id: '1', type: 'user', content: 'a' });
  const two = line({ id: '2', type: 'gemini', content: 'b' });
  const control = tellThen([Buffer.from(head + one + two), Buffer.from(head + one + two)], 'gemini');
  expect([leftOf(control.records), [...kept(control.records).keys()]]).toEqual([[], [1, 2]]);
  const back = line({ $rewindTo: '2' });
  const told = tellThen([Buffer.from(head + one + two), Buffer.from(head + one + two + back)], 'gemini');
  expect(leftOf(told.records)).toEqual([2]);
  expect([...kept(told.records).keys()]).toEqual([1]);
});

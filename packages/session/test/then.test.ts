import { openMemoryStore } from '@ken/store';
import { expect, test } from 'vitest';
import { deliveryRun } from '../src/receipts/delivery-run.ts';
import { sealTranscript } from '../src/seal.ts';
import { sentenceOf } from '../src/sentences.ts';
import { openTranscript } from '../src/source-file.ts';
import { summarise } from '../src/summary.ts';
import { followedBy } from '../src/then.ts';
import { verifyObject } from '../src/verify.ts';
import { exported, fileOfBytes, must, seal } from './running.ts';

const message = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] });
const array = (...texts: string[]): string => JSON.stringify(texts.map((text) => message('user', text)));
const before = array('a', 'b', 'c');
const after = array('sum', 'c');

const opened = async (content: string, format?: string) => must(await openTranscript(fileOfBytes(content), format));
const both = async (...files: string[]) => {
  const [first = '', ...later] = files;
  let transcript = await opened(first);
  for (const file of later) transcript = must(await followedBy(transcript, await opened(file)));
  return transcript;
};

test('the file is both with a new line between, what left is units, and the run verifies', async () => {
  const store = openMemoryStore();
  const { head, status } = must(await sealTranscript(store, await both(before, after)));
  expect(status).toBe('new');
  expect(Buffer.from(await exported(store, head)).toString()).toBe(`${before}\n${after}`);
  expect(must(await summarise(store, head))).toMatchObject({ units: 2, packets: 1 });
  expect(must(await verifyObject(store, head)).verdict).toMatchObject({ verified: true, failures: [] });
});

test('sealed again it adds nothing; the first file alone is a beginning of it', async () => {
  const store = openMemoryStore();
  const { head } = must(await sealTranscript(store, await both(before, after)));
  expect(must(await sealTranscript(store, await both(before, after)))).toMatchObject({ status: 'unchanged', head });
  expect(await seal(store, before)).toMatchObject({ status: 'shorter', head });
});

test('the first file sealed before, and then each later one behind it, is one run that goes on', async () => {
  for (const end of ['', '\n', ',{"role":"us']) {
    const store = openMemoryStore();
    const first = end === '' || end === '\n' ? before + end : before.slice(0, -1) + end;
    const alone = await seal(store, first);
    const two = must(await sealTranscript(store, await both(first, after)));
    expect(two).toMatchObject({ status: 'continued', branch: alone.branch });
    const third = array('again');
    const three = must(await sealTranscript(store, await both(first, after, third)));
    expect(three).toMatchObject({ status: 'continued', branch: alone.branch });
    const file = `${first}${end === '\n' ? '' : '\n'}${after}\n${third}`;
    expect(Buffer.from(await exported(store, three.head)).toString()).toBe(file);
    expect(must(await verifyObject(store, three.head)).verdict).toMatchObject({ verified: true, failures: [] });
  }
});

test('a form that records its own compaction, and two forms, are refused; two of one form are not', async () => {
  const record = {
    type: 'user',
    uuid: 'u',
    sessionId: 's',
    isSidechain: false,
    message: { role: 'user', content: 'a' },
  };
  const claude = await opened(`${JSON.stringify(record)}\n`);
  const own = await followedBy(claude, claude);
  expect(own).toMatchObject({
    ok: false,
    refusal: { code: 'then/records-compaction', facts: { format: 'claude-code' } },
  });
  const tool = JSON.stringify([
    { role: 'system', content: 'a' },
    { role: 'user', content: 'b' },
  ]);
  const other = await followedBy(await opened(before), await opened(tool));
  expect(other).toMatchObject({ ok: false, refusal: { code: 'then/other-format' } });
  for (const one of [own, other]) expect(one.ok ? '' : sentenceOf(one.refusal)).toMatch(/\.$/);
  expect((await followedBy(await opened(before), await opened(tool, 'anthropic-messages'))).ok).toBe(true);
});

test('an answer that a later file has rewritten answers nothing behind which it did not stand; control: a new one', async () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: {} }] };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'the rules' }] };
  const [long, brief, last] = ['A long answer.', 'An answer.', 'Read.'].map((text) => message('assistant', text));
  const first = [message('user', 'a'), long, call, result];
  const answered = async (...then: unknown[]) => {
    const store = openMemoryStore();
    const { head } = must(await sealTranscript(store, await both(JSON.stringify(first), JSON.stringify(then))));
    return must(await deliveryRun(store, head)).run.seen.map((one) => one.answered);
  };
  expect(await answered(message('user', 'a'), brief, call, result)).toEqual([false]);
  expect(await answered(...first, last)).toEqual([true]);
});

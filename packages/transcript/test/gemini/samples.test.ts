import { describe, expect, test } from 'vitest';
import { inShort, shown } from '../claude-code/transcripts.ts';
import { kept, tellAnyhow } from '../documents.ts';
import { hasSamples, sample, whenAbsent } from '../samples.ts';

interface Message {
  readonly id: string;
  readonly type: string;
  readonly content: string;
  readonly toolCalls?: readonly unknown[];
}

/** What the model saw of a message, parsed. */
function seen(message: Message): unknown {
  const calls = message.toolCalls ?? [];
  if (calls.length > 0) {
    return message.content === '' ? calls : message;
  }
  return message.content;
}

describe.skipIf(!hasSamples)(`real sessions of Gemini CLI, counted independently${whenAbsent}`, () => {
  test.each([
    ['gemini-session.json', 18, 18],
    ['gemini-named-jsonl.jsonl', 13, 12],
  ])('%s', (name, messages, inContext) => {
    const file = sample(name);
    const document = JSON.parse(file.toString()) as { sessionId: string; messages: Message[] };
    const told = tellAnyhow(file);
    expect(document.messages).toHaveLength(messages);
    expect(told.records.map(({ id }) => id)).toEqual([null, ...document.messages.map(({ id }) => id)]);
    expect(told.records.map(({ reason }) => reason)).toEqual([
      'document',
      ...document.messages.map(({ type }) => type),
    ]);
    expect([...kept(told.records).values()].map((text) => JSON.parse(text) as unknown)).toEqual(
      document.messages.filter(({ type }) => type !== 'info').map(seen),
    );
    expect(told.records.filter((record) => shown(record) !== null)).toHaveLength(inContext);
    expect(told.records.flatMap(({ departures }) => departures)).toEqual([]);
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
    expect(told.reading.identity()).toEqual({
      key: `gemini:${document.sessionId}`,
      label: document.sessionId,
      follows: null,
    });
    expect([told.reading.format, told.reading.reader]).toEqual(['gemini', 'gemini/2']);
  });
});

import { describe, expect, test } from 'vitest';
import { inShort } from '../claude-code/transcripts.ts';
import { kept, tellAnyhow } from '../documents.ts';
import { hasSamples, sample, whenAbsent } from '../samples.ts';

interface Message {
  readonly id?: string;
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string }[];
}

const parsed = (texts: Iterable<string>): unknown[] => [...texts].map((text) => JSON.parse(text) as unknown);

describe.skipIf(!hasSamples)(`real message arrays, counted independently${whenAbsent}`, () => {
  test('openai-messages.json: content, or the calls where there is no content, or the message where there are both', () => {
    const file = sample('openai-messages.json');
    const messages = JSON.parse(file.toString()) as Message[];
    const told = tellAnyhow(file);
    expect(messages).toHaveLength(62);
    expect(told.records.map(({ reason }) => reason)).toEqual(['document', ...messages.map(({ role }) => role)]);
    expect(parsed(kept(told.records).values())).toEqual(
      messages.map((message) =>
        message.tool_calls === undefined ? message.content : message.content === null ? message.tool_calls : message,
      ),
    );
    const makers = { assistant: 'model', system: 'harness', tool: 'tool', user: 'operator' };
    expect(told.records.slice(1).map(({ producer }) => producer)).toEqual(
      messages.map(({ role }) => makers[role as keyof typeof makers]),
    );
    const made = new Map<string, number>();
    const repeated = messages.flatMap(({ tool_calls }, at) =>
      (tool_calls ?? []).flatMap(({ id }) => {
        const first = made.get(id);
        made.set(id, at + 1);
        return first === undefined ? [] : [['call-id-repeated', at + 1, { first }]];
      }),
    );
    expect(repeated).toHaveLength(2);
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}], ...repeated]);
    expect(told.reading.identity()).toEqual({
      key: expect.stringMatching(/^openai-messages:[0-9a-f]{32}$/),
      label: null,
      follows: null,
    });
    expect(told.reading.reader).toBe('openai-messages/2');
  });

  test.each([
    ['anthropic-messages.json', 32, 11],
    ['anthropic-messages-after-basic-compaction.json', 10, 0],
    ['anthropic-messages-after-agentic-compaction.json', 3, 0],
  ])('%s: the content of each, and the session that the three share', (name, count, results) => {
    const file = sample(name);
    const { messages, sessionId } = JSON.parse(file.toString()) as { messages: Message[]; sessionId: string };
    const told = tellAnyhow(file);
    expect(messages).toHaveLength(count);
    expect(told.records.map(({ id }) => id)).toEqual([null, ...messages.map(({ id }) => id)]);
    expect(parsed(kept(told.records).values())).toEqual(messages.map(({ content }) => content));
    expect(told.records.filter(({ producer }) => producer === 'tool')).toHaveLength(results);
    expect(told.findings.map(inShort)).toEqual([['compaction-unobservable', 0, {}]]);
    expect(told.reading.identity()).toEqual({
      key: `anthropic-messages:${sessionId}`,
      label: sessionId,
      follows: null,
    });
    const summaries = told.records.filter(({ reason }) => reason === 'user/compact-summary');
    expect(summaries.map(({ index, producer }) => [index, producer])).toEqual(results === 0 ? [[1, 'harness']] : []);
  });
});

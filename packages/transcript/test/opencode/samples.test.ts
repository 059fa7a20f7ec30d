import { describe, expect, test } from 'vitest';
import { inShort } from '../claude-code/transcripts.ts';
import { kept, tellAnyhow } from '../documents.ts';
import { hasSamples, sample, whenAbsent } from '../samples.ts';

interface Message {
  readonly info: { readonly id: string; readonly role: string; readonly summary?: unknown };
  readonly parts: readonly { readonly type: string; readonly synthetic?: boolean; readonly callID?: string }[];
}

describe.skipIf(!hasSamples)(`a real export of OpenCode, counted independently${whenAbsent}`, () => {
  test('seven compactions, each of all before the message that asks for it', () => {
    const file = sample('opencode-export.json');
    const { info, messages } = JSON.parse(file.toString()) as { info: { id: string }; messages: Message[] };
    const told = tellAnyhow(file);
    expect(messages).toHaveLength(32);
    expect(told.records.map(({ id }) => id)).toEqual([null, ...messages.map((message) => message.info.id)]);

    const summaries = messages.flatMap((message, at) => (message.info.summary === true ? [at] : []));
    expect(summaries).toEqual([7, 11, 15, 19, 23, 27, 31]);
    let from = 0;
    const wanted = summaries.map((at) => {
      const left = Array.from({ length: at - 1 - from }, (_, offset) => from + offset + 1);
      from = at - 1;
      return [at + 1, 'compaction', 'harness', left];
    });
    const departures = told.records.flatMap(({ index, departures }) =>
      departures.map(({ cause, by, parts }) => [index, cause, by, parts.map(({ record }) => record)]),
    );
    expect(departures).toEqual(wanted);
    expect([...kept(told.records).values()].map((text) => JSON.parse(text) as unknown)).toEqual(
      messages.slice(30).map(({ parts }) => parts),
    );
    const generated = told.findings.filter(({ code }) => code === 'generated-from-generated');
    expect(generated.map(({ record, facts }) => [record, facts['depth']])).toEqual(
      summaries.slice(1).map((at, order) => [at + 1, order + 2]),
    );
    const made = new Map<string, number>();
    const repeated: unknown[] = [];
    for (const [at, { parts }] of messages.entries()) {
      for (const id of parts.flatMap(({ callID }) => callID ?? [])) {
        if (made.has(id)) {
          repeated.push(['call-id-repeated', at + 1, { first: made.get(id) }]);
        }
        made.set(id, at + 1);
      }
    }
    const others = told.findings.filter(({ code }) => !/^(?:generated|context-grew)/.test(code));
    expect(others.map(inShort)).toEqual(repeated);
    expect(told.reading.identity()).toEqual({ key: `opencode:${info.id}`, label: info.id, follows: null });
    expect(told.records.filter(({ producer }) => producer === 'operator').map(({ index }) => index)).toEqual(
      messages.flatMap((message, at) =>
        message.info.role === 'user' &&
        message.parts.some(({ type, synthetic }) => type === 'text' && synthetic !== true)
          ? [at + 1]
          : [],
      ),
    );
  });
});

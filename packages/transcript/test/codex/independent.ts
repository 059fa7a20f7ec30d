import { isDeepStrictEqual } from 'node:util';

/**
 * A second opinion on what a sound Codex transcript holds: by lines and JSON.parse, without spans, in the contract's own
 * words. It knows nothing of damage.
 */

type Value = Readonly<Record<string, unknown>>;

/** What is to be counted, over a whole file. */
export interface Count {
  records: number;
  context: number;
  beside: number;
  contextBytes: number;
  /** Of each compaction: how many records left, and how many bytes. */
  departures: { records: number; bytes: number }[];
  producers: Record<string, number>;
  key: string | null;
  calls: number;
  results: number;
}

const ITEMS = [
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
];

/** Counts a file of sound lines whose compactions are not encrypted and whose turns were not taken back. */
export function independentCount(file: string): Count {
  const lines = file.split(/\r?\n/).filter((text) => text !== '');
  const count: Count = {
    records: lines.length,
    context: 0,
    beside: 0,
    contextBytes: 0,
    departures: [],
    producers: {},
    key: null,
    calls: 0,
    results: 0,
  };
  let active: Value[] = [];
  const enter = (bytes: number, producer: string): void => {
    count.context += 1;
    count.contextBytes += bytes;
    count.producers[producer] = (count.producers[producer] ?? 0) + 1;
  };
  for (const text of lines) {
    const line: Value = JSON.parse(text);
    const payload = (line['payload'] ?? line) as Value;
    const isItem = line['type'] === 'response_item' || (!('payload' in line) && ITEMS.includes(String(line['type'])));
    if (line['type'] === 'session_meta' || 'instructions' in line) {
      count.key ??= `codex:${payload['id']}`;
    }
    if (isItem) {
      enter(Buffer.byteLength(JSON.stringify(payload)), producerOf(payload));
      active.push(payload);
      count.calls += /_call$/.test(String(payload['type'])) ? 1 : 0;
      count.results += /_output$/.test(String(payload['type'])) ? 1 : 0;
    } else if (line['type'] === 'compacted') {
      const history = payload['replacement_history'] as Value[];
      const before = [...active];
      const fresh = history.filter((item) => {
        const same = before.findIndex((one) => isDeepStrictEqual(one, item));
        return same < 0 || before.splice(same, 1).length === 0;
      });
      count.departures.push({
        records: before.length,
        bytes: before.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0),
      });
      enter(Buffer.byteLength(JSON.stringify(fresh.length === 1 ? fresh[0] : history)), 'harness');
      active = history;
    } else {
      count.beside += 1;
    }
  }
  return count;
}

function producerOf(item: Value): string {
  if (String(item['type']).endsWith('_output')) {
    return 'tool';
  }
  if (item['type'] !== 'message' || item['role'] === 'assistant') {
    return 'model';
  }
  const parts = item['content'] as { readonly text?: string }[];
  const isInjected = parts.every(({ text }) => /^<(environment_context|user_instructions)>/.test(text ?? ''));
  return item['role'] === 'user' && !isInjected ? 'operator' : 'harness';
}

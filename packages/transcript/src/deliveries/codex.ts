import { timeIn } from '../told-time.ts';
import { OpenCalls, rawResult } from './calls.ts';
import { isPlain, onlyText, type Plain, plainOf, saysSomething, textOrNull } from './plain.ts';
import { objectIn, recordOf } from './record.ts';
import type { DeliveryReader, Told } from './types.ts';

const argumentsOf = (item: Plain): unknown => {
  const given = item['arguments'] ?? item['input'] ?? item['action'];
  return typeof given === 'string' ? objectIn(given) : given;
};

/** What some versions write as text: an object with the output, and how the program ended. */
const wrapped = (output: unknown): Plain | undefined => {
  if (isPlain(output)) return output;
  const inner = typeof output === 'string' && output.startsWith('{') ? objectIn(output) : {};
  return typeof inner['output'] === 'string' && isPlain(inner['metadata']) ? inner : undefined;
};

/** The text of an output: as it is, or out of what it is wrapped in. Undefined for what failed. */
const outputOf = (output: unknown): string | undefined => {
  const inner = wrapped(output);
  if (inner === undefined) return onlyText(output);
  const { success } = inner;
  const code = plainOf(inner['metadata'])['exit_code'];
  const failed = (success != null && success !== true) || (code !== undefined && code !== 0);
  return failed ? undefined : onlyText(inner['content'] ?? inner['output']);
};

/** Codex: outputs are raw text, beside no account of what was read (transcripts.md §3, §8). */
export const codexDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  let cwd: string | null = null;
  return {
    tell(bytes): Told {
      const { value: line, span } = recordOf(bytes);
      const isWrapped = isPlain(line['payload']);
      const item = isWrapped ? plainOf(line['payload']) : line;
      const type = String(item['type']);
      cwd = textOrNull(item['cwd']) ?? cwd;
      if (type.endsWith('_call')) calls.opened(item['call_id'], item['name'] ?? type, argumentsOf(item));
      const results = type.endsWith('_call_output')
        ? rawResult(
            calls.answered(item['call_id']),
            outputOf(item['output']),
            span(...(isWrapped ? ['payload'] : []), 'output'),
          )
        : [];
      const speaks = type !== 'compaction' && saysSomething(item);
      const at = timeIn(line['timestamp']) ?? timeIn(item['timestamp']);
      return { results, texts: [], turn: null, speaks, aside: false, cwd, at };
    },
  };
};

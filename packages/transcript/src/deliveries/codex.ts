import { timeIn } from '../told-time.ts';
import { type Call, callOf, OpenCalls, rawResult } from './calls.ts';
import { isPlain, onlyText, type Plain, plainOf, saysSomething, textOrNull } from './plain.ts';
import { objectIn, recordOf } from './record.ts';
import type { DeliveryReader, Told } from './types.ts';

const callIn = (item: Plain, type: string, from: string | null): Call => {
  const given = item['arguments'] ?? item['input'] ?? item['action'];
  return callOf(item['name'] ?? type, typeof given === 'string' ? objectIn(given) : given, { from, given });
};

/** Whether an item says of itself that it is whole. */
const isDone = ({ success, status }: Plain): boolean =>
  (success == null || success === true) && (status == null || status === 'completed');

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
  const code = plainOf(inner['metadata'])['exit_code'];
  const failed = !isDone(inner) || (code !== undefined && code !== 0);
  return failed ? undefined : onlyText(inner['content'] ?? inner['output']);
};

const itemIn = (line: Plain): Plain => (isPlain(line['payload']) ? line['payload'] : line);

/** Codex: outputs are raw text, beside no account of what was read (transcripts.md §3, §8). */
export const codexDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  let cwd: string | null = null;
  return {
    tell(bytes): Told {
      const { value: line, span } = recordOf(bytes);
      const item = itemIn(line);
      const type = String(item['type']);
      // One identifier is used by one kind of call, and answered by its own kind of output.
      if (type.endsWith('_call')) calls.opened(`${type} ${item['call_id']}`, callIn(item, type, cwd));
      const isOutput = type.endsWith('_call_output');
      const call = isOutput ? calls.answered(`${type.slice(0, -'_output'.length)} ${item['call_id']}`) : undefined;
      const shown = isOutput && isDone(item) ? outputOf(item['output']) : undefined;
      const results = rawResult(call, shown, span(...(item === line ? [] : ['payload']), 'output'));
      const speaks = type !== 'compaction' && saysSomething(item);
      const at = timeIn(line['timestamp']) ?? timeIn(item['timestamp']);
      return { results, texts: [], turn: null, speaks, aside: null, resets: false, cwd, at };
    },
    beside(bytes) {
      const { value: line } = recordOf(bytes);
      const item = itemIn(line);
      const claims = line['type'] === 'session_meta' || line['type'] === 'turn_context';
      const claimed = claims ? textOrNull(item['cwd']) : null;
      cwd = claimed ?? cwd;
      const resets = line['type'] === 'compacted' || item['type'] === 'context_compacted';
      return { cwd: claimed, resets };
    },
  };
};

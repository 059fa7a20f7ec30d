import { timeIn } from '../told-time.ts';
import { OpenCalls } from './calls.ts';
import { isPlain, onlyText, type Plain, parsed, parsedText, plainOf, textOrNull } from './plain.ts';
import type { DeliveryReader, Told, ToolResult } from './types.ts';

const argumentsOf = (item: Plain): unknown => {
  const given = item['arguments'] ?? item['input'] ?? item['action'];
  return typeof given === 'string' ? parsedText(given) : given;
};

/** What some versions write as text: an object with the output, and how the program ended. */
const wrapped = (output: unknown): Plain | undefined => {
  if (isPlain(output)) return output;
  const inner = typeof output === 'string' && output.startsWith('{') ? parsedText(output) : {};
  return typeof inner['output'] === 'string' && isPlain(inner['metadata']) ? inner : undefined;
};

/** The text of an output: as it is, or out of what it is wrapped in. Undefined for what failed. */
const outputOf = (output: unknown): string | undefined => {
  const inner = wrapped(output);
  if (inner === undefined) return onlyText(output);
  const code = plainOf(inner['metadata'])['exit_code'];
  const failed = inner['success'] === false || (code !== undefined && code !== 0);
  return failed ? undefined : onlyText(inner['content'] ?? inner['output']);
};

/** Codex: outputs are raw text, beside no account of what was read (transcripts.md §3, §8). */
export const codexDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  let cwd: string | null = null;
  return {
    tell(bytes): Told {
      const line = parsed(bytes);
      const item = isPlain(line['payload']) ? line['payload'] : line;
      const type = String(item['type']);
      cwd = textOrNull(item['cwd']) ?? cwd;
      const results: ToolResult[] = [];
      if (type.endsWith('_call')) calls.opened(item['call_id'], item['name'] ?? type, argumentsOf(item), null);
      if (type.endsWith('_call_output')) {
        const { tool, path, turn, writes } = calls.answered(item['call_id']);
        const shown = outputOf(item['output']);
        if (shown !== undefined) {
          const raw = !writes && shown !== '';
          results.push({ tool, path, shown, span: null, turn, raw, lines: null });
        }
      }
      const at = timeIn(line['timestamp']) ?? timeIn(item['timestamp']);
      return { results, texts: [], turn: null, speaks: true, cwd, at };
    },
  };
};

import { OpenCalls } from './calls.ts';
import { isPlain, onlyText, type Plain, parsed, parsedText, plainOf, textOrNull } from './plain.ts';
import type { DeliveryReader, Told, ToolResult } from './types.ts';

const argumentsOf = (item: Plain): unknown => {
  const given = item['arguments'] ?? item['input'] ?? item['action'];
  return typeof given === 'string' ? parsedText(given) : given;
};

/** The text of an output: as it is, or under `output` or `content` of an object that some versions write as text. */
const outputOf = (output: unknown): string | undefined => {
  if (isPlain(output)) return onlyText(output['content'] ?? output['output']);
  return onlyText(output);
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
        const { tool, path, turn } = calls.answered(item['call_id']);
        const shown = outputOf(item['output']);
        if (shown !== undefined) results.push({ tool, path, shown, span: null, turn, lines: null });
      }
      const at = textOrNull(line['timestamp']) ?? textOrNull(plainOf(item)['timestamp']);
      return { results, texts: [], turn: null, cwd, at };
    },
  };
};

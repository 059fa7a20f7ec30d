import { timeIn } from '../told-time.ts';
import { OpenCalls } from './calls.ts';
import {
  listOf,
  onlyText,
  type Plain,
  parsed,
  parsedText,
  pathIn,
  plainOf,
  saysFailed,
  textOrNull,
  writtenIn,
} from './plain.ts';
import type { DeliveryReader, FullText, Told, ToolResult } from './types.ts';

/** A result as it is. Of a call that writes a text its result is no delivery, and nothing delivers nothing. */
const result = (tool: unknown, path: string | null, writes: boolean, shown: string | undefined): ToolResult[] => {
  if (shown === undefined) return [];
  const raw = !writes && shown !== '';
  return [{ tool: typeof tool === 'string' ? tool : null, path, shown, span: null, turn: null, raw, lines: null }];
};

const told = (
  results: readonly ToolResult[],
  texts: readonly FullText[],
  at: unknown,
  cwd: string | null = null,
): Told => ({
  results,
  texts,
  turn: null,
  speaks: true,
  cwd,
  at: timeIn(at),
});

const geminiCall = (call: Plain): ToolResult[] => {
  if (call['status'] !== undefined && call['status'] !== 'success') return [];
  const [only, another] = listOf(call['result']);
  const { response } = plainOf(plainOf(only)['functionResponse']);
  const output = plainOf(response)['output'];
  if (another !== undefined) return [];
  return result(call['name'], pathIn(call['args']), writtenIn(call['args']).length > 0, onlyText(output));
};

/** Gemini: a message holds its calls, and each call its result as raw text (transcripts.md §4, §8). */
export const geminiDeliveries = (): DeliveryReader => ({
  tell(bytes) {
    const message = parsed(bytes);
    const calls = listOf(message['toolCalls']).map(plainOf);
    return told(
      calls.flatMap(geminiCall),
      calls.flatMap((call) => writtenIn(call['args'])),
      message['timestamp'],
    );
  },
});

const openCodePart = (part: Plain): ToolResult[] => {
  const state = plainOf(part['state']);
  if (part['type'] !== 'tool' || state['status'] !== 'completed') return [];
  const { input } = state;
  return result(part['tool'], pathIn(input), writtenIn(input).length > 0, onlyText(state['output']));
};

/** OpenCode: a message holds its parts, and a part of a tool its output (transcripts.md §5, §8). */
export const openCodeDeliveries = (): DeliveryReader => ({
  tell(bytes) {
    const message = parsed(bytes);
    const parts = listOf(message['parts']).map(plainOf);
    const { time, path } = plainOf(message['info']);
    return told(
      parts.flatMap(openCodePart),
      parts.flatMap((part) => writtenIn(plainOf(part['state'])['input'])),
      plainOf(time)['created'],
      textOrNull(plainOf(path)['cwd']),
    );
  },
});

/** Arrays of messages, of either family: results are raw text, by the identifier of their call. */
export const messageDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  const answer = (id: unknown, content: unknown): ToolResult[] => {
    const { tool, path, writes } = calls.answered(id);
    return result(tool, path, writes, onlyText(content));
  };
  return {
    tell(bytes) {
      const message = parsed(bytes);
      const results: ToolResult[] = [];
      const texts: FullText[] = [];
      const opened = (id: unknown, name: unknown, input: unknown): void => {
        calls.opened(id, name, input, null);
        texts.push(...writtenIn(input));
      };
      for (const call of listOf(message['tool_calls'])) {
        const { name, arguments: given } = plainOf(plainOf(call)['function']);
        opened(plainOf(call)['id'], name, typeof given === 'string' ? parsedText(given) : given);
      }
      if (message['role'] === 'tool') results.push(...answer(message['tool_call_id'], message['content']));
      for (const block of listOf(message['content'])) {
        const { type, id, name, input, tool_use_id: answered, content, is_error: failed } = plainOf(block);
        if (type === 'tool_use') opened(id, name, input);
        // What the model writes is no result, whatever it calls it.
        if (type === 'tool_result' && message['role'] !== 'assistant' && !saysFailed(failed))
          results.push(...answer(answered, content));
      }
      return told(results, texts, message['timestamp']);
    },
  };
};

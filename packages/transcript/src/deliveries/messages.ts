import { timeIn } from '../told-time.ts';
import type { Span } from '../types.ts';
import { callOf, OpenCalls, rawResult } from './calls.ts';
import { listOf, onlyText, type Plain, plainOf, saysSomething, saysYes, textOrNull, writtenIn } from './plain.ts';
import { objectIn, recordOf } from './record.ts';
import type { DeliveryReader, FullText, Told, ToolResult } from './types.ts';

const told = (
  results: readonly ToolResult[],
  texts: readonly FullText[],
  rest: Pick<Told, 'turn' | 'speaks' | 'at'> & { readonly cwd?: string | null },
): Told => ({ aside: null, resets: false, cwd: null, ...rest, results, texts });

const geminiCall = (call: Plain, span: Span | null): ToolResult[] => {
  if (call['status'] !== undefined && call['status'] !== 'success') return [];
  const [only, another] = listOf(call['result']);
  const { id, name, response } = plainOf(plainOf(only)['functionResponse']);
  const { output, error } = plainOf(response);
  const isOther = (id != null && id !== call['id']) || (name != null && name !== call['name']);
  if (another !== undefined || isOther || saysYes(error)) return [];
  return rawResult(callOf(call['name'], call['args']), onlyText(output), span);
};

const geminiCalls = (message: Plain): readonly Plain[] =>
  message['type'] === 'gemini' ? listOf(message['toolCalls']).map(plainOf) : [];

/**
 * Gemini: a message of the model holds its calls, and each call its result as raw text; a record may also set the list of all
 * messages anew (transcripts.md §4, §8).
 */
export const geminiDeliveries = (): DeliveryReader => ({
  tell(bytes) {
    const { value: message, spans } = recordOf(bytes);
    const places = spans('toolCalls');
    const set = listOf(plainOf(message['$set'])['messages']).map(plainOf);
    const calls = [...geminiCalls(message), ...set.flatMap(geminiCalls)];
    return told(
      calls.flatMap((call, at) => geminiCall(call, places[at] ?? null)),
      calls.flatMap((call) => writtenIn(call['args'])),
      { turn: textOrNull(message['id']), speaks: saysSomething(message), at: timeIn(message['timestamp']) },
    );
  },
  beside(bytes) {
    const { value } = recordOf(bytes);
    const set = plainOf(value['$set']);
    return {
      cwd: null,
      resets: ['messages', 'history'].some((key) => Object.hasOwn(set, key)) || Object.hasOwn(value, '$rewindTo'),
    };
  },
});

const openCodePart = (
  part: Plain,
  span: Span | null,
  { from, answered }: { readonly from: string | null; readonly answered: boolean },
): ToolResult[] => {
  const state = plainOf(part['state']);
  if (part['type'] !== 'tool' || state['status'] !== 'completed') return [];
  return rawResult(callOf(part['tool'], state['input'], { from }), onlyText(state['output']), span, answered);
};

/** What was not said by the model, or is not sent to it. */
const isSaid = (part: Plain): boolean =>
  !saysYes(part['synthetic']) && !saysYes(part['ignored']) && saysSomething(part);

/** Where in a message the last step begins that says something: what stands before it the model had when it said that. */
const lastStep = (parts: readonly Plain[]): number => {
  const said = parts.findLastIndex(isSaid);
  return parts.slice(0, said + 1).findLastIndex((part) => part['type'] === 'step-start');
};

/** OpenCode: a message of the model holds its parts, and a part of a tool its output (transcripts.md §5, §8). */
export const openCodeDeliveries = (): DeliveryReader => ({
  tell(bytes) {
    const { value: message, spans } = recordOf(bytes);
    const places = spans('parts');
    const { id, role, time, path } = plainOf(message['info']);
    const parts = role === 'assistant' ? listOf(message['parts']).map(plainOf) : [];
    const from = textOrNull(plainOf(path)['cwd']);
    const step = lastStep(parts);
    return told(
      parts.flatMap((part, at) => openCodePart(part, places[at] ?? null, { from, answered: at < step })),
      parts.flatMap((part) => writtenIn(plainOf(part['state'])['input'])),
      {
        turn: textOrNull(id),
        speaks: parts.some(isSaid),
        at: timeIn(plainOf(time)['created']),
        cwd: from,
      },
    );
  },
});

/** Arrays of messages, of either family: results are raw text, by the identifier of their call. */
export const messageDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  return {
    tell(bytes) {
      const { value: message, spans } = recordOf(bytes);
      const places = spans('content');
      const { role, content } = message;
      const results: ToolResult[] = [];
      const texts: FullText[] = [];
      const opened = (id: unknown, name: unknown, given: unknown): void => {
        if (role !== 'assistant') return;
        const input = typeof given === 'string' ? objectIn(given) : given;
        calls.opened(id, callOf(name, input, { given }));
        texts.push(...writtenIn(input));
      };
      for (const call of listOf(message['tool_calls']).map(plainOf)) {
        const { name, arguments: given, input } = plainOf(call['function'] ?? call['custom']);
        opened(call['id'], name, given ?? input);
      }
      if (role === 'tool') results.push(...rawResult(calls.answered(message['tool_call_id']), onlyText(content), null));
      for (const [at, block] of listOf(content).entries()) {
        const { type, id, name, input, tool_use_id: answered, content: given, is_error: failed } = plainOf(block);
        if (type === 'tool_use') opened(id, name, input);
        // What the model or the system writes is no result, whatever it calls it.
        if (type === 'tool_result' && role === 'user' && !saysYes(failed))
          results.push(...rawResult(calls.answered(answered), onlyText(given), places[at] ?? null));
      }
      return told(results, texts, { turn: null, speaks: saysSomething(message), at: timeIn(message['timestamp']) });
    },
  };
};

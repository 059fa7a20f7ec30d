import { scanJson } from '../json/value.ts';
import { timeIn } from '../told-time.ts';
import type { Span } from '../types.ts';
import { OpenCalls } from './calls.ts';
import { countOrNull, listOf, onlyText, type Plain, parsed, plainOf, saysFailed, textOrNull } from './plain.ts';
import type { DeliveryReader, FullText, Told, ToolResult } from './types.ts';

/** Where the content of one result stands in a record; null where the record is not as it was parsed. */
const spanOf = (bytes: Uint8Array, block: number): Span | null => {
  const json = scanJson(bytes);
  return json.ok ? (json.value.at('message', 'content', block, 'content')?.span ?? null) : null;
};

/** The file's own account of a read; null where it gives none that is whole. */
const linesOf = (file: Plain): ToolResult['lines'] => {
  const [start, count, total] = [file['startLine'], file['numLines'], file['totalLines']].map(countOrNull);
  const copy = file['content'];
  if (start == null || count == null || total == null || typeof copy !== 'string') return null;
  return { start, count, total, copy };
};

/** The whole texts that a record keeps beside a result: what was edited before the edit, and what was written. */
const textsOf = (tool: string | null, result: Plain): FullText[] => {
  const path = textOrNull(result['filePath']);
  if (path === null) return [];
  const texts: FullText[] = [];
  const original = result['originalFile'];
  if (typeof original === 'string' && tool !== 'Read') texts.push({ path, text: original });
  const written = result['content'];
  if (typeof written === 'string' && tool === 'Write') texts.push({ path, text: written });
  return texts;
};

/** Claude Code: a result stands in a user record, with the tool's own account beside it (transcripts.md §8). */
export const claudeDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  return {
    tell(bytes): Told {
      const record = parsed(bytes);
      const message = plainOf(record['message']);
      const blocks = listOf(message['content']);
      const isModel = record['type'] === 'assistant';
      const turn = isModel ? textOrNull(message['id']) : null;
      const results: ToolResult[] = [];
      const texts: FullText[] = [];
      const account = plainOf(record['toolUseResult']);
      const answers = blocks.filter((block) => plainOf(block)['type'] === 'tool_result').length;
      for (const [at, block] of blocks.entries()) {
        const { type, id, name, input, tool_use_id: answered, content, is_error: failed } = plainOf(block);
        if (type === 'tool_use' && isModel) calls.opened(id, name, input, turn);
        // What the model writes is no result, whatever it calls it.
        if (type !== 'tool_result' || record['type'] !== 'user') continue;
        const call = calls.answered(answered);
        const shown = onlyText(content);
        if (saysFailed(failed) || shown === undefined) continue;
        // The account is of the record's one result; of several nobody can say whose it is.
        const own = answers === 1 ? account : {};
        const file = plainOf(own['file']);
        // An account of another file than the call asked for is none of this call.
        const isOfCall = call.tool === 'Read' && call.path !== null && file['filePath'] === call.path;
        const lines = isOfCall ? linesOf(file) : null;
        const span = typeof content === 'string' ? spanOf(bytes, at) : null;
        results.push({ tool: call.tool, path: call.path, shown, span, turn: call.turn, raw: false, lines });
        texts.push(...textsOf(call.tool, own));
      }
      // Without the answer that it belongs to, it could be the breath of any call.
      const speaks =
        turn !== null && message['content'] !== '' && !(Array.isArray(message['content']) && blocks.length === 0);
      return { results, texts, turn, speaks, cwd: textOrNull(record['cwd']), at: timeIn(record['timestamp']) };
    },
  };
};

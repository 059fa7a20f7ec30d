import { timeIn } from '../told-time.ts';
import { callOf, OpenCalls } from './calls.ts';
import { countOrNull, listOf, onlyText, type Plain, plainOf, saysSomething, saysYes, textOrNull } from './plain.ts';
import { recordOf } from './record.ts';
import type { DeliveryReader, FullText, Place, Told, ToolResult } from './types.ts';

/** Who speaks where the harness puts words into the model's mouth. */
const synthetic = '<synthetic>';

/** What marks a record that the harness wrote for the person who looks, or because the model was not to be had. */
const notes = ['isApiErrorMessage', 'isMeta', 'isVirtual', 'isVisibleInTranscriptOnly'];

/** The file's own account of a read; null where it gives none that is whole. */
const linesOf = (file: Plain): ToolResult['lines'] => {
  const [start, count, total] = [file['startLine'], file['numLines'], file['totalLines']].map(countOrNull);
  const { content: copy, filePath: path } = file;
  if (start == null || count == null || total == null || typeof copy !== 'string' || typeof path !== 'string')
    return null;
  return { path, start, count, total, copy };
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

/** A boundary, which begins a new tree, names what stood before it in another way; what it took out is gone all the same. */
const placeOf = (record: Plain): Place => ({
  id: textOrNull(record['uuid']),
  parent: textOrNull(record['parentUuid']) ?? textOrNull(record['logicalParentUuid']),
});

/** Claude Code: a result stands in a user record, with the tool's own account beside it (transcripts.md §8). */
export const claudeDeliveries = (): DeliveryReader => {
  const calls = new OpenCalls();
  return {
    tell(bytes): Told {
      const { value: record, spans } = recordOf(bytes);
      const message = plainOf(record['message']);
      const blocks = listOf(message['content']);
      const isModel = record['type'] === 'assistant';
      const cwd = textOrNull(record['cwd']);
      const resets = saysYes(record['isCompactSummary']);
      const isOdd = resets || (message['role'] !== undefined && message['role'] !== record['type']);
      const turn = isModel ? textOrNull(message['id']) : null;
      const results: ToolResult[] = [];
      const texts: FullText[] = [];
      const account = plainOf(record['toolUseResult']);
      const places = spans('message', 'content');
      const answers = blocks.filter((block) => plainOf(block)['type'] === 'tool_result').length;
      for (const [at, block] of blocks.entries()) {
        const { type, id, name, input, tool_use_id: answered, content, is_error: failed } = plainOf(block);
        if (type === 'tool_use' && isModel) calls.opened(id, callOf(name, input, { from: cwd, turn }));
        // What the model writes is no result, whatever it calls it.
        if (type !== 'tool_result' || record['type'] !== 'user' || isOdd) continue;
        const { tool = null, path = null, from = null, turn: asked = null } = calls.answered(answered) ?? {};
        const shown = onlyText(content);
        if (saysYes(failed) || shown === undefined) continue;
        // The account is of the record's one result; of several nobody can say whose it is.
        const own = answers === 1 ? account : {};
        const lines = tool === 'Read' && path !== null ? linesOf(plainOf(own['file'])) : null;
        const span = places[at] ?? null;
        results.push({ tool, path, from, turn: asked, answered: false, shown, span, raw: false, lines });
        texts.push(...textsOf(tool, own));
      }
      // Without the answer that it belongs to, it could be the breath of any call.
      const isModels =
        turn !== null && message['model'] !== synthetic && !isOdd && !notes.some((key) => saysYes(record[key]));
      const speaks = isModels && saysSomething({ content: message['content'] });
      const aside = isModel || record['type'] === 'user' ? record['isSidechain'] === true : null;
      const tree = placeOf(record);
      return { results, texts, turn, speaks, aside, tree, resets, cwd, at: timeIn(record['timestamp']) };
    },
    beside: (bytes) => ({ tree: placeOf(recordOf(bytes).value), cwd: null, resets: false }),
  };
};

import { isObject, itemsAt, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import { block, found, toolCall } from './keys.ts';

/** What a message says of calls. */
export interface Said {
  readonly calls: readonly string[];
  readonly results: readonly { readonly call: string }[];
  /** Paths of objects in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly string[];
}

/** Calls and results as content blocks: `tool_use` and `tool_result`. `message` has been read. */
export function blocksOf(object: Scanned): Said {
  const calls: string[] = [];
  const results: { readonly call: string }[] = [];
  const ambiguous: string[] = [];
  let position = -1;
  for (const item of itemsAt(object, found('content'))) {
    position += 1;
    if (!isObject(object, item)) {
      continue;
    }
    if (!block.read(object, item)) {
      ambiguous.push(`content[${position}]`);
      continue;
    }
    const type = stringAt(object, block.found[block.slot.type] as number);
    const key = type === 'tool_use' ? 'id' : type === 'tool_result' ? 'tool_use_id' : null;
    const call = key === null ? null : stringAt(object, block.found[block.slot[key]] as number);
    if (call !== null && key === 'id') {
      calls.push(call);
    } else if (call !== null) {
      results.push({ call });
    }
  }
  return { calls, results, ambiguous };
}

/** Calls as `tool_calls`, a result by `tool_call_id`. `message` has been read. */
export function toolCallsOf(object: Scanned): Said {
  const calls: string[] = [];
  const ambiguous: string[] = [];
  let position = -1;
  for (const item of itemsAt(object, found('tool_calls'))) {
    position += 1;
    if (!isObject(object, item)) {
      continue;
    }
    if (!toolCall.read(object, item)) {
      ambiguous.push(`tool_calls[${position}]`);
      continue;
    }
    const call = stringAt(object, toolCall.found[toolCall.slot.id] as number);
    if (call !== null) {
      calls.push(call);
    }
  }
  const answered = stringAt(object, found('tool_call_id'));
  return { calls, results: answered === null ? [] : [{ call: answered }], ambiguous };
}

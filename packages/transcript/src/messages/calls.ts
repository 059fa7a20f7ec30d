import { eachObject } from '../document/each.ts';
import { stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { block, found, toolCall, types } from './keys.ts';

/** What a message says of calls. */
export interface Said {
  readonly calls: readonly string[];
  readonly results: readonly { readonly call: string }[];
  /** Paths of objects in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly string[];
}

const NO_CALLS: Said = Object.freeze({ calls: [], results: [], ambiguous: [] });

/** Calls and results as content blocks: `tool_use` and `tool_result`. `message` has been read. */
export function blocksOf(object: Scanned): Said {
  const calls: string[] = [];
  const results: { readonly call: string }[] = [];
  const at = (key: keyof typeof block.slot): string | null => stringAt(object, block.found[block.slot[key]] as number);
  const ambiguous = eachObject(object, found('content'), block, () => {
    const type = types.textAt(object, block.found[block.slot.type] as number);
    const call = type === 'tool_use' ? at('id') : type === 'tool_result' ? at('tool_use_id') : null;
    if (call !== null && type === 'tool_use') {
      calls.push(call);
    } else if (call !== null) {
      results.push({ call });
    }
  });
  return { calls, results, ambiguous: ambiguous.map((position) => `content[${position}]`) };
}

/** Calls as `tool_calls`, a result by `tool_call_id`. `message` has been read. */
export function toolCallsOf(object: Scanned): Said {
  if (found('tool_calls') === NONE && found('tool_call_id') === NONE) {
    return NO_CALLS;
  }
  const calls: string[] = [];
  const ambiguous = eachObject(object, found('tool_calls'), toolCall, () => {
    const call = stringAt(object, toolCall.found[toolCall.slot.id] as number);
    if (call !== null) {
      calls.push(call);
    }
  });
  const answered = stringAt(object, found('tool_call_id'));
  return {
    calls,
    results: answered === null ? [] : [{ call: answered }],
    ambiguous: ambiguous.map((position) => `tool_calls[${position}]`),
  };
}

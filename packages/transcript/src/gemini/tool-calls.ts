import { eachObject } from '../document/each.ts';
import { isShown } from '../document/shown.ts';
import { stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import { toolCall } from './keys.ts';

/** Tools whose results are text that a model wrote. */
const GENERATING_TOOLS: ReadonlySet<string> = new Set([
  'codebase_investigator',
  'delegate_to_agent',
  'google_web_search',
  'web_fetch',
]);

/** What the tool calls of a message say; call and result stand together (§4). */
export interface ToolCalls {
  readonly calls: readonly string[];
  readonly results: readonly { readonly call: string }[];
  /** The first tool with generated text among those that gave a result. */
  readonly generated: string | null;
  /** Positions of calls in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly number[];
}

/** Reads the value of `toolCalls`. */
export function toolCallsIn(scanned: Scanned, list: number): ToolCalls {
  const calls: string[] = [];
  const results: { readonly call: string }[] = [];
  let generated: string | null = null;
  const { found, slot } = toolCall;
  const ambiguous = eachObject(scanned, list, toolCall, () => {
    const call = stringAt(scanned, found[slot.id] as number);
    const hasResult = isShown(scanned, found[slot.result] as number);
    const name = hasResult ? stringAt(scanned, found[slot.name] as number) : null;
    if (name !== null && GENERATING_TOOLS.has(name)) {
      generated ??= name;
    }
    if (call !== null) {
      calls.push(call);
      if (hasResult) {
        results.push({ call });
      }
    }
  });
  return { calls, results, generated, ambiguous };
}

import type { Span } from '../types.ts';
import { holds, pathIn } from './plain.ts';
import type { ToolResult } from './types.ts';

/** A call of a tool. */
export interface Call {
  readonly tool: string | null;
  readonly path: string | null;
  /** What it gave the tool. */
  readonly input: unknown;
}

export const callOf = (tool: unknown, input: unknown): Call => ({
  tool: typeof tool === 'string' ? tool : null,
  path: pathIn(input),
  input,
});

/** Calls by their identifier until their result comes. A repeated identifier is the later call's. */
export class OpenCalls {
  readonly #open = new Map<string, Call>();

  opened(id: unknown, tool: unknown, input: unknown): void {
    if (typeof id === 'string') this.#open.set(id, callOf(tool, input));
  }

  /** The call that a result answers; undefined for one that was answered before, or was never made. */
  answered(id: unknown): Call | undefined {
    const call = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (call !== undefined) this.#open.delete(String(id));
    return call;
  }
}

/**
 * A result of a tool that shows files as they are. Without its call it is nobody's; what the call itself holds, and nothing at
 * all, it does not deliver.
 */
export const rawResult = (call: Call | undefined, shown: string | undefined, span: Span | null): ToolResult[] => {
  if (shown === undefined) return [];
  const { tool = null, path = null, input } = call ?? {};
  const raw = call !== undefined && shown !== '' && !holds(input, shown);
  return [{ tool, path, shown, span, raw, lines: null }];
};

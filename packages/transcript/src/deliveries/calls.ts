import type { Span } from '../types.ts';
import { holds, pathIn } from './plain.ts';
import { textsIn } from './record.ts';
import type { ToolResult } from './types.ts';

/** A call of a tool. */
export interface Call {
  readonly tool: string | null;
  readonly path: string | null;
  readonly from: string | null;
  readonly turn: string | null;
  /** What it gave the tool, as it is written and as it is read. */
  readonly input: unknown;
}

interface Made {
  readonly from?: string | null;
  readonly turn?: string | null;
  /** What was given as it is written, where that is another thing than what is read out of it. */
  readonly given?: unknown;
}

export const callOf = (tool: unknown, input: unknown, { from = null, turn = null, given }: Made = {}): Call => ({
  tool: typeof tool === 'string' ? tool : null,
  path: pathIn(input),
  from,
  turn,
  input: typeof given === 'string' ? textsIn(given) : [input, given],
});

/** Calls by their identifier until their result comes. */
export class OpenCalls {
  readonly #open = new Map<string, Call>();

  opened(id: unknown, call: Call): void {
    if (typeof id !== 'string') return;
    // Of two calls under one identifier nobody can say which is answered: the later, that holds what both hold.
    const earlier = this.#open.get(id);
    this.#open.set(id, earlier === undefined ? call : { ...call, input: [earlier.input, call.input] });
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
export const rawResult = (
  call: Call | undefined,
  shown: string | undefined,
  span: Span | null,
  answered = false,
): ToolResult[] => {
  if (shown === undefined) return [];
  const { tool = null, path = null, from = null, turn = null, input } = call ?? {};
  // A new line at the end is what printing adds.
  const raw = call !== undefined && !holds(input, shown.replace(/\n+$/, ''));
  return [{ tool, path, from, turn, answered, shown, span, raw, lines: null }];
};

import { pathIn } from './plain.ts';

/** A call of a tool. */
export interface Call {
  readonly tool: string | null;
  readonly path: string | null;
  readonly turn: string | null;
}

const unknown: Call = { tool: null, path: null, turn: null };

/** Calls by their identifier until their result comes. A repeated identifier is the later call's. */
export class OpenCalls {
  readonly #open = new Map<string, Call>();

  opened(id: unknown, tool: unknown, input: unknown, turn: string | null): void {
    if (typeof id !== 'string') return;
    this.#open.set(id, { tool: typeof tool === 'string' ? tool : null, path: pathIn(input), turn });
  }

  answered(id: unknown): Call {
    const call = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (call !== undefined) this.#open.delete(String(id));
    return call ?? unknown;
  }
}

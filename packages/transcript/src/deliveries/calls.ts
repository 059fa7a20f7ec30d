import { pathIn, writtenIn } from './plain.ts';

/** A call of a tool. */
export interface Call {
  readonly tool: string | null;
  readonly path: string | null;
  readonly turn: string | null;
  /** Whether it writes a text itself, which its result is then no delivery of. */
  readonly writes: boolean;
}

const unknown: Call = { tool: null, path: null, turn: null, writes: false };

/** Calls by their identifier until their result comes. A repeated identifier is the later call's. */
export class OpenCalls {
  readonly #open = new Map<string, Call>();

  opened(id: unknown, tool: unknown, input: unknown, turn: string | null): void {
    if (typeof id !== 'string') return;
    const writes = writtenIn(input).length > 0;
    this.#open.set(id, { tool: typeof tool === 'string' ? tool : null, path: pathIn(input), turn, writes });
  }

  answered(id: unknown): Call {
    const call = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (call !== undefined) this.#open.delete(String(id));
    return call ?? unknown;
  }
}

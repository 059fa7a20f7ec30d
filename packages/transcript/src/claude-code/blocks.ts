import { isObject, itemsAt, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import { block } from './keys.ts';

/** Tools whose results are text that a model wrote, delivered by a tool (§2, rule 7). */
const GENERATING_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent', 'TaskOutput', 'WebFetch']);

/** What the content blocks of a message say about who made it. */
export interface Blocks {
  readonly hasToolResult: boolean;
  /** The first tool with generated text among those whose results stand here. */
  readonly generated: string | null;
  /** Positions of blocks in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly number[];
}

/** Reads content blocks in file order and remembers which calls will deliver generated text. */
export class BlockReader {
  readonly #generatingCalls = new Map<string, string>();

  /** Reads the value of `message.content`; a string has no blocks. */
  read(scanned: Scanned, content: number): Blocks {
    let hasToolResult = false;
    let generated: string | null = null;
    const ambiguous: number[] = [];
    let position = -1;
    for (const item of itemsAt(scanned, content)) {
      position += 1;
      if (!isObject(scanned, item)) {
        continue;
      }
      if (!block.read(scanned, item)) {
        ambiguous.push(position);
        continue;
      }
      const { found, slot } = block;
      const type = stringAt(scanned, found[slot.type] as number);
      if (type === 'tool_use') {
        this.#remember(scanned, found[slot.id] as number, found[slot.name] as number);
      } else if (type === 'tool_result') {
        hasToolResult = true;
        generated ??= this.#generatingToolOf(scanned, found[slot.tool_use_id] as number);
      }
    }
    return { hasToolResult, generated, ambiguous };
  }

  #remember(scanned: Scanned, id: number, name: number): void {
    const tool = stringAt(scanned, name);
    const call = stringAt(scanned, id);
    if (tool !== null && call !== null && GENERATING_TOOLS.has(tool)) {
      this.#generatingCalls.set(call, tool);
    }
  }

  #generatingToolOf(scanned: Scanned, id: number): string | null {
    if (this.#generatingCalls.size === 0) {
      return null;
    }
    const call = stringAt(scanned, id);
    return call === null ? null : (this.#generatingCalls.get(call) ?? null);
  }
}

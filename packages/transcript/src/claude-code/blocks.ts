import { isArray, isObject, itemsAt, stringAt } from '../json/field.ts';
import { endOf, NONE, type Scanned, startOf } from '../json/tape.ts';
import { unitsIn } from '../json/units.ts';
import { kindOf } from '../json/value.ts';
import type { Span } from '../types.ts';
import { block, inner } from './keys.ts';

/** Tools whose results are text that a model wrote, delivered by a tool (§2, rule 7). */
const GENERATING_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent', 'TaskOutput', 'WebFetch']);

/** The harness reckons with so many UTF-16 code units a token. */
const UNITS_PER_TOKEN = 4;

/** A `tool_result` block: which call it answers, and the value of its `content`. */
export interface ResultBlock {
  readonly call: string;
  /** Relative to the record's bytes; null when there is no content. */
  readonly content: Span | null;
  /** Its size as the harness counts it; null when it is not text alone, and the harness's figure is not known. */
  readonly tokens: number | null;
}

/** What the content blocks of a message say. */
export interface Blocks {
  readonly hasToolResult: boolean;
  /** The first tool with generated text among those whose results stand here. */
  readonly generated: string | null;
  /** Positions of blocks in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly number[];
  /** The ids of the calls made here. */
  readonly calls: readonly string[];
  readonly results: readonly ResultBlock[];
  /** Entries of the texts that stand here as such, not in a result. */
  readonly texts: readonly number[];
}

const NOTHING: readonly never[] = Object.freeze([]);
const NO_BLOCKS: Blocks = Object.freeze({
  hasToolResult: false,
  generated: null,
  ambiguous: NOTHING,
  calls: NOTHING,
  results: NOTHING,
  texts: NOTHING,
});

/** Reads content blocks in file order and remembers which calls will deliver generated text. */
export class BlockReader {
  readonly #generatingCalls = new Map<string, string>();

  /** Reads the value of `message.content`; a string has no blocks and is itself a text. */
  read(scanned: Scanned, content: number): Blocks {
    if (!isArray(scanned, content)) {
      return isString(scanned, content) ? { ...NO_BLOCKS, texts: [content] } : NO_BLOCKS;
    }
    let hasToolResult = false;
    let generated: string | null = null;
    const ambiguous: number[] = [];
    const calls: string[] = [];
    const results: ResultBlock[] = [];
    const texts: number[] = [];
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
        const id = stringAt(scanned, found[slot.id] as number);
        if (id !== null) {
          calls.push(id);
          this.#remember(scanned, id, found[slot.name] as number);
        }
      } else if (type === 'tool_result') {
        hasToolResult = true;
        const call = stringAt(scanned, found[slot.tool_use_id] as number);
        if (call !== null) {
          generated ??= this.#generatingCalls.get(call) ?? null;
          results.push(resultOf(scanned, call, found[slot.content] as number));
        }
      } else if (type === 'text' && isString(scanned, found[slot.text] as number)) {
        texts.push(found[slot.text] as number);
      }
    }
    return { hasToolResult, generated, ambiguous, calls, results, texts };
  }

  #remember(scanned: Scanned, call: string, name: number): void {
    const tool = stringAt(scanned, name);
    if (tool !== null && GENERATING_TOOLS.has(tool)) {
      this.#generatingCalls.set(call, tool);
    }
  }
}

/** Whether there is a value and it is a string. */
export function isString(scanned: Scanned, entry: number): boolean {
  return entry !== NONE && kindOf(scanned, entry) === 'string';
}

function resultOf(scanned: Scanned, call: string, content: number): ResultBlock {
  return content === NONE
    ? { call, content: null, tokens: null }
    : {
        call,
        content: Object.freeze({ start: startOf(scanned.tape, content), end: endOf(scanned.tape, content) }),
        tokens: tokensOf(scanned, content),
      };
}

function tokensOf(scanned: Scanned, content: number): number | null {
  if (isArray(scanned, content)) {
    let tokens = 0;
    for (const item of itemsAt(scanned, content)) {
      const text =
        isObject(scanned, item) && inner.read(scanned, item) ? (inner.found[inner.slot.text] as number) : NONE;
      if (!isString(scanned, text)) {
        return null;
      }
      tokens += tokensIn(scanned, text);
    }
    return tokens;
  }
  return isString(scanned, content) ? tokensIn(scanned, content) : null;
}

function tokensIn(scanned: Scanned, text: number): number {
  return Math.round(unitsIn(scanned, text) / UNITS_PER_TOKEN);
}

/** The entries of the texts among blocks; none when it is no array. */
export function textsIn(scanned: Scanned, content: number): number[] {
  const texts: number[] = [];
  for (const item of itemsAt(scanned, content)) {
    const text = isObject(scanned, item) && inner.read(scanned, item) ? (inner.found[inner.slot.text] as number) : NONE;
    if (isString(scanned, text)) {
      texts.push(text);
    }
  }
  return texts;
}

import { isArray, isObject, isString, itemsAt, stringAt } from '../json/field.ts';
import { endOf, NONE, type Scanned, startOf } from '../json/tape.ts';
import { unitsIn } from '../json/units.ts';
import type { Span } from '../types.ts';
import { block, inner } from './keys.ts';

/** Tools whose results are text that a model wrote, delivered by a tool (§2, rule 7). */
const GENERATING_TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent', 'TaskOutput', 'WebFetch']);

/** The harness reckons with so many UTF-16 code units a token. */
const UNITS_PER_TOKEN = 4;

/**
 * Texts up to so many bytes are counted. A longer one is not walked again for a figure that hardly any file asks for: a
 * code unit of it takes one byte at least and six at most.
 */
const COUNTED_BYTES = 1024;
const MOST_BYTES_PER_UNIT = 6;

/** Between what figures a size lies; both are the same where it was counted. */
export interface Tokens {
  readonly least: number;
  readonly most: number;
}

/** A `tool_result` block: which call it answers, and the value of its `content`. */
export interface ResultBlock {
  readonly call: string;
  /** Relative to the record's bytes; null when there is no content. */
  readonly content: Span | null;
  /** Its size as the harness counts it; null when it is not text alone, and the harness's figure is not known. */
  readonly tokens: Tokens | null;
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

/** Reads content blocks in file order and remembers which calls will deliver generated text, and the last answer. */
export class BlockReader {
  readonly #generatingCalls = new Map<string, string>();
  #answer: string | null = null;

  /** Whether a record of a model begins another answer than the one before. */
  isNewAnswer(id: string | null): boolean {
    const isNew = id === null || id !== this.#answer;
    this.#answer = id;
    return isNew;
  }

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

function resultOf(scanned: Scanned, call: string, content: number): ResultBlock {
  return content === NONE
    ? { call, content: null, tokens: null }
    : {
        call,
        content: { start: startOf(scanned.tape, content), end: endOf(scanned.tape, content) },
        tokens: tokensOf(scanned, content),
      };
}

function tokensOf(scanned: Scanned, content: number): Tokens | null {
  if (!isArray(scanned, content)) {
    return isString(scanned, content) ? tokensIn(scanned, content) : null;
  }
  let least = 0;
  let most = 0;
  for (const item of itemsAt(scanned, content)) {
    const text = textIn(scanned, item);
    if (text === NONE) {
      return null;
    }
    const tokens = tokensIn(scanned, text);
    least += tokens.least;
    most += tokens.most;
  }
  return { least, most };
}

function tokensIn(scanned: Scanned, text: number): Tokens {
  const bytes = endOf(scanned.tape, text) - startOf(scanned.tape, text) - QUOTES;
  if (bytes > COUNTED_BYTES) {
    return { least: tokensFor(bytes / MOST_BYTES_PER_UNIT), most: tokensFor(bytes) };
  }
  const tokens = tokensFor(unitsIn(scanned, text));
  return { least: tokens, most: tokens };
}

const QUOTES = 2;

function tokensFor(units: number): number {
  return Math.round(units / UNITS_PER_TOKEN);
}

/** The entry of a block's text, or -1. */
function textIn(scanned: Scanned, item: number): number {
  const text = isObject(scanned, item) && inner.read(scanned, item) ? (inner.found[inner.slot.text] as number) : NONE;
  return isString(scanned, text) ? text : NONE;
}

/** The entries of the texts among blocks; none when it is no array. */
export function textsIn(scanned: Scanned, content: number): number[] {
  const texts: number[] = [];
  for (const item of itemsAt(scanned, content)) {
    const text = textIn(scanned, item);
    if (text !== NONE) {
      texts.push(text);
    }
  }
  return texts;
}

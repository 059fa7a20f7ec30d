import { eachObject } from '../document/each.ts';
import { spanAt } from '../document/shown.ts';
import { countAt, isObject, isPresent, isString, isTrue, stringAt } from '../json/field.ts';
import type { Scanned } from '../json/tape.ts';
import type { Span } from '../types.ts';
import { known, part, state, time } from './keys.ts';

/** The output of a tool that was pruned: since when, in milliseconds, or null where that cannot be read; and what it is. */
export interface Pruned {
  readonly since: number | null;
  /** The value of the output, relative to the record's bytes; null where it is no text. */
  readonly output: Span | null;
}

/** What the parts of a message say. */
export interface Parts {
  readonly calls: readonly string[];
  readonly results: readonly { readonly call: string }[];
  readonly pruned: readonly Pruned[];
  /** The part that asks for a compaction, if there is one. */
  readonly compaction: {
    readonly by: 'user' | 'harness';
    /** The first of the messages before it that stay, if any do. */
    readonly keepsFrom: string | null;
  } | null;
  /** Whether a text stands here that was not made by the program. */
  readonly isTyped: boolean;
  /** The first tool with generated text among those that gave a result. */
  readonly generated: string | null;
  /** Positions of parts in which a key stands twice: not interpreted. */
  readonly ambiguous: readonly number[];
  /** Positions of what names no type, so that nobody can say what it is. */
  readonly untyped: readonly number[];
}

/** The tool whose results are another agent's answer. */
const GENERATING_TOOL = 'task';

/** A call with one of these has been answered. */
const ANSWERED: ReadonlySet<string> = new Set(['completed', 'error']);

/** Reads the value of `parts`. */
export function partsIn(scanned: Scanned, list: number): Parts {
  const calls: string[] = [];
  const results: { readonly call: string }[] = [];
  const pruned: Pruned[] = [];
  const untyped: number[] = [];
  const unclear: number[] = [];
  let compaction: Parts['compaction'] = null;
  let isTyped = false;
  let generated: string | null = null;
  const { found, slot } = part;
  const tool = (position: number): void => {
    const call = stringAt(scanned, found[slot.callID] as number);
    const told = stateOf(scanned, found[slot.state] as number);
    if (told === null) {
      unclear.push(position);
      return;
    }
    if (call !== null) {
      calls.push(call);
    }
    if (call !== null && told.isAnswered) {
      results.push({ call });
    }
    if (told.isAnswered && stringAt(scanned, found[slot.tool] as number) === GENERATING_TOOL) {
      generated = GENERATING_TOOL;
    }
    pruned.push(...told.pruned);
  };
  const see = (position: number): void => {
    switch (known.textAt(scanned, found[slot.type] as number)) {
      case null:
        untyped.push(position);
        break;
      case 'tool':
        tool(position);
        break;
      case 'compaction':
        compaction = {
          by: isTrue(scanned, found[slot.auto] as number) ? 'harness' : 'user',
          keepsFrom: stringAt(scanned, found[slot.tail_start_id] as number),
        };
        break;
      case 'text':
      case 'file':
      case 'agent':
        isTyped ||= !isTrue(scanned, found[slot.synthetic] as number);
        break;
      default:
        break;
    }
  };
  const twice = eachObject(scanned, list, part, see, (position) => untyped.push(position));
  const ambiguous = unclear.length === 0 ? twice : [...twice, ...unclear].sort((a, b) => a - b);
  return { calls, results, pruned, compaction, isTyped, generated, ambiguous, untyped };
}

/** What the state of a tool says; null when a key of it stands twice. */
function stateOf(scanned: Scanned, value: number): { isAnswered: boolean; pruned: readonly Pruned[] } | null {
  if (!isObject(scanned, value)) {
    return { isAnswered: false, pruned: [] };
  }
  if (!state.read(scanned, value)) {
    return null;
  }
  const isAnswered = ANSWERED.has(known.textAt(scanned, state.found[state.slot.status] as number) ?? '');
  const output = state.found[state.slot.output] as number;
  const times = state.found[state.slot.time] as number;
  if (!isObject(scanned, times)) {
    return { isAnswered, pruned: [] };
  }
  if (!time.read(scanned, times)) {
    return null;
  }
  const since = time.found[time.slot.compacted] as number;
  return {
    isAnswered,
    pruned: isPresent(scanned, since)
      ? [{ since: countAt(scanned, since), output: isString(scanned, output) ? spanAt(scanned, output) : null }]
      : [],
  };
}

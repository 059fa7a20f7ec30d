import { nameFrom } from '../findings.ts';
import { isObject, isString, stringAt } from '../json/field.ts';
import { endOf, type Scanned, startOf } from '../json/tape.ts';
import type { Producer, Span } from '../types.ts';
import { digestOf } from './digest.ts';
import { item, names } from './keys.ts';
import { userOf } from './speaker.ts';

/** One item of the conversation, as it was sent to the model or came from it. */
export interface Item {
  /** Its type, if that is a name. */
  readonly type: string | null;
  readonly id: string | null;
  /** The item as written, relative to the record's bytes. */
  readonly span: Span;
  /** Of the item as parsed: items with the same one are the same. */
  readonly digest: string;
  readonly producer: Producer | null;
  /** Whether an operator's turn begins with it. */
  readonly startsTurn: boolean;
  /** The call that it makes, and the call whose result it is. */
  readonly call: string | null;
  readonly result: string | null;
  readonly generated: string | null;
  /** Whether some of it is encrypted, so that nobody but the provider can read what the model was told by it. */
  readonly isEncrypted: boolean;
  /** Whether it is a compaction that the provider made. */
  readonly isCompaction: boolean;
  /** A type that is not known. */
  readonly isUnknown: boolean;
  /** Whether a key stands twice in it. */
  readonly isAmbiguous: boolean;
}

const CALLS: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'tool_search_call',
]);
const RESULTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);
const COMPACTIONS: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction']);
/** What the model makes beside messages and calls. */
const MADE: ReadonlySet<string> = new Set(['reasoning', 'web_search_call', 'image_generation_call']);

/** An item that is kept for the harness alone and not sent. */
export const UNSENT = 'ghost_snapshot';

/** Tools whose results are what another agent's model wrote. */
const GENERATING_TOOLS: ReadonlySet<string> = new Set(['wait', 'wait_agent', 'close_agent', 'resume_agent']);

/** Reads items in file order and remembers which calls will deliver generated text. */
export class ItemReader {
  readonly #generatingCalls = new Map<string, string>();

  /** Reads the value at an entry; what is no object, or has a key twice, is an item of which nothing else is known. */
  read(scanned: Scanned, entry: number): Item {
    const span = Object.freeze({ start: startOf(scanned.tape, entry), end: endOf(scanned.tape, entry) });
    const digest = digestOf(scanned, entry);
    const isReadable = isObject(scanned, entry) && item.read(scanned, entry);
    if (!isReadable) {
      const isAmbiguous = isObject(scanned, entry);
      return { ...NOTHING_KNOWN, span, digest, isAmbiguous, isUnknown: !isAmbiguous };
    }
    const { found, slot } = item;
    const at = (name: keyof typeof slot): number => found[slot[name]] as number;
    const type = names.textAt(scanned, at('type')) ?? '';
    const call = CALLS.has(type) ? stringAt(scanned, at('call_id')) : null;
    const result = RESULTS.has(type) ? stringAt(scanned, at('call_id')) : null;
    if (call !== null) {
      this.#remember(call, stringAt(scanned, at('name')));
    }
    const role = type === 'message' ? names.textAt(scanned, at('role')) : null;
    const producer = producerOf(type, role) ?? (role === 'user' ? userOf(scanned, at('content'), at(METADATA)) : null);
    return {
      type: producer === null ? nameFrom(type) : type,
      id: stringAt(scanned, at('id')),
      span,
      digest,
      producer,
      startsTurn: producer === 'operator',
      call,
      result,
      generated: result === null ? null : (this.#generatingCalls.get(result) ?? null),
      isEncrypted: isString(scanned, at('encrypted_content')),
      isCompaction: COMPACTIONS.has(type),
      isUnknown: producer === null && role === null,
      isAmbiguous: false,
    };
  }

  /** The later of two calls under one id decides, as far as anyone can see. */
  #remember(call: string, tool: string | null): void {
    if (tool !== null && GENERATING_TOOLS.has(tool)) {
      this.#generatingCalls.set(call, tool);
    } else {
      this.#generatingCalls.delete(call);
    }
  }
}

const METADATA = 'internal_chat_message_metadata_passthrough';

const NOTHING_KNOWN = Object.freeze({
  type: null,
  id: null,
  producer: null,
  startsTurn: false,
  call: null,
  result: null,
  generated: null,
  isEncrypted: false,
  isCompaction: false,
});

/** Who made an item of a type, or a message under a role; null when that is not known, or depends on what it says. */
function producerOf(type: string, role: string | null): Producer | null {
  if (RESULTS.has(type)) {
    return 'tool';
  }
  if (CALLS.has(type) || MADE.has(type) || COMPACTIONS.has(type)) {
    return 'model';
  }
  switch (role) {
    case 'assistant':
      return 'model';
    case 'developer':
    case 'system':
      return 'harness';
    default:
      return null;
  }
}

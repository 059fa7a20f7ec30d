import { nameFrom } from '../findings.ts';
import { countAt, isArray, isObject, isPresent, isTrue, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { kindOf } from '../json/value.ts';
import type { Producer } from '../types.ts';
import { showingOf } from './attachments.ts';
import type { BlockReader, Blocks } from './blocks.ts';
import { attachment, data, found, message, usage } from './keys.ts';

/** Something odd in a record, to become a finding. */
export interface Oddity {
  readonly code: 'unknown-record-type' | 'duplicate-key';
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** Where a record belongs by its type, and why. */
export interface Classified {
  readonly reason: string;
  /** The path and the entry of what the model saw; null when the record is beside. */
  readonly shown: { readonly path: string; readonly entry: number } | null;
  readonly producer: Producer | null;
  readonly generated: string | null;
  readonly oddities: readonly Oddity[];
  /** What a `user` or `assistant` record says beyond that, when its message is readable. */
  readonly message: Message | null;
  /** Whether it is the sign of a session that was resumed: a hook that spoke at that. */
  readonly resumes: boolean;
}

/** What a message says of the conversation. */
export interface Message {
  /** The id that the records of one answer share; null for a user's. */
  readonly id: string | null;
  /** Made by the harness in the model's place. */
  readonly synthetic: boolean;
  /** How many tokens the model was sent for this answer; null where that is not said, or was by the record before. */
  readonly sent: number | null;
  readonly blocks: Blocks;
}

const RESUMED = 'SessionStart:resume';
const SYNTHETIC_MODEL = '<synthetic>';

/** Types that are no part of the conversation (§2, rule 5). */
export const BESIDE_TYPES: ReadonlySet<string> = new Set([
  'progress',
  'file-history-snapshot',
  'summary',
  'queue-operation',
  'pr-link',
]);

/**
 * Classifies an object by §2, rules 3, 5, 6 and 7. `record` has been read over it; the rules that come before
 * (repeats, side-chains) are the caller's.
 */
export function classify(scanned: Scanned, blocks: BlockReader): Classified {
  const type = stringAt(scanned, found('type'));
  switch (type) {
    case 'user':
    case 'assistant':
      return ofMessage(scanned, type, blocks);
    case 'system':
      return ofSystem(scanned);
    case 'attachment':
      return ofAttachment(scanned);
    default:
      return ofOther(scanned, type);
  }
}

function ofMessage(scanned: Scanned, type: 'user' | 'assistant', blocks: BlockReader): Classified {
  const holder = found('message');
  const readable = isObject(scanned, holder);
  if (readable && !message.read(scanned, holder)) {
    return ambiguous('message');
  }
  const content = readable ? (message.found[message.slot.content] as number) : NONE;
  const read = blocks.read(scanned, content);
  const isError = isTrue(scanned, found('isApiErrorMessage'));
  const producer = type === 'assistant' ? (isError ? 'harness' : 'model') : userProducer(scanned, read.hasToolResult);
  const oddities = read.ambiguous.map((position) => duplicateKey(`message.content[${position}]`));
  const says = type === 'assistant' && readable ? answerOf(scanned, isError, read, blocks) : promptOf(read);
  if (isError) {
    return { ...beside('api-error', producer, oddities), message: says };
  }
  if (content === NONE || !(isArray(scanned, content) || kindOf(scanned, content) === 'string')) {
    return beside('no-content', producer, oddities);
  }
  const reason = type === 'user' && isTrue(scanned, found('isCompactSummary')) ? 'user/compact-summary' : type;
  return {
    reason,
    shown: { path: 'message.content', entry: content },
    producer,
    generated: read.generated,
    oddities,
    message: says,
    resumes: false,
  };
}

function promptOf(blocks: Blocks): Message {
  return { id: null, synthetic: false, sent: null, blocks };
}

/** `message` has been read. */
function answerOf(scanned: Scanned, isError: boolean, blocks: Blocks, reader: BlockReader): Message {
  const { found: parts, slot } = message;
  const id = stringAt(scanned, parts[slot.id] as number);
  return {
    id,
    synthetic: isError || stringAt(scanned, parts[slot.model] as number) === SYNTHETIC_MODEL,
    sent: reader.isNewAnswer(id) ? sentFor(scanned, parts[slot.usage] as number) : null,
    blocks,
  };
}

/** The size of the context that was sent, whatever of it the provider had in a cache. */
function sentFor(scanned: Scanned, value: number): number | null {
  if (!isObject(scanned, value) || !usage.read(scanned, value)) {
    return null;
  }
  const { found: parts, slot } = usage;
  const input = countAt(scanned, parts[slot.input_tokens] as number);
  const created = countAt(scanned, parts[slot.cache_creation_input_tokens] as number) ?? 0;
  const cached = countAt(scanned, parts[slot.cache_read_input_tokens] as number) ?? 0;
  return input === null ? null : input + created + cached;
}

/** §2, rule 7: an operator's message is told by what only a prompt that was typed carries. */
function userProducer(scanned: Scanned, hasToolResult: boolean): Producer {
  if (hasToolResult) {
    return 'tool';
  }
  const isTyped =
    isPresent(scanned, found('thinkingMetadata')) ||
    isPresent(scanned, found('permissionMode')) ||
    isPresent(scanned, found('todos'));
  const isMade =
    isTrue(scanned, found('isMeta')) ||
    isTrue(scanned, found('isCompactSummary')) ||
    isPresent(scanned, found('planContent'));
  return isTyped && !isMade ? 'operator' : 'harness';
}

function ofSystem(scanned: Scanned): Classified {
  const subtype = nameFrom(stringAt(scanned, found('subtype')));
  const reason = subtype === null ? 'system' : `system/${subtype}`;
  if (subtype !== 'local_command') {
    return beside(reason, 'harness');
  }
  const content = found('content');
  if (!isPresent(scanned, content)) {
    return beside('no-content', 'harness');
  }
  return { ...beside(reason, 'harness'), shown: { path: 'content', entry: content } };
}

function ofAttachment(scanned: Scanned): Classified {
  const value = found('attachment');
  if (!isPresent(scanned, value)) {
    return beside('no-content', 'harness');
  }
  const readable = isObject(scanned, value);
  if (readable && !attachment.read(scanned, value)) {
    return ambiguous('attachment');
  }
  const { slot } = attachment;
  const type = readable ? stringAt(scanned, attachment.found[slot.type] as number) : null;
  const hookEvent = readable ? stringAt(scanned, attachment.found[slot.hookEvent] as number) : null;
  const resumes = readable && stringAt(scanned, attachment.found[slot.hookName] as number) === RESUMED;
  const showing = showingOf(type, hookEvent);
  const name = nameFrom(type);
  const reason = name === null ? 'attachment' : `attachment/${name}`;
  return {
    ...beside(reason, 'harness', showing === 'unknown' ? [unknownType('attachment.type', name)] : []),
    shown: showing === 'nothing' ? null : { path: 'attachment', entry: value },
    resumes,
  };
}

function ofOther(scanned: Scanned, type: string | null): Classified {
  if (type !== null && BESIDE_TYPES.has(type)) {
    return type === 'progress' ? { ...beside(type, null), resumes: isResumption(scanned) } : beside(type, null);
  }
  const name = nameFrom(type);
  return beside(name ?? 'unknown', null, [unknownType('type', name)]);
}

function isResumption(scanned: Scanned): boolean {
  const value = found('data');
  return (
    isObject(scanned, value) &&
    data.read(scanned, value) &&
    stringAt(scanned, data.found[data.slot.hookName] as number) === RESUMED
  );
}

const NONE_ODD: readonly Oddity[] = Object.freeze([]);

/** A record that the model did not see. */
export function beside(
  reason: string,
  producer: Producer | null = null,
  oddities: readonly Oddity[] = NONE_ODD,
): Classified {
  return { reason, shown: null, producer, generated: null, oddities, message: null, resumes: false };
}

/** A record of which an object has a key twice: which value counts is anyone's guess, so none does (§6). */
export function ambiguous(object: string): Classified {
  return beside('duplicate-key', null, [duplicateKey(object)]);
}

function duplicateKey(object: string): Oddity {
  return { code: 'duplicate-key', facts: { object } };
}

function unknownType(key: string, type: string | null): Oddity {
  return { code: 'unknown-record-type', facts: { key, type } };
}

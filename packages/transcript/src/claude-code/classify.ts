import { nameFrom } from '../findings.ts';
import { isArray, isObject, isPresent, isTrue, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { kindOf } from '../json/value.ts';
import type { Producer } from '../types.ts';
import { showingOf } from './attachments.ts';
import type { BlockReader } from './blocks.ts';
import { attachment, message, record } from './keys.ts';

/** Something odd in a record, to become a finding. */
export interface Oddity {
  readonly code: 'unknown-record-type' | 'duplicate-key' | 'compaction-unverifiable';
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
}

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
      return ofOther(type);
  }
}

function found(name: keyof typeof record.slot): number {
  return record.found[record.slot[name]] as number;
}

function ofMessage(scanned: Scanned, type: 'user' | 'assistant', blocks: BlockReader): Classified {
  const holder = found('message');
  const readable = isObject(scanned, holder);
  if (readable && !message.read(scanned, holder)) {
    return ambiguous('message');
  }
  const content = readable ? (message.found[message.slot.content] as number) : NONE;
  const { hasToolResult, generated, ambiguous: positions } = blocks.read(scanned, content);
  const isError = isTrue(scanned, found('isApiErrorMessage'));
  const producer = type === 'assistant' ? (isError ? 'harness' : 'model') : userProducer(scanned, hasToolResult);
  const oddities = positions.map((position) => duplicateKey(`message.content[${position}]`));
  if (isError) {
    return beside('api-error', producer, oddities);
  }
  if (content === NONE || !(isArray(scanned, content) || kindOf(scanned, content) === 'string')) {
    return beside('no-content', producer, oddities);
  }
  const reason = type === 'user' && isTrue(scanned, found('isCompactSummary')) ? 'user/compact-summary' : type;
  return { reason, shown: { path: 'message.content', entry: content }, producer, generated, oddities };
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
  if (subtype === 'microcompact_boundary') {
    return beside(reason, 'harness', [{ code: 'compaction-unverifiable', facts: { key: 'microcompactMetadata' } }]);
  }
  if (subtype !== 'local_command') {
    return beside(reason, 'harness');
  }
  const content = found('content');
  if (!isPresent(scanned, content)) {
    return beside('no-content', 'harness');
  }
  return { reason, shown: { path: 'content', entry: content }, producer: 'harness', generated: null, oddities: [] };
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
  const showing = showingOf(type, hookEvent);
  const name = nameFrom(type);
  const reason = name === null ? 'attachment' : `attachment/${name}`;
  if (showing === 'nothing') {
    return beside(reason, 'harness');
  }
  return {
    reason,
    shown: { path: 'attachment', entry: value },
    producer: 'harness',
    generated: null,
    oddities: showing === 'unknown' ? [unknownType('attachment.type', name)] : [],
  };
}

function ofOther(type: string | null): Classified {
  if (type !== null && BESIDE_TYPES.has(type)) {
    return beside(type, null);
  }
  const name = nameFrom(type);
  return beside(name ?? 'unknown', null, [unknownType('type', name)]);
}

function beside(reason: string, producer: Producer | null, oddities: readonly Oddity[] = []): Classified {
  return { reason, shown: null, producer, generated: null, oddities };
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

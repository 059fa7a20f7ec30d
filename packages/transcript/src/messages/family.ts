import { MESSAGES } from '../document/head.ts';
import { outline } from '../document/outline.ts';
import { isArray, isObject, isString, itemsAt, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { kindOf } from '../json/value.ts';
import { block, found, message } from './keys.ts';

/** The two forms of message arrays. */
export type Family = 'openai' | 'anthropic';

const OPENAI_ROLES: ReadonlySet<string> = new Set(['developer', 'function', 'system', 'tool']);
const ROLES: ReadonlySet<string> = new Set(['assistant', 'user', ...OPENAI_ROLES]);

const OPENAI_BLOCKS: ReadonlySet<string> = new Set(['file', 'image_url', 'input_audio', 'refusal']);
const ANTHROPIC_BLOCKS: ReadonlySet<string> = new Set([
  'document',
  'image',
  'redacted_thinking',
  'server_tool_use',
  'thinking',
  'tool_result',
  'tool_use',
  'web_search_tool_result',
]);

/** Whether an object is a message of either family: it has a role, and no parts as in other programs' messages. */
export function isMessage(object: Scanned): boolean {
  return (
    isObject(object, 0) &&
    message.read(object, 0) &&
    ROLES.has(stringAt(object, found('role')) ?? '') &&
    (found('content') !== NONE || found('tool_calls') !== NONE || found('function_call') !== NONE) &&
    found('parts') === NONE
  );
}

/**
 * Which family the messages of a document are of, by the first that only one of them has (§5). Where there is none, the
 * first message with content decides by its form, a text or blocks: both are allowed in both, and mean the same.
 */
export function familyOf(head: Uint8Array): Family | null {
  const { proved, hinted } = look(head);
  return proved ?? hinted;
}

/** Whether there are messages, and none that only one of the families has. */
export function isOfBoth(head: Uint8Array): boolean {
  const { proved, hinted } = look(head);
  return proved === null && hinted !== null;
}

function look(head: Uint8Array): { readonly proved: Family | null; readonly hinted: Family | null } {
  let proved: Family | null = null;
  let hinted: Family | null = null;
  outline(head, isMessage, (part, object) => {
    if (part === 'message' && isMessage(object)) {
      proved = provedBy(object);
      hinted ??= hintedBy(object);
    }
    return proved !== null;
  });
  return { proved, hinted };
}

/** `message` has been read. */
function provedBy(object: Scanned): Family | null {
  if (OPENAI_ROLES.has(stringAt(object, found('role')) ?? '')) {
    return 'openai';
  }
  if (found('tool_calls') !== NONE || found('function_call') !== NONE || found('tool_call_id') !== NONE) {
    return 'openai';
  }
  for (const item of itemsAt(object, found('content'))) {
    if (!isObject(object, item) || !block.read(object, item)) {
      continue;
    }
    const type = stringAt(object, block.found[block.slot.type] as number) ?? '';
    if (ANTHROPIC_BLOCKS.has(type)) {
      return 'anthropic';
    }
    // A file that was attached by its path is no part of either: OpenAI's has a member of that name.
    if (OPENAI_BLOCKS.has(type) && type !== 'file') {
      return 'openai';
    }
  }
  return null;
}

function hintedBy(object: Scanned): Family | null {
  const content = found('content');
  if (isArray(object, content)) {
    return 'anthropic';
  }
  return isString(object, content) || (content !== NONE && kindOf(object, content) === 'null') ? 'openai' : null;
}

/** What is looked for, for a report. */
export const SIGN = `a JSON array of messages with "role", or an object that has one as "${MESSAGES}"`;

import { shape } from '../json/shape.ts';
import { words } from '../json/words.ts';

/** The keys that are looked at, object by object (§5). */

export const message = shape([
  'role',
  'id',
  'content',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'refusal',
  'metadata',
  'parts',
]);

export const document = shape(['sessionId', 'session_id']);

/** A block of content, of either family. */
export const block = shape(['type', 'id', 'name', 'tool_use_id', 'source', 'text']);

/** A call of a tool in `tool_calls`. */
export const toolCall = shape(['id', 'function']);

/** What a program that keeps such arrays says of a message. */
export const metadata = shape(['kind']);

/** Roles, and types of blocks, that most messages and blocks have. */
export const roles = words(['assistant', 'user', 'tool', 'system', 'developer', 'function']);
export const types = words(['text', 'tool_use', 'tool_result', 'thinking', 'image']);

/** The entry of one of the message's own keys, or -1; `message` has been read. */
export function found(name: keyof typeof message.slot): number {
  return message.found[message.slot[name]] as number;
}

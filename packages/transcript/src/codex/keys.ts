import { shape } from '../json/shape.ts';
import { words } from '../json/words.ts';

/** The keys that are looked at, object by object (§3). */

export const line = shape(['type', 'payload', 'record_type', 'id', 'timestamp', 'instructions', 'call_id', 'content']);

export const meta = shape(['id', 'session_id']);

export const event = shape(['type', 'info', 'num_turns']);

/** What `token_count` tells. */
export const info = shape(['last_token_usage', 'total_token_usage']);

export const usage = shape(['input_tokens', 'total_tokens']);

export const compacted = shape(['message', 'replacement_history', 'encrypted_content', 'trigger']);

export const item = shape([
  'type',
  'id',
  'role',
  'content',
  'call_id',
  'name',
  'encrypted_content',
  'internal_chat_message_metadata_passthrough',
]);

/** One part of a message's content. */
export const part = shape(['text']);

export const passthrough = shape(['content_item_metadata']);

/** What is said of one part. */
export const partMetadata = shape(['provenance']);

export const provenance = shape(['type']);

/** The entry of one of the line's own keys, or -1; `line` has been read. */
export function found(name: keyof typeof line.slot): number {
  return line.found[line.slot[name]] as number;
}

/** What types and roles are mostly called; others are read all the same. */
export const names = words([
  'response_item',
  'event_msg',
  'turn_context',
  'world_state',
  'token_usage_record',
  'session_meta',
  'compacted',
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'user',
  'assistant',
  'developer',
  'system',
  'token_count',
  'agent_message',
  'agent_reasoning',
  'user_message',
  'item_completed',
]);

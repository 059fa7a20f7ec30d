import { shape } from '../json/shape.ts';

/** The keys that are looked at, object by object (§2). */

export const record = shape([
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'sessionId',
  'agentId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'isApiErrorMessage',
  'message',
  'content',
  'attachment',
  'planContent',
  'thinkingMetadata',
  'permissionMode',
  'todos',
  'compactMetadata',
  'messageId',
  'leafUuid',
  'version',
  'operation',
  'data',
  'microcompactMetadata',
]);

export const message = shape(['content', 'id', 'model', 'usage']);

export const usage = shape(['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']);

export const block = shape(['type', 'id', 'name', 'tool_use_id', 'content', 'text']);

/** A block inside the content of a tool result. */
export const inner = shape(['text']);

export const attachment = shape(['type', 'hookEvent', 'hookName']);

/** What a `progress` record tells of. */
export const data = shape(['hookName']);

export const microcompactMetadata = shape(['trigger', 'tokensSaved', 'compactedToolIds', 'clearedAttachmentUUIDs']);

export const compactMetadata = shape(['trigger', 'preservedMessages', 'preservedSegment']);

export const preservedMessages = shape(['uuids', 'allUuids']);

export const preservedSegment = shape(['headUuid', 'tailUuid']);

/** The entry of one of the record's own keys, or -1; `record` has been read. */
export function found(name: keyof typeof record.slot): number {
  return record.found[record.slot[name]] as number;
}

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
]);

export const message = shape(['content']);

export const block = shape(['type', 'id', 'name', 'tool_use_id']);

export const attachment = shape(['type', 'hookEvent']);

export const compactMetadata = shape(['trigger', 'preservedMessages', 'preservedSegment']);

export const preservedMessages = shape(['uuids', 'allUuids']);

export const preservedSegment = shape(['headUuid', 'tailUuid']);

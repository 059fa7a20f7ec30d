import { shape } from '../json/shape.ts';
import { words } from '../json/words.ts';

/** The keys that are looked at, object by object (§4). */

export const record = shape([
  'id',
  'type',
  'timestamp',
  'content',
  'toolCalls',
  'tokens',
  'sessionId',
  'projectHash',
  '$rewindTo',
  '$set',
]);

export const tokens = shape(['input']);

export const toolCall = shape(['id', 'name', 'result']);

export const set = shape(['messages', 'sessionId']);

/** The entry of one of the record's own keys, or -1; `record` has been read. */
export function found(name: keyof typeof record.slot): number {
  return record.found[record.slot[name]] as number;
}

/** Types that most messages have. */
export const types = words(['gemini', 'user', 'info', 'error', 'warning']);

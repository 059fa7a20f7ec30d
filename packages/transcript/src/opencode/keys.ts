import { shape } from '../json/shape.ts';
import { words } from '../json/words.ts';

/** The keys that are looked at, object by object (§5). */

export const record = shape(['info', 'parts']);

/** Of a message, and of the session. */
export const info = shape([
  'id',
  'role',
  'sessionID',
  'parentID',
  'summary',
  'error',
  'time',
  'tokens',
  'slug',
  'projectID',
  'directory',
  'version',
]);

export const part = shape(['type', 'tool', 'callID', 'state', 'synthetic', 'auto', 'tail_start_id']);

export const state = shape(['status', 'output', 'time']);

export const time = shape(['created', 'compacted']);

export const tokens = shape(['input', 'cache']);

export const cache = shape(['read', 'write']);

export const error = shape(['name']);

/** Words that most messages and parts are written with. */
export const known = words([
  'assistant',
  'user',
  'text',
  'tool',
  'reasoning',
  'step-start',
  'step-finish',
  'completed',
  'error',
  'running',
]);

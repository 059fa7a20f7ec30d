import type { Format } from '../formats.ts';
import { stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { BESIDE_TYPES } from './classify.ts';
import { found, record } from './keys.ts';
import { ClaudeCodeReading, FORMAT } from './reading.ts';

const TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', ...BESIDE_TYPES]);

/**
 * Claude Code JSONL, told by one record (§1): one of its types together with a uuid or a session; or, for a type that
 * is not known, the chain of parents together with a session. A snapshot or a title carries neither, so it only hints.
 */
export const claudeCode: Format = {
  name: FORMAT,
  sign: 'a JSON object on a line with "type" and "uuid" or "sessionId"',
  signOf: (object: Scanned) => {
    if (!record.read(object, 0)) {
      return 'none';
    }
    const type = stringAt(object, found('type'));
    const hasSession = stringAt(object, found('sessionId')) !== null;
    const isKnown = type !== null && TYPES.has(type);
    if (isKnown && (hasSession || stringAt(object, found('uuid')) !== null)) {
      return 'proof';
    }
    if (hasSession && found('parentUuid') !== NONE && found('isSidechain') !== NONE) {
      return 'proof';
    }
    const isSnapshot = type === 'file-history-snapshot' && found('messageId') !== NONE;
    const isTitle = type === 'summary' && found('leafUuid') !== NONE;
    return isSnapshot || isTitle ? 'hint' : 'none';
  },
  open: () => new ClaudeCodeReading(),
};

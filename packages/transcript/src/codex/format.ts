import { Lines } from '../document/lines.ts';
import { TellingReading } from '../document/reading.ts';
import type { Format, Sign } from '../formats.ts';
import { isArray, isObject, isString, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { LINE_TYPES } from './drafter.ts';
import { found, line } from './keys.ts';
import { CodexTeller, FORMAT } from './teller.ts';

/**
 * Codex CLI JSONL, told by one line (§3): one of its types with a time and a payload; in old files the header, a line
 * with a `record_type`, or a call or its output as a bare item. Other agents too write a message as such an item, so
 * that only hints; and so does a line of which the head shows no payload.
 */
export const codex: Format = {
  name: FORMAT,
  sign: 'a JSON object on a line with "timestamp", "type" and "payload", or a header with "id" and "instructions"',
  signOf: (object: Scanned): Sign => {
    if (!line.read(object, 0)) {
      return 'none';
    }
    const type = stringAt(object, found('type'));
    const hasTime = isString(object, found('timestamp'));
    if (type === null) {
      const isHeader = hasTime && isString(object, found('id')) && found('instructions') !== NONE;
      return isHeader || isString(object, found('record_type')) ? 'proof' : 'none';
    }
    if (LINE_TYPES.has(type) && hasTime) {
      return isObject(object, found('payload')) ? 'proof' : found('payload') === NONE ? 'hint' : 'none';
    }
    if (hasTime || found('payload') !== NONE) {
      return 'none';
    }
    if ((type === 'function_call' || type === 'function_call_output') && isString(object, found('call_id'))) {
      return 'proof';
    }
    return type === 'message' && isArray(object, found('content')) ? 'hint' : 'none';
  },
  open: () => new TellingReading(new Lines(), new CodexTeller()),
};

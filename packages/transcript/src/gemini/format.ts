import { outline } from '../document/outline.ts';
import { TellingReading } from '../document/reading.ts';
import { DocumentSplitter } from '../document/splitter.ts';
import type { Format, Sign } from '../formats.ts';
import { isObject, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { found, record } from './keys.ts';
import { FORMAT, GeminiTeller } from './teller.ts';

const TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning']);

/** Whether a file may go on at an object behind damage. */
function isRecord(object: Scanned): boolean {
  return signOf(object) !== 'none';
}

/** A model's message is a proof, and so is what names session and project; other records hint at the format. */
function signOf(object: Scanned): Sign {
  if (!isObject(object, 0) || !record.read(object, 0)) {
    return 'none';
  }
  const type = stringAt(object, found('type'));
  const hasContent = found('content') !== NONE || found('toolCalls') !== NONE;
  if (type !== null && TYPES.has(type) && stringAt(object, found('id')) !== null && hasContent) {
    return type === 'gemini' ? 'proof' : 'hint';
  }
  if (
    type === null &&
    stringAt(object, found('sessionId')) !== null &&
    stringAt(object, found('projectHash')) !== null
  ) {
    return 'proof';
  }
  return stringAt(object, found('$rewindTo')) !== null || isObject(object, found('$set')) ? 'hint' : 'none';
}

/** Gemini CLI: one JSON document of any layout, or JSON Lines; told by its session or by a model's message. */
export const gemini: Format = {
  name: FORMAT,
  sign: 'a JSON object with "sessionId" and "projectHash", or messages with "id" and a "type" such as "gemini"',
  signOf,
  signOfHead: (head) => {
    let sign: Sign = 'none';
    outline(head, isRecord, (_part, object) => {
      sign = signOf(object) === 'proof' ? 'proof' : sign;
      return sign === 'proof';
    });
    return sign;
  },
  open: () => new TellingReading(new DocumentSplitter(isRecord), new GeminiTeller()),
};

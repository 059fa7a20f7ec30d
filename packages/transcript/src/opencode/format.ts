import { outline } from '../document/outline.ts';
import type { Piece } from '../document/piece.ts';
import { TellingReading } from '../document/reading.ts';
import { DocumentSplitter } from '../document/splitter.ts';
import type { Format } from '../formats.ts';
import { isArray, isObject, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { info, record } from './keys.ts';
import { FORMAT, OpenCodeTeller } from './teller.ts';

/** Whether an object is a message: its info names it and the part that it has in the conversation. */
function isMessage(object: Scanned): boolean {
  return (
    hasInfo(object) &&
    isArray(object, record.found[record.slot.parts] as number) &&
    stringAt(object, info.found[info.slot.role] as number) !== null
  );
}

function hasInfo(object: Scanned): boolean {
  if (!isObject(object, 0) || !record.read(object, 0)) {
    return false;
  }
  const entry = record.found[record.slot.info] as number;
  return (
    isObject(object, entry) && info.read(object, entry) && stringAt(object, info.found[info.slot.id] as number) !== null
  );
}

/** Whether what stands before the messages is a session of OpenCode. */
function isSession(object: Scanned): boolean {
  const { found, slot } = info;
  return hasInfo(object) && [slot.slug, slot.projectID, slot.directory].some((key) => found[key] !== NONE);
}

/** `opencode export`: one JSON document of any layout, told by its session or by a message with info and parts. */
export const opencode: Format = {
  name: FORMAT,
  sign: 'a JSON object with "info" and "messages", each with "info" and "parts"',
  signOf: () => 'none',
  signOfHead: (head) => {
    let isProved = false;
    outline(head, isMessage, (part: Piece['part'], object) => {
      isProved = part === 'message' ? isMessage(object) : isSession(object);
      return isProved;
    });
    return isProved ? 'proof' : 'none';
  },
  open: () => new TellingReading(new DocumentSplitter(isMessage), new OpenCodeTeller()),
};

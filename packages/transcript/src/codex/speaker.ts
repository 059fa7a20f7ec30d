import { isArray, isObject, isString, itemsAt, stringAt } from '../json/field.ts';
import { endOf, NONE, type Scanned, startOf } from '../json/tape.ts';
import type { Producer } from '../types.ts';
import { part, partMetadata, passthrough, provenance } from './keys.ts';

/** How texts begin that the harness puts in the operator's place. */
const INJECTED: readonly Uint8Array[] = [
  '<environment_context>',
  '<user_instructions>',
  '<INSTRUCTIONS>',
  '# AGENTS.md instructions',
  '<skill>',
  '<skills_instructions>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<model_switch>',
  '<turn_aborted>',
  '<user_shell_command>',
].map((text) => Buffer.from(text));

/** With one of these all of them begin, and so does what tells what happened elsewhere. */
const LESS_THAN = 0x3c;
const HASH = 0x23;

/** What happened elsewhere is told in a tag that is named so, whatever it tells of. */
const NOTIFICATION = /^<[a-z]+(?:_[a-z]+)*_notification>/;
const LONGEST_TAG = 64;

/**
 * Who made a message with the role of a user (§3). Where the file says of each part where it comes from, that is its
 * claim; else the role is, but for a part that begins as what the harness puts there. A message of which one part is the
 * operator's is the operator's: whatever was put beside it.
 */
export function userOf(scanned: Scanned, content: number, metadata: number): Producer {
  return (isSaidOfParts(scanned, metadata) ?? hasOwnText(scanned, content)) ? 'operator' : 'harness';
}

/** Whether a part comes from the user by the file's word; null where it has none. */
function isSaidOfParts(scanned: Scanned, metadata: number): boolean | null {
  if (!isObject(scanned, metadata) || !passthrough.read(scanned, metadata)) {
    return null;
  }
  let isSaid: boolean | null = null;
  for (const one of itemsAt(scanned, passthrough.found[passthrough.slot.content_item_metadata] as number)) {
    const source = isObject(scanned, one) && partMetadata.read(scanned, one) ? (partMetadata.found[0] as number) : NONE;
    const type =
      isObject(scanned, source) && provenance.read(scanned, source)
        ? stringAt(scanned, provenance.found[provenance.slot.type] as number)
        : null;
    isSaid = type === null ? isSaid : isSaid === true || type === 'user';
  }
  return isSaid;
}

function hasOwnText(scanned: Scanned, content: number): boolean {
  if (!isArray(scanned, content)) {
    return isString(scanned, content) && !isInjected(scanned, content);
  }
  for (const one of itemsAt(scanned, content)) {
    if (isObject(scanned, one) && part.read(scanned, one)) {
      const text = part.found[part.slot.text] as number;
      if (!isString(scanned, text) || !isInjected(scanned, text)) {
        return true;
      }
    }
  }
  return false;
}

function isInjected({ bytes, tape }: Scanned, text: number): boolean {
  const start = startOf(tape, text) + 1;
  const first = bytes[start];
  // Nearly no text of an operator's begins so.
  if (first !== LESS_THAN && first !== HASH) {
    return false;
  }
  const room = endOf(tape, text) - start;
  return (
    INJECTED.some((opening) => opening.length < room && opening.every((byte, at) => bytes[start + at] === byte)) ||
    NOTIFICATION.test(Buffer.from(bytes.subarray(start, start + Math.min(room, LONGEST_TAG))).toString('latin1'))
  );
}

import { isArray, isObject, isString, itemsAt, stringAt } from '../json/field.ts';
import { endOf, NONE, type Scanned, startOf } from '../json/tape.ts';
import type { Compaction, Replacing } from './draft.ts';
import { type ItemReader, UNSENT } from './item.ts';
import { compacted, item, part } from './keys.ts';

/** Who asked for a compaction, where the line says so; else the harness decided, as far as the file shows. */
const ASKED = 'manual';

/** Reads the payload of a `compacted` line, which `compacted` has been read over. */
export function compactionOf(scanned: Scanned, items: ItemReader): Compaction {
  const { found, slot } = compacted;
  const history = found[slot.replacement_history] as number;
  const message = found[slot.message] as number;
  const summary = stringAt(scanned, message);
  const by = stringAt(scanned, found[slot.trigger] as number) === ASKED ? 'user' : 'harness';
  const isEncrypted = isString(scanned, found[slot.encrypted_content] as number);
  if (!isArray(scanned, history)) {
    const isSaid = summary !== null && summary !== '';
    return { by, items: null, span: NOWHERE, message: isSaid ? items.read(scanned, message) : null, isEncrypted };
  }
  const span = Object.freeze({ start: startOf(scanned.tape, history), end: endOf(scanned.tape, history) });
  return { by, items: replacingIn(scanned, history, summary ?? '', items), span, message: null, isEncrypted };
}

const NOWHERE = Object.freeze({ start: 0, end: 0 });

function replacingIn(scanned: Scanned, history: number, summary: string, items: ItemReader): readonly Replacing[] {
  const replacing: Replacing[] = [];
  let position = -1;
  for (const entry of itemsAt(scanned, history)) {
    position += 1;
    const one = items.read(scanned, entry);
    if (one.type !== UNSENT) {
      // The reader has just looked for the item's keys.
      const content = one.type === 'message' ? (item.found[item.slot.content] as number) : NONE;
      const isSummary = one.isCompaction || (summary !== '' && says(scanned, content, summary));
      replacing.push({ item: one, position, isSummary });
    }
  }
  return replacing;
}

/** Whether a part of a message is a text. */
function says(scanned: Scanned, content: number, text: string): boolean {
  for (const entry of itemsAt(scanned, content)) {
    if (
      isObject(scanned, entry) &&
      part.read(scanned, entry) &&
      stringAt(scanned, part.found[part.slot.text] as number) === text
    ) {
      return true;
    }
  }
  return stringAt(scanned, content) === text;
}

import { Lines } from '../document/lines.ts';
import { TellingReading } from '../document/reading.ts';
import type { Format } from '../formats.ts';
import { isArray, isString, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import { found, record } from './keys.ts';
import { FORMAT, PlainTeller, PRODUCERS } from './teller.ts';

/**
 * The plain form, for whatever agent has no form of its own here: JSON Lines, one object for each thing that came into
 * the context, in that order.
 *
 *     {"session": "S-17", "role": "harness", "text": "You are a careful clerk."}
 *     {"id": "1", "role": "operator", "text": "What do we owe?"}
 *     {"id": "2", "role": "model", "text": "I look it up."}
 *     {"id": "3", "role": "tool", "text": "1 240.00"}
 *
 * - `role`: who made it: `operator`, `model`, `tool` or `harness`; `user`, `assistant` and `system` are taken for the
 *   first, the second and the last.
 * - `text`: what the model saw, a string. The context span is the value as written, quotes included. `content` is taken
 *   for it, a string or blocks, where there is no `text`.
 * - `id` (may be left out): a name of the record in its file; a record that repeats one is beside.
 * - `session` (may be left out; in the first object): what the run is called. Without it the run is known by its first
 *   records that are no instructions, so that it should be given where several sessions begin alike.
 *
 * Other members are kept and not looked at, but for `type`, `parts` and `message`, by which other forms are known. There
 * is no record of what leaves the context.
 */
export const plain: Format = {
  name: FORMAT,
  sign: 'a JSON object on a line with "role" and "text" or "content"',
  signOf: (object: Scanned) => {
    if (!record.read(object, 0) || !PRODUCERS.has(stringAt(object, found('role')) ?? '')) {
      return 'none';
    }
    if (found('type') !== NONE || found('parts') !== NONE || found('message') !== NONE) {
      return 'none';
    }
    const content = found('content');
    return isString(object, found('text')) || isString(object, content) || isArray(object, content) ? 'proof' : 'none';
  },
  open: () => new TellingReading(new Lines(), new PlainTeller()),
};

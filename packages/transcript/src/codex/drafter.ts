import type { Place } from '../document/telling.ts';
import { type Finding, finding, nameFrom } from '../findings.ts';
import { countAt, isObject, isString, stringAt } from '../json/field.ts';
import { NONE, type Scanned } from '../json/tape.ts';
import type { RunIdentity } from '../types.ts';
import { compactionOf } from './compacted.ts';
import { type Draft, type Effect, HISTORY } from './draft.ts';
import { Identity } from './identity.ts';
import { type Item, ItemReader, UNSENT } from './item.ts';
import { compacted, event, found, info, line, meta, names, usage } from './keys.ts';

/** Lines that say what they are (§3); all but the first two are no part of the conversation. */
export const LINE_TYPES: ReadonlySet<string> = new Set([
  'response_item',
  'compacted',
  'session_meta',
  'event_msg',
  'turn_context',
  'world_state',
  'token_usage_record',
]);

/** What a line is: its place, why, and what it does. */
type Told = Pick<Draft, 'reason' | 'shown' | 'effect'>;

/**
 * Reads lines one by one while their skeletons last: all the rules that need no knowledge of the context. It remembers
 * which run the file is of, and calls that generate.
 */
export class Drafter {
  readonly #identity = new Identity();
  readonly #items = new ItemReader();
  #hasBegun = false;
  /** Whether lines stand without a type and payload of their own: the versions that wrote them recorded no compaction. */
  #isOld = false;
  #saysOld = false;
  /** Of the first item that the model saw. */
  #firstDigest: string | null = null;

  identity(): RunIdentity | null {
    return this.#identity.given();
  }

  /** Says that the file ends. */
  ended(): void {
    this.#identity.ended(this.#firstDigest);
  }

  /** Reads the next line that is whole. */
  draft(object: Scanned, place: Place): Draft {
    const { reason, shown, effect } = this.#tell(object, place);
    const { index, span, findings } = place;
    if (this.#isOld && !this.#saysOld) {
      this.#saysOld = true;
      findings.push(finding('compaction-unobservable', index, span));
    }
    if (reason !== DUPLICATE && !this.#hasBegun) {
      this.#hasBegun = true;
      if (reason !== HEADER) {
        findings.push(finding('starts-mid-session', index, span));
      }
    }
    this.#firstDigest ??= shown?.item.digest ?? null;
    return { index, span, findings, reason, shown, effect };
  }

  #tell(object: Scanned, place: Place): Told {
    if (!line.read(object, 0)) {
      note(place, 'duplicate-key', { object: 'the record' });
      return beside(DUPLICATE);
    }
    const type = names.textAt(object, found('type'));
    const payload = found('payload');
    if (type !== null && LINE_TYPES.has(type)) {
      return isObject(object, payload) ? this.#tellLine(object, type, payload, place) : beside('no-content');
    }
    if (type !== null && payload === NONE && found('timestamp') === NONE) {
      this.#isOld = true;
      return this.#tellItem(object, 0, BARE, place);
    }
    return this.#tellOther(object, type, place);
  }

  #tellLine(object: Scanned, type: string, payload: number, place: Place): Told {
    switch (type) {
      case 'response_item':
        return this.#tellItem(object, payload, { prefix: 'response_item/', path: 'payload' }, place);
      case 'session_meta':
        if (!meta.read(object, payload)) {
          return twice(place);
        }
        this.#identity.see(
          stringAt(object, meta.found[meta.slot.id] as number),
          stringAt(object, meta.found[meta.slot.session_id] as number),
        );
        return beside(HEADER);
      case 'compacted': {
        if (!compacted.read(object, payload)) {
          return twice(place);
        }
        const compaction = compactionOf(object, this.#items);
        for (const { item, position } of compaction.items ?? []) {
          noteOddities(item, `${HISTORY}.${position}`, place);
        }
        return beside('compacted', { kind: 'compaction', compaction });
      }
      case 'event_msg': {
        if (!event.read(object, payload)) {
          return twice(place);
        }
        const name = names.textAt(object, event.found[event.slot.type] as number);
        return beside(named('event_msg/', name), effectOf(object, name));
      }
      default:
        return beside(type);
    }
  }

  #tellItem(object: Scanned, entry: number, { prefix, path }: Form, place: Place): Told {
    const item = this.#items.read(object, entry);
    if (item.isAmbiguous) {
      return twice(place);
    }
    const reason = `${prefix}${item.type ?? 'unknown'}`;
    if (item.type === UNSENT) {
      return beside(reason);
    }
    noteOddities(item, path, place);
    return { reason, shown: { item, path }, effect: null };
  }

  /** A line of an old file that is no item, or one of no known kind. */
  #tellOther(object: Scanned, type: string | null, place: Place): Told {
    if (type === null && isString(object, found('record_type'))) {
      this.#isOld = true;
      return beside(named('record_type/', stringAt(object, found('record_type'))));
    }
    if (type === null && isString(object, found('timestamp')) && isString(object, found('id'))) {
      const id = stringAt(object, found('id'));
      this.#isOld = true;
      this.#identity.see(id, null);
      return beside(HEADER);
    }
    note(place, 'unknown-record-type', { key: 'type', type: nameFrom(type) });
    return beside(nameFrom(type) ?? 'unknown');
  }
}

function note(
  { index, span, findings }: Place,
  code: 'unknown-record-type' | 'duplicate-key',
  facts: Finding['facts'],
): void {
  findings.push(finding(code, index, span, facts));
}

const HEADER = 'session_meta';
const DUPLICATE = 'duplicate-key';

/** How an item stands in a line: under what name, and at what path the model saw it. */
interface Form {
  readonly prefix: string;
  readonly path: string;
}

/** In old files the line is the item. */
const BARE: Form = { prefix: '', path: '$' };

function beside(reason: string, effect: Effect | null = null): Told {
  return { reason, shown: null, effect };
}

function twice(place: Place): Told {
  note(place, 'duplicate-key', { object: 'payload' });
  return beside(DUPLICATE);
}

function named(prefix: string, name: string | null): string {
  return `${prefix}${nameFrom(name) ?? 'unknown'}`;
}

function noteOddities({ isAmbiguous, isUnknown, type }: Item, object: string, place: Place): void {
  if (isAmbiguous) {
    note(place, 'duplicate-key', { object });
  }
  if (isUnknown) {
    note(place, 'unknown-record-type', { key: object === '$' ? 'type' : `${object}.type`, type });
  }
}

/** `event` has been read. */
function effectOf(object: Scanned, name: string | null): Effect | null {
  switch (name) {
    case 'thread_rolled_back':
      return { kind: 'rollback', turns: countAt(object, event.found[event.slot.num_turns] as number) };
    case 'token_count':
      return sizeOf(object, event.found[event.slot.info] as number);
    default:
      return null;
  }
}

/** The size of the context that was sent for the last answer; cached tokens are among the input. */
function sizeOf(object: Scanned, value: number): Effect | null {
  if (!isObject(object, value) || !info.read(object, value)) {
    return null;
  }
  const total = info.found[info.slot.total_token_usage] as number;
  const sent = tokensAt(object, info.found[info.slot.last_token_usage] as number, 'input_tokens');
  // A count is told again without a new answer: then the total is the same.
  const sum = tokensAt(object, total, 'total_tokens');
  return sent === null ? null : { kind: 'size', sent, answer: sum === null ? null : String(sum) };
}

function tokensAt(object: Scanned, value: number, name: keyof typeof usage.slot): number | null {
  return isObject(object, value) && usage.read(object, value)
    ? countAt(object, usage.found[usage.slot[name]] as number)
    : null;
}

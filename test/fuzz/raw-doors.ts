import {
  cidBytes,
  ID_CODES,
  isBytes,
  isShared,
  parseCidBytes,
  parseContentId,
  parseRawContentId,
  type Result,
} from '@ken/address';
import { Derivation, DOORS, Event, Packet, RootEvent, Unit } from '@ken/kernel';
import { CID } from 'multiformats/cid';
import { allEncodings, allRaws, encodings, events, eventsById, history, idTexts, raws } from './corpus.ts';
import { damagedBytes } from './damaged-bytes.ts';
import { damagedRaw } from './damaged-raw.ts';
import type { Door } from './door.ts';
import { hold, isFrozenDeep, shown } from './finding.ts';
import { oddValue, TOUCHED } from './odd-values.ts';
import type { Random } from './random.ts';

interface Stored {
  readonly id: string;
  toBytes(): Uint8Array;
}

/** What must be true of every record that came out of a raw value. */
function isRecord(
  record: Stored,
  admit: (raw: unknown) => Result<Stored>,
  read: (bytes: Uint8Array) => Result<Stored>,
): void {
  hold(isFrozenDeep(record), 'a record that is not frozen through and through');
  const again = admit(JSON.parse(JSON.stringify(record)));
  hold(again.ok && again.value.id === record.id, 'does not survive JSON with its id');
  const byBytes = read(record.toBytes());
  hold(byBytes.ok && byBytes.value.id === record.id, 'does not survive its bytes with its id');
}

function rawDoor<T extends Stored>(
  name: keyof typeof DOORS,
  own: readonly unknown[],
  admit: (raw: unknown, random: Random) => Result<T>,
  again: (raw: unknown) => Result<Stored>,
  read: (bytes: Uint8Array) => Result<Stored>,
): Door {
  return {
    name,
    input: (random) =>
      random.once(100) ? oddValue(random) : damagedRaw(random.pick(random.once(8) ? allRaws : own), random, allRaws),
    show(raw, random) {
      const answer = shown(() => admit(raw, random), DOORS[name]);
      if ('value' in answer) isRecord(answer.value, again, read);
      return answer;
    },
  };
}

function textDoor(name: string, parse: (text: unknown) => Result<string>, codec: number): Door {
  return {
    name,
    input(random) {
      if (random.once(50)) return oddValue(random);
      const text = random.pick(idTexts);
      if (random.once(8)) return text;
      const at = random.below(text.length);
      const unit = random.pick([
        ...'abcdefghijklmnopqrstuvwxyz234567AZ0189=/+-_ ',
        '\u0000',
        'é',
        '\u{1f600}',
        '\ud800',
        '\u0142',
        '\u0161',
      ]);
      return random.pick([
        text.slice(0, at) + unit + text.slice(at + 1),
        text.slice(0, at) + unit + text.slice(at),
        text.slice(0, at),
        text + unit,
        text.slice(0, at) + random.pick(idTexts).slice(at),
        `/ipfs/${text}`,
        text.toUpperCase(),
      ]);
    },
    show(text) {
      const answer = shown(() => parse(text), ID_CODES);
      if (!('value' in answer)) {
        // The oracle takes texts that are not in the one form, and prints them in it.
        if (typeof text === 'string') hold(!isOneForm(text, codec), 'refuses an id in good order');
        return answer;
      }
      hold(answer.value === text && text.length === 59, 'another text than it was given');
      hold(isOneForm(text, codec), 'admits what the oracle does not print');
      const again = parseCidBytes(cidBytes(text as never));
      hold(again.ok && again.value === text, 'does not survive its bytes');
      return answer;
    },
  };
}

function isOneForm(text: string, codec: number): boolean {
  if (!/^b[a-z2-7]{58}$/.test(text)) return false;
  try {
    const cid = CID.parse(text);
    const fits = cid.version === 1 && cid.code === codec && cid.multihash.code === 0x1e && cid.multihash.size === 32;
    return fits && cid.bytes.length === 36 && CID.decode(cid.bytes).toString() === text;
  } catch {
    return false;
  }
}

const honest = (id: string): Event | undefined => eventsById.get(id);

/** Resolvers that lie, throw, or know nothing. */
function resolverOf(random: Random): (id: string) => Event | undefined {
  if (!random.once(5)) return honest;
  return random.pick([
    () => undefined,
    () => random.pick(events),
    () => {
      throw TOUCHED;
    },
    () => oddValue(random) as Event,
    (id: string) => ({ ...honest(id), id }) as unknown as Event,
    (id: string) => (random.once(3) ? undefined : honest(id)),
  ]);
}

function admitEvent(raw: unknown, random: Random): Result<Event> {
  const result = Event.admit(raw, resolverOf(random));
  if (!result.ok) return result;
  const { depth, sources, parents } = result.value;
  hold(depth <= 1 && sources.every((id) => parents.includes(id)), 'an event that no rule allows');
  hold(
    parents.every((id) => honest(id)?.id === id),
    'a parent that nobody holds',
  );
  return result;
}

const replay: Door = {
  name: 'Event.replay',
  input(random) {
    if (random.once(50)) return oddValue(random);
    const steps: unknown[] = history.slice(0, 1 + random.below(history.length));
    const changes = random.below(3);
    for (let i = 0; i < changes; i += 1) {
      const at = random.below(steps.length);
      steps[at] = random.once(2)
        ? damagedRaw(steps[at], random, allRaws)
        : damagedBytes(random.pick(encodings.events), random, allEncodings);
    }
    if (random.once(3)) steps.splice(random.below(steps.length), 1);
    if (random.once(10)) steps.reverse();
    return steps;
  },
  show(given) {
    const codes = [...DOORS['Event.admit'], ...DOORS.fromBytes];
    const answer = shown(() => Event.replay(given as Iterable<unknown>), codes, {
      misuse: !isOrderly(given),
      foreign: TOUCHED,
    });
    if (!('value' in answer)) return answer;
    hold(isFrozenDeep(answer.value), 'a history that is not frozen through and through');
    const known = new Set<string>();
    for (const { id, parents } of answer.value) {
      hold(
        parents.every((parent) => known.has(parent)),
        'a parent that does not stand before its child',
      );
      known.add(id);
    }
    const again = Event.replay(answer.value.map((each) => each.toBytes()));
    hold(
      again.ok && again.value.every(({ id }, i) => id === answer.value[i]?.id),
      'does not replay from its own bytes',
    );
    return answer;
  },
};

/** Whether a history is a list to be gone through, with no bytes in it that another thread may change. */
function isOrderly(given: unknown): boolean {
  try {
    return Array.isArray(given) && !given.slice(0, 100).some((each) => isBytes(each) && isShared(each));
  } catch {
    return false;
  }
}

export const rawDoors: readonly Door[] = [
  rawDoor(
    'RootEvent.admit',
    raws.roots,
    (raw) => RootEvent.admit(raw),
    (raw) => RootEvent.admit(raw),
    (bytes) => RootEvent.fromBytes(bytes),
  ),
  rawDoor(
    'Unit.admit',
    raws.units,
    (raw) => Unit.admit(raw),
    (raw) => Unit.admit(raw),
    // A unit is stored as its derivation, which has the same id.
    (bytes) => Derivation.fromBytes(bytes),
  ),
  rawDoor(
    'Packet.admit',
    raws.packets,
    (raw) => Packet.admit(raw),
    (raw) => Packet.admit(raw),
    (bytes) => Packet.fromBytes(bytes),
  ),
  rawDoor(
    'Event.admit',
    raws.events,
    admitEvent,
    (raw) => Event.admit(raw, honest),
    (bytes) => Event.fromBytes(bytes, honest),
  ),
  textDoor('parseContentId', parseContentId, 0x71),
  textDoor('parseRawContentId', parseRawContentId, 0x55),
  replay,
];

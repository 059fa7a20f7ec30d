import {
  type AnyId,
  CBOR_CODES,
  cidBytes,
  contentId,
  decode,
  decodeNode,
  encode,
  encodeNode,
  ID_CODES,
  isBytes,
  isShared,
  LOSSY_CODES,
  link,
  NODE_CODES,
  nodeId,
  parseCidBytes,
  parseContentId,
  parseRawContentId,
  type Result,
  type Value,
} from '@ken/address';
import { Derivation, DOORS, Event, Packet, RootEvent, Unit } from '@ken/kernel';
import { allEncodings, allRaws, encodings, eventsById, idTexts } from './corpus.ts';
import { damagedBytes } from './damaged-bytes.ts';
import { damagedRaw } from './damaged-raw.ts';
import type { Door } from './door.ts';
import { type Answer, hold, isFrozenDeep, shown } from './finding.ts';
import { oddValue } from './odd-values.ts';
import { isCanonical, oracleAgrees, oracleExcuses } from './oracle.ts';
import type { Random } from './random.ts';

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const cbor = [...CBOR_CODES, ...ID_CODES] as const;

/** The generic value of a raw one: ids as links. */
function linked(raw: unknown): unknown {
  if (typeof raw === 'string' && /^ba[fk][a-z2-7]{56}$/.test(raw)) {
    try {
      return link(raw as never);
    } catch {
      return raw;
    }
  }
  if (typeof raw !== 'object' || raw === null || raw instanceof Uint8Array || Object.isFrozen(raw)) return raw;
  if (Array.isArray(raw)) return raw.length > 1000 ? raw : Array.from(raw, linked);
  const copy = {};
  for (const [key, value] of Object.entries(raw)) {
    Object.defineProperty(copy, key, { value: linked(value), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** Canonical bytes of a record of another shape: damaged where the encoder still writes it. */
function reshaped(random: Random): Uint8Array | undefined {
  try {
    const encoded = encode(linked(damagedRaw(random.pick(allRaws), random, allRaws)) as Value);
    return encoded.ok && encoded.value.length < 20_000 ? encoded.value : undefined;
  } catch {
    return undefined;
  }
}

/** What a byte door is shown: mostly bytes near those of its own kind. */
function input(random: Random, own: readonly Uint8Array[]): unknown {
  if (random.once(200)) return oddValue(random);
  if (random.once(6)) {
    const bytes = reshaped(random);
    if (bytes !== undefined) return bytes;
  }
  if (random.once(25)) return Uint8Array.from({ length: random.below(40) }, () => random.below(256));
  return damagedBytes(random.pick(random.once(4) ? allEncodings : own), random, allEncodings);
}

/** A door that reads bytes; `judge` holds what must be true of an admitted value, while the input is still as it was. */
function byteDoor<T>(
  name: string,
  codes: readonly string[],
  own: readonly Uint8Array[],
  read: (bytes: Uint8Array, random: Random) => Result<T>,
  judge: (value: T, bytes: Uint8Array) => void,
  refused: (bytes: Uint8Array, result: Result<T>) => void = () => {},
): Door {
  return {
    name,
    input: (random) => input(random, own),
    show(shownInput, random): Answer<unknown> {
      const bytes = shownInput as Uint8Array;
      const readable = isBytes(bytes) && !isShared(bytes);
      const before = readable ? bytes.slice() : new Uint8Array();
      let result: Result<T> | undefined;
      const answer = shown(
        () => {
          result = read(bytes, random);
          return result;
        },
        codes,
        { misuse: !readable },
      );
      if (!readable) return answer;
      hold(sameBytes(bytes, before), 'changed its input');
      if ('value' in answer) {
        // What the caller does with its bytes afterwards is nothing to the value.
        bytes.fill(0xff);
        judge(answer.value, before);
      } else if (result !== undefined) refused(bytes, result);
      return answer;
    },
  };
}

interface Stored {
  readonly id: string;
  toBytes(): Uint8Array;
}

/** What must be true of every record that came out of bytes; `admit` gives the id by way of JSON. */
function isRecordOf(record: Stored, bytes: Uint8Array, admit: (raw: unknown) => Result<Stored>): void {
  hold(sameBytes(record.toBytes(), bytes), 'admitted bytes that it does not give again');
  hold(record.id === contentId(bytes), 'an id that is not that of the bytes');
  hold(isFrozenDeep(record), 'a record that is not frozen through and through');
  hold(isCanonical(bytes), 'admits bytes that the generic decode refuses');
  const again = admit(JSON.parse(JSON.stringify(record)));
  hold(again.ok && again.value.id === record.id, 'does not survive JSON with its id');
}

const resolve = (id: string): Event | undefined => eventsById.get(id);

export const byteDoors: readonly Door[] = [
  byteDoor(
    'decode',
    cbor,
    encodings.values,
    (bytes) => decode(bytes),
    (value, bytes) => {
      const again = encode(value);
      hold(again.ok && sameBytes(again.value, bytes), 'admitted bytes that encode does not give again');
      hold(isFrozenDeep(value), 'a value that is not frozen through and through');
      oracleAgrees(bytes, value);
    },
    (bytes, result) => {
      if (!result.ok) oracleExcuses(bytes, result.refusal.code, result.refusal.facts['reason']);
    },
  ),
  byteDoor(
    'decodeNode',
    [...cbor, ...NODE_CODES, ...LOSSY_CODES],
    [...encodings.packets, ...encodings.events],
    (bytes) => decodeNode(bytes),
    (node, bytes) => {
      const again = encodeNode(node);
      hold(again.ok && sameBytes(again.value, bytes), 'admitted bytes that encodeNode does not give again');
      const id = nodeId(node);
      hold(id.ok && id.value === contentId(bytes), 'an id that is not that of the bytes');
      hold(isFrozenDeep(node), 'a node that is not frozen through and through');
      hold(isCanonical(bytes), 'admits bytes that the generic decode refuses');
    },
  ),
  byteDoor(
    'parseCidBytes',
    ID_CODES,
    idTexts.flatMap((text) => (parseContentId(text).ok || parseRawContentId(text).ok ? [cidBytes(text as AnyId)] : [])),
    (bytes) => parseCidBytes(bytes),
    (id, bytes) => {
      hold(sameBytes(cidBytes(id), bytes), 'an id of other bytes');
      hold(bytes.length === 36 && bytes[0] === 1 && bytes[2] === 0x1e && bytes[3] === 32, 'an id of another profile');
      hold(
        (bytes[1] === 0x71 && id.startsWith('bafyr4i')) || (bytes[1] === 0x55 && id.startsWith('bafkr4i')),
        'a text of another profile',
      );
    },
  ),
  byteDoor(
    'Derivation.fromBytes',
    [...DOORS['Derivation.fromBytes'], ...DOORS.fromBytes],
    encodings.derivations,
    (bytes) => Derivation.fromBytes(bytes),
    (derivation, bytes) =>
      isRecordOf(derivation, bytes, (raw) => {
        const unit = Unit.admit({ ...(raw as object), depth: 0, life: 'live' });
        if (unit.ok) return unit;
        hold(
          ['unit/not-mintable', 'unit/depth-mismatch', 'unit/unaddressed-span'].includes(unit.refusal.code),
          unit.refusal.code,
        );
        return { ok: true, value: derivation };
      }),
  ),
  byteDoor(
    'RootEvent.fromBytes',
    [...DOORS['RootEvent.admit'], ...DOORS.fromBytes],
    encodings.roots,
    (bytes) => RootEvent.fromBytes(bytes),
    (root, bytes) => isRecordOf(root, bytes, (raw) => RootEvent.admit(raw)),
  ),
  byteDoor(
    'Packet.fromBytes',
    [...DOORS['Packet.admit'], ...DOORS.fromBytes],
    encodings.packets,
    (bytes) => Packet.fromBytes(bytes),
    (packet, bytes) => {
      isRecordOf(packet, bytes, (raw) => Packet.admit(raw));
      hold(packet.isGenesis === (packet.prior === undefined) && packet.parents.length < 2, 'a packet that is no chain');
    },
  ),
  byteDoor(
    'Event.fromBytes',
    [...DOORS['Event.admit'], ...DOORS.fromBytes],
    encodings.events,
    (bytes) => Event.fromBytes(bytes, resolve),
    (event, bytes) => {
      isRecordOf(event, bytes, (raw) => Event.admit(raw, resolve));
      hold(event.depth <= 1 && event.sources.every((id) => event.parents.includes(id)), 'an event that no rule allows');
    },
  ),
];

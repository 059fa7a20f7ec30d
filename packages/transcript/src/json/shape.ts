import { BACKSLASH } from '../bytes.ts';
import { ENTRY, endOf, isOpen, NONE, nextOf, type Scanned, startOf } from './tape.ts';
import { textOf } from './value.ts';

/** The keys of an object that are looked for, and where each was found last. */
export interface Shape<Name extends string> {
  /** The slot of each name in `found`. */
  readonly slot: Readonly<Record<Name, number>>;
  /** After `read`: by slot, the entry of the value, or -1. The next `read` writes over it. */
  readonly found: Int32Array;
  /**
   * Finds the keys among the members of the object at an entry. False when any key, looked for or not, stands twice:
   * then readers of JSON differ about what the object says, and it is not to be interpreted.
   *
   * An object that is still open is read as far as its members are whole.
   */
  read(scanned: Scanned, object: number): boolean;
}

/** Above this many members, hashes are no longer compared pairwise. */
const FEW = 64;

/** Makes a shape of names; ASCII without quote and backslash, each once. */
export function shape<const Name extends string>(names: readonly Name[]): Shape<Name> {
  const found = new Int32Array(names.length);
  const slots = new Map<string, number>(names.map((name, index) => [name, index]));
  const table = hashTable(names);
  const hashes = new Int32Array(FEW);

  const read = (scanned: Scanned, object: number): boolean => {
    const { bytes, tape, used } = scanned;
    const end = isOpen(tape, object) ? used : nextOf(tape, object);
    found.fill(NONE);
    let count = 0;
    // A bit for each hash so far, so that most keys are known to be new without looking through these.
    let seen = 0;
    for (let key = object + ENTRY; key < end; ) {
      const value = key + ENTRY;
      if (value >= end || isOpen(tape, value)) {
        break;
      }
      const keyStart = startOf(tape, key) + 1;
      const keyEnd = endOf(tape, key) - 1;
      const hash = hashOf(bytes, keyStart, keyEnd);
      if (count === FEW || hash === ESCAPED) {
        return readByText(scanned, object, end);
      }
      const bit = 1 << (hash & 31);
      for (let before = (seen & bit) === 0 ? count : 0; before < count; before += 1) {
        if (hashes[before] === hash) {
          return readByText(scanned, object, end);
        }
      }
      seen |= bit;
      hashes[count] = hash;
      count += 1;
      const slot = table.find(hash, bytes, keyStart, keyEnd);
      if (slot !== NONE) {
        found[slot] = value;
      }
      key = nextOf(tape, value);
    }
    return true;
  };

  const readByText = (scanned: Scanned, object: number, end: number): boolean => {
    const { tape } = scanned;
    const seen = new Set<string>();
    found.fill(NONE);
    for (let key = object + ENTRY; key < end; ) {
      const value = key + ENTRY;
      if (value >= end || isOpen(tape, value)) {
        break;
      }
      const text = textOf(scanned, key);
      if (seen.has(text)) {
        return false;
      }
      seen.add(text);
      const slot = slots.get(text);
      if (slot !== undefined) {
        found[slot] = value;
      }
      key = nextOf(tape, value);
    }
    return true;
  };

  return { slot: Object.fromEntries(slots) as Record<Name, number>, found, read };
}

/** What `hashOf` answers for a key that holds an escape, which is compared by its text. */
const ESCAPED = 0;

/** A non-zero hash of bytes, or 0 when a backslash is among them. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) {
      return ESCAPED;
    }
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash === ESCAPED ? 1 : hash;
}

export interface HashTable {
  /** The slot of the name that these bytes spell, or -1. */
  find(hash: number, bytes: Uint8Array, start: number, end: number): number;
}

export function hashTable(names: readonly string[]): HashTable {
  const spelled = names.map((name) => Buffer.from(name, 'latin1'));
  const hashes = spelled.map((name) => hashOf(name, 0, name.length));
  const mask = maskWithoutCollision(hashes);
  const slots = new Int32Array(mask + 1).fill(NONE);
  for (const [slot, hash] of hashes.entries()) {
    slots[hash & mask] = slot;
  }
  return {
    find: (hash, bytes, start, end) => {
      const slot = slots[hash & mask] as number;
      if (slot === NONE || hashes[slot] !== hash) {
        return NONE;
      }
      const name = spelled[slot] as Uint8Array;
      if (name.length !== end - start) {
        return NONE;
      }
      for (let index = 0; index < name.length; index += 1) {
        if (bytes[start + index] !== name[index]) {
          return NONE;
        }
      }
      return slot;
    },
  };
}

/** The smallest mask that gives each hash a place of its own. */
function maskWithoutCollision(hashes: readonly number[]): number {
  let size = 1;
  while (new Set(hashes.map((hash) => hash & (size - 1))).size < hashes.length) {
    size *= 2;
  }
  return size - 1;
}

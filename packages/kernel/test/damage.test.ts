import { decode, type Result } from '@ken/address';
import { Derivation, Event, Packet, RootEvent } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { elision, quoted, reply, resolve, root, summary, unit, verdict } from './fixtures.ts';
import { must, toHex } from './vectors.ts';

// Every small damage to the bytes of a record, at every place: none of it is noticed by reading on as if it were not there.

interface Stored {
  toBytes(): Uint8Array;
}

const packet = must(Packet.following(must(Packet.genesis([])).id, [unit.id, unit.id]));
const event = (bytes: Uint8Array) => Event.fromBytes(bytes, resolve);
const records: readonly [string, Stored, (bytes: Uint8Array) => Result<Stored>][] = [
  ['a derivation', unit, (bytes) => Derivation.fromBytes(bytes)],
  ['a root', root, (bytes) => RootEvent.fromBytes(bytes)],
  ['a packet', packet, (bytes) => Packet.fromBytes(bytes)],
  ['an observation', reply, event],
  ['an intervention', summary, event],
  ['a retrieval', quoted, event],
  ['a verdict', verdict, event],
  ['an elision', elision, event],
];

function joined(front: Uint8Array, back: Uint8Array): Uint8Array {
  const whole = new Uint8Array(front.length + back.length);
  whole.set(front);
  whole.set(back, front.length);
  return whole;
}

describe.each(records)('the bytes of %s', (_, record, read) => {
  const bytes = record.toBytes();
  /** Whether other bytes are refused, with the code of the generic decode where that refuses, or are exactly their record. */
  const isHonest = (other: Uint8Array): boolean => {
    const result = read(other);
    if (result.ok) return toHex(result.value.toBytes()) === toHex(other);
    const generic = decode(other);
    return generic.ok || generic.refusal.code === result.refusal.code;
  };

  it('control: are read', () => {
    expect(read(bytes).ok).toBe(true);
  });

  it('with any run of up to 48 bytes taken out are refused', () => {
    for (let from = 0; from < bytes.length; from += 1) {
      for (let to = from + 1; to <= Math.min(bytes.length, from + 48); to += 1) {
        const less = joined(bytes.subarray(0, from), bytes.subarray(to));
        if (read(less).ok || !isHonest(less)) expect.fail(`read without the bytes from ${from} to ${to}`);
      }
    }
  });

  it('with any run of up to 48 bytes put in twice are refused', () => {
    for (let from = 0; from < bytes.length; from += 1) {
      for (let to = from + 1; to <= Math.min(bytes.length, from + 48); to += 1) {
        const more = joined(bytes.subarray(0, to), bytes.subarray(from));
        if (read(more).ok || !isHonest(more)) expect.fail(`read with the bytes from ${from} to ${to} twice`);
      }
    }
  });

  it('with any one bit changed are refused or are another record', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const other = bytes.slice();
        other[at] = (other[at] as number) ^ (1 << bit);
        if (!isHonest(other)) expect.fail(`read with bit ${bit} of byte ${at} changed`);
      }
    }
  });

  it('with anything behind them are refused', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      expect(read(joined(bytes, Uint8Array.of(byte))).ok).toBe(false);
    }
  });
});

import { contentId } from '@ken/address';
import { Derivation, Packet } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import { reply, root, unit } from './fixtures.ts';
import { must } from './vectors.ts';

const packet = must(Packet.genesis([unit.id]));
const derivation = must(Derivation.fromBytes(unit.toBytes()));
const records = { unit, reply, packet, root, derivation };
const expected = Object.values(records).map((record) => [...record.toBytes()]);

describe('the bytes of a record', () => {
  it('are its own, whichever record was asked for its id or bytes before', () => {
    for (const [i, record] of Object.values(records).entries()) {
      for (const before of Object.values(records)) {
        const fresh = must(Packet.genesis([unit.id, derivation.id]));
        expect([...before.toBytes()]).not.toEqual([...fresh.toBytes()]);
        expect(contentId(fresh.toBytes())).toBe(fresh.id);
        expect([...record.toBytes()]).toEqual(expected[i]);
        expect([...record.toBytes()]).toEqual(expected[i]);
      }
    }
  });

  it('are fresh: what a caller does to them is not in the next', () => {
    for (const [i, record] of Object.values(records).entries()) {
      record.toBytes().fill(0);
      expect([...record.toBytes()]).toEqual(expected[i]);
    }
  });

  it('are given for no look-alike, whose properties could run while they are written', () => {
    for (const [i, [name, record]] of Object.entries(records).entries()) {
      let ran = false;
      const fake = Object.create(record, {
        root: {
          get() {
            ran = true;
            return record.toBytes();
          },
        },
      });
      expect(() => record.toBytes.call(fake), name).toThrow(TypeError);
      expect(ran).toBe(false);
      expect([...record.toBytes.call(record)]).toEqual(expected[i]);
    }
  });
});

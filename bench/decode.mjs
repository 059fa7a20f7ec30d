// Reading records from their bytes. The library's decode gives an object of any form; Ken's also checks that the bytes are
// canonical and that the record is one of its kind.
import { asUnitId, decode as generic } from '@ken/address';
import { Derivation, Event, Packet, RootEvent } from '@ken/kernel';
import { chain, material, must, spansOver, unitsOver } from './material.mjs';
import { compare, report, shown } from './measure.mjs';
import { decode } from './standard.mjs';

const bytes = material(1 << 16);
const units = unitsOver(bytes, spansOver(bytes.length, 1000));
const history = chain(1000);
const events = new Map(must(Event.replay(history)).map((event) => [event.id, event]));
const resolve = (id) => events.get(id);
const roots = Array.from({ length: 1000 }, (_, seq) =>
  must(RootEvent.mint({ kind: 'operator_prompt', material: bytes.subarray(seq, seq + 40), seq })).toBytes(),
);
const packets = Array.from({ length: 1000 }, (_, i) =>
  must(Packet.genesis(units.slice(i, i + 8).map((unit) => asUnitId(unit.id)))).toBytes(),
);

const shapes = {
  'a root': [roots, (each) => RootEvent.fromBytes(each)],
  'a derivation': [units.map((unit) => unit.toBytes()), (each) => Derivation.fromBytes(each)],
  'a packet of 8 units': [packets, (each) => Packet.fromBytes(each)],
  'an event and its admission': [history, (each) => Event.fromBytes(each, resolve)],
};

process.stdout.write('decode: how many times faster than @ipld/dag-cbor\n');
for (const [name, [all, read]] of Object.entries(shapes)) {
  const at = (i) => all[i % all.length];
  if (!all.every((each) => read(each).ok)) throw new Error(`${name} was refused`);
  const each = compare({ ken: (i) => read(at(i)), generic: (i) => generic(at(i)), library: (i) => decode(at(i)) });
  report(name, each.faster('ken', 'library'), {
    atLeast: 1,
    note: `${shown(each.ns('ken'))} against ${shown(each.ns('library'))}; as a generic value ${each.faster('generic', 'library').toFixed(1)} ×`,
  });
}

// Verifying units from their stored bytes: their id, their form, and the span of their source.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contentId } from '@ken/address';
import { Derivation, knownSource, Unit, verifyUnit } from '@ken/kernel';
import { MIB, material, must, spansOver, unitsOver } from './material.mjs';
import { compare, median, milliseconds, report, shown } from './measure.mjs';
import { fastHash, usual } from './standard.mjs';

const COUNT = 100_000;
const bytes = material(16 * MIB);
const stored = unitsOver(bytes, spansOver(bytes.length, COUNT)).map((unit) => ({ id: unit.id, bytes: unit.toBytes() }));
const source = knownSource(bytes);
const theirs = { bytes, id: source.id, cid: fastHash.rawCid(bytes) };

/** Everything that can be checked of a unit when only its id is trusted. */
const verify = (known, { id, bytes: each }) => {
  if (contentId(each) !== id) return false;
  const derivation = must(Derivation.fromBytes(each));
  return verifyUnit(must(Unit.admit({ ...derivation, depth: 0, life: 'live' })), known).ok;
};
const admitted = stored.map((each) =>
  must(Unit.admit({ ...must(Derivation.fromBytes(each.bytes)), depth: 0, life: 'live' })),
);

const at = (i) => stored[i % COUNT];
const unitAt = (i) => admitted[i % COUNT];

const each = compare({
  verdict: (i) => verifyUnit(unitAt(i), source).ok,
  fastVerdict: (i) => fastHash.verdict(theirs, unitAt(i)),
  usualVerdict: (i) => usual.verdict(theirs, unitAt(i)),
  whole: (i) => verify(source, at(i)),
  fastWhole: (i) => fastHash.verify(theirs, at(i).bytes, at(i).id),
  usualWhole: (i) => usual.verify(theirs, at(i).bytes, at(i).id),
});

const [one, another] = stored;
const truths = [verify(source, one), fastHash.verify(theirs, one.bytes, one.id), usual.verdict(theirs, admitted[0])];
const lies = [
  verify(source, { ...one, id: another.id }),
  fastHash.verify(theirs, one.bytes, another.id),
  usual.verdict(theirs, { ...admitted[0], elided: admitted[1].elided }),
];
if (truths.includes(false) || lies.includes(true)) throw new Error('different verdicts');

/** Verdicts on all units in four parts, after the hash of the source: the milliseconds of each. */
const parts = () => {
  const known = knownSource(bytes);
  return [0, 1, 2, 3].map((part) =>
    milliseconds(() => {
      for (let i = (part * COUNT) / 4; i < ((part + 1) * COUNT) / 4; i += 1) {
        if (!verifyUnit(admitted[i], known).ok) throw new Error('not verified');
      }
    }, 1),
  );
};
const passes = Array.from({ length: 15 }, parts);

const line = (what, ours, theirs, wanted = {}) =>
  report(what, each.faster(ours, theirs), {
    ...wanted,
    note: `${shown(each.ns(ours))} against ${shown(each.ns(theirs))}`,
  });

process.stdout.write(
  'verify: 100 000 units over one source of 16 MiB, how many times faster than the IPLD libraries\n',
);
line('the verdict on a unit, the libraries with blake3-jit', 'verdict', 'fastVerdict');
line('the verdict on a unit, the libraries with @noble/hashes', 'verdict', 'usualVerdict', { atLeast: 15 });
line('a unit from its bytes and id, blake3-jit', 'whole', 'fastWhole');
line('a unit from its bytes and id, @noble/hashes', 'whole', 'usualWhole');
report(
  'linear: the last 25 000 units at the speed of the first',
  median(passes.map(([first, , , last]) => first / last)),
  {
    atLeast: 0.8,
    note: `${[0, 1, 2, 3].map((part) => median(passes.map((pass) => pass[part])).toFixed(0)).join(', ')} ms`,
  },
);

const counted = spawnSync(process.execPath, [fileURLToPath(new URL('count.mjs', import.meta.url))], {
  encoding: 'utf8',
});
process.stdout.write(counted.stdout + counted.stderr);
if (counted.status !== 0) process.exitCode = 1;

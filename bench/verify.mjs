// Verifying units from their stored bytes: their id, their form, and the span of their source.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { contentId } from '@ken/address';
import { Derivation, knownSource, Unit, verifyUnit } from '@ken/kernel';
import { MIB, material, must, spansOver, unitsOver } from './material.mjs';
import { compare, milliseconds, report, shown } from './measure.mjs';
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

const verdict = compare({
  ken: (i) => verifyUnit(unitAt(i), source).ok,
  fastHash: (i) => fastHash.verdict(theirs, unitAt(i)),
  usual: (i) => usual.verdict(theirs, unitAt(i)),
});
const whole = compare({
  ken: (i) => verify(source, at(i)),
  fastHash: (i) => fastHash.verify(theirs, at(i).bytes, at(i).id),
  usual: (i) => usual.verify(theirs, at(i).bytes, at(i).id),
});

const [one, another] = stored;
const truths = [verify(source, one), fastHash.verify(theirs, one.bytes, one.id), usual.verdict(theirs, admitted[0])];
const lies = [
  verify(source, { ...one, id: another.id }),
  fastHash.verify(theirs, one.bytes, another.id),
  usual.verdict(theirs, { ...admitted[0], elided: admitted[1].elided }),
];
if (truths.includes(false) || lies.includes(true)) throw new Error('different verdicts');

/** Verdicts on many units, the hash of the source too. */
const verdicts = (count) => {
  const known = knownSource(bytes);
  for (let i = 0; i < count; i += 1) if (!verifyUnit(admitted[i], known).ok) throw new Error('not verified');
};
const sizes = [12_500, 25_000, 50_000, COUNT];
const spent = sizes.map((count) => milliseconds(() => verdicts(count), 9));
const more = spent[3] - spent[1];

const times = (of, name) => `${shown(of.ns('ken'))} against ${shown(of.ns(name))}`;
process.stdout.write(
  'verify: 100 000 units over one source of 16 MiB, how many times faster than the IPLD libraries\n',
);
report('the verdict on a unit, the libraries with @noble/hashes', verdict.faster('ken', 'usual'), {
  atLeast: 15,
  note: times(verdict, 'usual'),
});
report('the verdict on a unit, the libraries with blake3-jit', verdict.faster('ken', 'fastHash'), {
  note: times(verdict, 'fastHash'),
});
report('a unit from its bytes and id, @noble/hashes', whole.faster('ken', 'usual'), { note: times(whole, 'usual') });
report('a unit from its bytes and id, blake3-jit', whole.faster('ken', 'fastHash'), { note: times(whole, 'fastHash') });
report('linear: the second half of the units at the speed of the first', (2 * (spent[2] - spent[1])) / more, {
  atLeast: 0.7,
  note: sizes.map((count, i) => `${count}: ${spent[i].toFixed(0)} ms`).join(', '),
});

const counted = spawnSync(process.execPath, [fileURLToPath(new URL('count.mjs', import.meta.url))], {
  encoding: 'utf8',
});
process.stdout.write(counted.stdout + counted.stderr);
if (counted.status !== 0) process.exitCode = 1;

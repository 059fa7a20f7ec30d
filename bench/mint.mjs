// Minting units: from a span of a known source to the text of an id.
import { contentId, encode, link } from '@ken/address';
import { knownSource, Unit } from '@ken/kernel';
import { MIB, material, must, root, spansOver } from './material.mjs';
import { compare, report, shown } from './measure.mjs';
import { CID, fastHash, usual } from './standard.mjs';

const bytes = material(MIB);
const spans = spansOver(bytes.length, 5000);
const source = knownSource(bytes);
const theirs = { bytes, cid: CID.parse(source.id) };
const theirRoot = CID.parse(root);
const at = (i) => spans[i % spans.length];

const units = spans.map((span) => must(Unit.seal({ op: 'elide', source, span, root })));
const records = units.map((unit) => ({
  op: unit.op,
  root: theirRoot,
  span: { start: unit.span.start, end: unit.span.end },
  elided: CID.parse(unit.elided),
  source: theirs.cid,
}));
const values = units.map((unit) => ({
  op: unit.op,
  root: link(root),
  span: { end: unit.span.end, start: unit.span.start },
  elided: link(unit.elided),
  source: link(unit.source),
}));

// A unit computes its id once; the copy with another life, made of one that never did, computes it again.
const idOf = (i) => units[i % units.length].withLife('superseded').id;
if (fastHash.id(records[7]) !== idOf(7) || contentId(must(encode(values[7]))) !== idOf(7))
  throw new Error('different ids');

const seal = compare({
  ken: (i) => must(Unit.seal({ op: 'elide', source, span: at(i), root })).id,
  fastHash: (i) => fastHash.seal(theirs, at(i), theirRoot),
  usual: (i) => usual.seal(theirs, at(i), theirRoot),
});
const record = compare({
  ken: idOf,
  generic: (i) => contentId(must(encode(values[i % values.length]))),
  fastHash: (i) => fastHash.id(records[i % records.length]),
  usual: (i) => usual.id(records[i % records.length]),
});

const times = (of, name) => `${shown(of.ns('ken'))} against ${shown(of.ns(name))}`;
process.stdout.write('mint: how many times faster than the IPLD libraries\n');
report('seal a unit of 200 bytes, the libraries with blake3-jit', seal.faster('ken', 'fastHash'), {
  atLeast: 4,
  note: times(seal, 'fastHash'),
});
report('seal a unit of 200 bytes, the libraries with @noble/hashes', seal.faster('ken', 'usual'), {
  note: times(seal, 'usual'),
});
report('encode, hash and name its record, blake3-jit', record.faster('ken', 'fastHash'), {
  atLeast: 4,
  note: times(record, 'fastHash'),
});
report('encode, hash and name its record, @noble/hashes', record.faster('ken', 'usual'), {
  note: times(record, 'usual'),
});
report('the same record as a generic value, blake3-jit', record.faster('generic', 'fastHash'), {
  note: shown(record.ns('generic')),
});

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

const each = compare({
  seal: (i) => must(Unit.seal({ op: 'elide', source, span: at(i), root })).id,
  fastSeal: (i) => fastHash.seal(theirs, at(i), theirRoot),
  usualSeal: (i) => usual.seal(theirs, at(i), theirRoot),
  record: idOf,
  generic: (i) => contentId(must(encode(values[i % values.length]))),
  fastRecord: (i) => fastHash.id(records[i % records.length]),
  usualRecord: (i) => usual.id(records[i % records.length]),
});

const line = (what, ours, theirs, wanted = {}) =>
  report(what, each.faster(ours, theirs), {
    ...wanted,
    note: `${shown(each.ns(ours))} against ${shown(each.ns(theirs))}`,
  });

process.stdout.write('mint: how many times faster than the IPLD libraries\n');
line('seal a unit of 200 bytes, the libraries with blake3-jit', 'seal', 'fastSeal', { atLeast: 4 });
line('seal a unit of 200 bytes, the libraries with @noble/hashes', 'seal', 'usualSeal', { atLeast: 4 });
line('encode, hash and name its record, blake3-jit', 'record', 'fastRecord', { atLeast: 4 });
line('encode, hash and name its record, @noble/hashes', 'record', 'usualRecord', { atLeast: 4 });
line('the same record as a generic value, blake3-jit', 'generic', 'fastRecord');

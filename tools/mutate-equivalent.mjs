// Mutants that no test can notice, because nothing that a caller sees is another: each with the reason.

// The functions of the quick reading. Where it says no, the long way decides, which decides everything that the quick one
// does; so one more no costs time and changes no answer.
const QUICK = {
  'kernel/src/derivation.ts': ['quick'],
  'kernel/src/event-fields.ts': ['quick', 'ascending'],
  'kernel/src/event-kind.ts': ['quickKind'],
  'kernel/src/packet.ts': ['quick'],
  'kernel/src/root.ts': ['quick'],
};

/** Why a mutant cannot change an answer by the way that the code is made, so that it is not run; undefined for all others. */
export function reasonByConstruction({ file, kind, within, then }) {
  const names = Object.entries(QUICK).find(([end]) => file.endsWith(end))?.[1] ?? [];
  const more = kind === 'condition true' && then === 'return undefined;' && names.includes(within);
  return more ? 'the quick reading says no once more, and the long way answers the same' : undefined;
}

const MISUSE = 'both are misuse, and which of two mistakes is named first is not promised';
const DISJOINT = 'both conditions are never true of the same input';
const REASONS = 'of several faults in one part any may be named: all have one code';
const SORTED = 'keys in order are in the same order when they are sorted';
const SIZES = 'it says how memory is used or which of two ways reads or writes, and never what';
const KEPT = 'where an id is kept, and whether it is found there, says how long it takes and never which id it is';
const BEHIND = 'one more behind what is written is written over or cut off';
const BEYOND = 'the alphabet has 32 characters: behind them there is none to enter';
const TWO_DIGITS = 'a digit is at most 31 and what is none is 255: there is nothing between';
const LAST_PAIR = 'the greatest last pair of digits has pad bits that are not zero, which are refused beside it';
const QUICKLY = 'only the quick reading says no to more: the long way answers the same';

// `was` is the beginning of what was replaced, `line` that of the line it stands in. An entry with less than all four names every mutant of that form.
const EQUIVALENT = [
  {
    file: 'address/src/recent.ts',
    kind: 'constant',
    within: '',
    was: '1024',
    why: 'an id kept in a place where it is not looked for is read again: only time',
  },
  { file: 'address/src/recent.ts', kind: 'arithmetic', within: 'cidText', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'arithmetic', within: 'slotFor', was: '+', why: KEPT },
  {
    file: 'address/src/recent.ts',
    kind: 'arithmetic',
    within: 'slotFor',
    was: '-',
    why: 'what is no digit is kept nowhere, and what are digits in one of two places',
  },
  { file: 'address/src/recent.ts', kind: 'guard dropped', within: 'cidText', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'guard dropped', within: 'slotOf', was: 'if (texts[slot]', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'guards swapped', within: 'slotOf', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'condition true', within: 'holds', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'comparison', within: 'holds', was: '<', by: '<=', why: KEPT },
  { file: 'address/src/recent.ts', kind: 'constant', within: 'holds', was: '32', by: '33', why: KEPT },
  {
    file: 'address/src/recent.ts',
    kind: 'comparison',
    within: 'writeCid',
    was: '<',
    by: '<=',
    line: 'for',
    why: BEHIND,
  },
  { file: 'address/src/recent.ts', kind: 'condition true', within: 'unitsOf', why: BEHIND },
  { file: 'address/src/recent.ts', kind: 'comparison', within: 'unitsOf', why: BEHIND },
  { file: 'address/src/utf8.ts', kind: 'constant', within: '', was: '24', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'guard dropped', within: 'writeUtf8', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'comparison', within: 'writeUtf8', was: '<=', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'comparison', within: 'writeUtf8', was: '<', line: 'for', why: BEHIND },
  { file: 'address/src/utf8.ts', kind: 'condition true', within: 'readUtf8', was: 'end - at', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'condition false', within: 'readUtf8', was: 'end - at', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'comparison', within: 'readUtf8', was: '<=', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'comparison', within: 'readUtf8', was: '<', by: '<=', line: 'for', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'arithmetic', within: 'readUtf8', was: '-', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'condition true', within: 'readUtf8', was: 'byte', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'constant', within: 'readUtf8', was: '0x80', by: '127', why: SIZES },
  { file: 'address/src/utf8.ts', kind: 'guard dropped', within: 'readUtf8', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'condition false', within: 'raw', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'condition true', within: 'raw', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'comparison', within: 'raw', was: '>', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'guard dropped', within: 'reserve', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'comparison', within: 'reserve', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'comparison', within: 'link', was: '<', by: '<=', why: BEHIND },
  {
    file: 'address/src/base32.ts',
    kind: 'constant',
    was: '0xff',
    by: '254',
    within: '',
    why: 'it says that a character is no digit by being no value of one',
  },
  { file: 'address/src/base32.ts', kind: 'comparison', within: '', was: '<', by: '<=', why: BEYOND },
  { file: 'address/src/base32.ts', kind: 'constant', within: '', was: '32', by: '33', why: BEYOND },
  {
    file: 'address/src/base32.ts',
    kind: 'constant',
    within: 'digitAt',
    was: '128',
    by: '127',
    why: 'character 127 is no digit',
  },
  {
    file: 'address/src/base32.ts',
    kind: 'constant',
    was: '31',
    by: '30',
    why: 'the loop goes in steps of five, to 26 and then beyond',
  },
  { file: 'address/src/base32.ts', kind: 'constant', was: '0x3ff', by: '1024', why: TWO_DIGITS },
  { file: 'address/src/base32.ts', kind: 'constant', was: '0x3ff', by: '1022', why: LAST_PAIR },
  { file: 'address/src/base32.ts', kind: 'comparison', within: 'readDigestText', line: 'return seen', why: TWO_DIGITS },
  {
    file: 'address/src/base32.ts',
    kind: 'comparison',
    within: 'readDigestText',
    was: '>',
    line: 'let seen',
    why: LAST_PAIR,
  },
  { file: 'address/src/base32.ts', kind: 'constant', within: 'readDigestText', was: '32', by: '33', why: TWO_DIGITS },
  {
    file: 'address/src/base32.ts',
    kind: 'constant',
    within: 'base32Bytes',
    was: '0',
    by: '1',
    line: 'let held',
    why: 'the bit is shifted out before the first byte is whole',
  },
  { file: 'address/src/writer.ts', kind: 'constant', was: '512', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'constant', was: '0x1_0000', within: '', why: SIZES },
  { file: 'address/src/writer.ts', kind: 'constant', was: '24', within: '', why: SIZES },
  { file: 'address/src/writer.ts', within: 'clear', why: SIZES },
  {
    file: 'address/src/writer.ts',
    kind: 'comparison',
    within: 'raw',
    was: '<',
    by: '<=',
    why: BEHIND,
  },
  {
    file: 'address/src/cid.ts',
    kind: 'guard dropped',
    within: 'varint',
    was: 'if (byte === undefined)',
    why: 'beyond the end no byte ends the number, and after nine there is none either',
  },
  {
    file: 'address/src/bytes.ts',
    kind: 'guard dropped',
    within: 'builtIn',
    why: 'every host that runs this has these getters',
  },
  { file: 'address/src/bytes.ts', kind: 'guards swapped', within: 'bytesOf', why: MISUSE },
  {
    file: 'address/src/bytes.ts',
    kind: 'comparison',
    within: 'equalBytes',
    was: '<',
    why: 'beyond the end of two arrays of one length there is nothing in both',
  },
  { file: 'address/src/reader.ts', kind: 'guards swapped', within: 'argument', why: DISJOINT },
  {
    file: 'address/src/reader.ts',
    kind: 'constant',
    within: 'argument',
    was: '8',
    by: '7',
    why: 'widths are 1, 2, 4 and 8: below 8 is below 7',
  },
  { file: 'address/src/decode.ts', kind: 'guards swapped', within: 'ascending', why: DISJOINT },
  { file: 'address/src/decode.ts', kind: 'guards swapped', within: 'simple', why: DISJOINT },
  {
    file: 'address/src/decode.ts',
    kind: 'comparison',
    within: 'ascending',
    was: '<',
    by: '<=',
    line: 'for',
    why: 'what lies beyond the end of a key is neither greater nor less',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'condition true',
    within: 'ascending',
    was: 'previous.length',
    why: 'a key with its head is never the beginning of another: its length is in the head',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'constant',
    within: 'simple',
    was: '0xfb',
    by: '252',
    why: 'that head is reserved and was refused before',
  },
  {
    file: 'address/src/encode.ts',
    kind: 'copy',
    within: 'writeValue',
    why: 'its callers give a list that they do not use again',
  },
  {
    file: 'address/src/encode.ts',
    kind: 'copy',
    was: '[...path]',
    why: 'its callers give a list that they do not use again',
  },
  {
    file: 'address/src/encode.ts',
    kind: 'comparison',
    within: 'shortest',
    was: '<=',
    why: 'the greatest safe integer has the same head as a number and as a bigint',
  },
  {
    file: 'address/src/node.ts',
    kind: 'guards swapped',
    within: 'parentsAndPayload',
    was: 'if (payload',
    why: REASONS,
  },
  { file: 'address/src/encode.ts', kind: 'condition true', within: 'canonicalOrder', was: 'previous', why: SORTED },
  { file: 'address/src/encode.ts', kind: 'comparison', within: 'canonicalOrder', was: '>', why: SORTED },
  { file: 'address/src/encode.ts', kind: 'condition false', within: 'canonicalOrder', was: 'sorted', why: SORTED },
  { file: 'address/src/encode.ts', kind: 'guards swapped', within: 'list', why: REASONS },
  { file: 'address/src/encode.ts', kind: 'guards swapped', within: 'map', why: REASONS },
  { file: 'address/src/encode.ts', kind: 'guards swapped', within: 'dataOf', was: "if (!('value'", why: REASONS },
  {
    file: 'address/src/id.ts',
    kind: 'comparison',
    within: 'compareIds',
    by: '<=',
    why: 'beyond the end two texts have the same, and two texts that are equal were answered before',
  },
  {
    file: 'address/src/id.ts',
    kind: 'guard dropped',
    within: 'idSet',
    why: 'the empty list shared is an empty frozen list',
  },
  {
    file: 'address/src/id.ts',
    kind: 'condition false',
    within: 'idSet',
    why: 'one id is a set of one by the long way too',
  },
  {
    file: 'address/src/id.ts',
    kind: 'constant',
    within: 'idSet',
    was: '1',
    by: '0',
    why: 'one id is a set of one by the long way too',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'comparison',
    within: 'argument',
    was: '<',
    by: '<=',
    line: 'const counts',
    why: 'the one head that is equal has no argument behind it and was answered before',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'condition true',
    within: 'map',
    was: "key === '__proto__'",
    why: 'a property defined and one assigned are the same once the map is frozen',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'condition true',
    within: 'decode',
    was: 'stop instanceof',
    why: 'nothing else is thrown while bytes are read',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'guards swapped',
    within: 'argument',
    was: 'if (info < 24)',
    why: 'no head is below 24 and 31 at once',
  },
  {
    file: 'address/src/decode.ts',
    kind: 'constant',
    within: 'argument',
    was: '8',
    by: '7',
    why: 'widths are 1, 2, 4 and 8: below 8 is below 7',
  },
  { file: 'kernel/src/elision.ts', kind: 'guards swapped', was: 'if (!Event.is(event)', why: MISUSE },
  { file: 'kernel/src/rooted.ts', kind: 'guards swapped', was: 'if (!Unit.is(unit))', why: MISUSE },
  { file: 'kernel/src/verify.ts', kind: 'guards swapped', was: 'if (!Unit.is(unit))', why: MISUSE },
  { file: 'kernel/src/event-fields.ts', kind: 'comparison', within: 'quick', was: '>', why: QUICKLY },
  { file: 'kernel/src/event-fields.ts', kind: 'constant', within: 'quick', by: '4294967294', why: QUICKLY },
  { file: 'kernel/src/event-kind.ts', kind: 'guard dropped', within: 'quickKind', was: 'if (reader', why: QUICKLY },
  { file: 'kernel/src/event-kind.ts', kind: 'condition true', within: 'quickKind', was: 'plain', why: QUICKLY },
  { file: 'kernel/src/event-kind.ts', kind: 'condition false', within: 'quickKind', why: QUICKLY },
  {
    file: 'kernel/src/event-rules.ts',
    kind: 'guards swapped',
    within: 'judge',
    why: 'a refusal is not greater than a number, so that it passes the other guard and is given back by the next',
  },
  { file: 'kernel/src/layout.ts', kind: 'guard dropped', was: 'if (quick !== undefined', why: QUICKLY },
  {
    file: 'kernel/src/layout.ts',
    kind: 'condition true',
    within: 'recordIn',
    why: 'a record whose bytes are there already is written once more, to the same bytes',
  },
  { file: 'kernel/src/packet.ts', kind: 'comparison', within: 'quick', was: '>', why: QUICKLY },
  { file: 'kernel/src/packet.ts', kind: 'constant', within: 'quick', by: '0', why: QUICKLY },
  { file: 'kernel/src/root.ts', kind: 'condition true', within: 'quick', why: QUICKLY },
  {
    file: 'kernel/src/record.ts',
    kind: 'condition true',
    within: 'attempt',
    why: 'nothing but a misfit is thrown inside an attempt: every touch of a foreign value is caught where it happens',
  },
  { file: 'kernel/src/u64.ts', kind: 'comparison', within: 'minusU64', was: '<=', why: 'a − a is 0 either way' },
  {
    file: 'kernel/src/u64.ts',
    within: 'minusU64',
    kind: 'condition false',
    why: 'two safe numbers have the same difference as integers of any size',
  },
  {
    file: 'kernel/src/u64.ts',
    within: 'minusU64',
    kind: 'nullish',
    why: 'the difference of two unsigned 64-bit integers is one: there is no undefined',
  },
  {
    file: 'kernel/src/verify.ts',
    kind: 'nullish',
    why: 'a span that was resolved for the comparison has a slice',
  },
];

/** Why a mutant that survived is no other program, or undefined where it is one. */
export const reasonOf = (mutant) =>
  EQUIVALENT.find(
    ({ file, kind, within, was, by, line }) =>
      mutant.file.endsWith(file) &&
      (kind === undefined || kind === mutant.kind) &&
      (within === undefined || within === mutant.within) &&
      (was === undefined || mutant.was.startsWith(was)) &&
      (by === undefined || by === mutant.by) &&
      (line === undefined || mutant.text.startsWith(line)),
  )?.why;

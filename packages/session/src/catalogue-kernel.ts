import { damaged, type Entry, forged, rebuild, say, span, wrongInput } from './catalogue-words.ts';

// What is wrong with a text that should be an id, where its reason tells.
const slips: { readonly [reason: string]: string } = {
  character: ': it holds a character that no id has',
  'pad-bits': ': its last character cannot be that one, so that it is mistyped or cut',
  length: ': its length is impossible',
};
/** The codes of ids, encodings and the kernel, in the order of the layers. */
export const kernelCodes: { readonly [code: string]: Entry } = {
  'id/not-a-cid': {
    facts: ['reason', 'length', 'declared', 'left', 'offset'],
    says: ({ reason }) =>
      `This is no id${slips[String(reason)] ?? ''}. An id has 59 characters and begins with bafyr4i or bafkr4i.`,
    remedy: 'Copy the whole id, in lower case and with nothing around it.',
  },
  'id/wrong-profile': {
    facts: ['field', 'found', 'wanted', 'offset'],
    says: ({ field, found, wanted }) =>
      `This is an id of another kind: its ${say(field)} is ${say(found)}, wanted ${say(wanted)}.`,
    remedy: 'Ids that begin with bafyr4i name values, those with bafkr4i bytes. Give the one that is asked for.',
  },
  'cbor/malformed': {
    facts: ['reason', 'offset'],
    says: () => 'The bytes are damaged: they are no whole CBOR value.',
    remedy: damaged,
  },
  'cbor/too-deep': {
    facts: ['reason', 'offset'],
    says: () => 'The value is nested more than 128 levels deep.',
    remedy: rebuild,
  },
  'cbor/not-canonical': {
    facts: ['reason', 'offset'],
    says: () => 'The bytes are not in the one canonical form, so that no id is theirs.',
    remedy: rebuild,
  },
  'cbor/lossy': {
    facts: ['reason'],
    says: () => 'The bytes are canonical and are not those of what they hold: a set is out of order or has repeats.',
    remedy: rebuild,
  },
  'cbor/unencodable': {
    facts: ['reason'],
    says: () => 'The value cannot be encoded.',
    remedy: 'Leave out floats, undefined, symbol keys and lone surrogates; see docs/format.md.',
  },
  'node/shape': {
    facts: ['found', 'missing'],
    says: () => 'This is no Merkle node of exactly a payload and parents.',
    remedy: wrongInput,
  },
  'root/shape': {
    facts: ['wanted', 'missing', 'unknown'],
    says: () => 'This is no root event of exactly kind, content and seq.',
    remedy: wrongInput,
  },
  'unit/shape': {
    facts: ['wanted', 'missing', 'unknown'],
    says: () => 'This is no unit: it must have exactly op, source, span, elided, root, depth and life.',
    remedy: 'Give the unit as ken explain --json prints it.',
  },
  'unit/not-mintable': {
    facts: ['op', 'check'],
    says: ({ op }) =>
      `A unit of the operation ${say(op)} is not admitted: only an elision can be derived again from its source.`,
    remedy: forged,
  },
  'unit/depth-mismatch': {
    facts: ['declared', 'implied'],
    says: ({ declared, implied }) =>
      `The unit declares a depth of ${say(declared)}; its operation implies ${say(implied)}.`,
    remedy: forged,
  },
  'unit/unaddressed-span': {
    facts: ['start', 'end'],
    says: (facts) => `The unit addresses nothing: its span is ${span(facts)}.`,
    remedy: 'A span must have its end behind its start.',
  },
  'unit/span-out-of-source': {
    facts: ['start', 'end', 'sourceLength'],
    says: (facts) => `The span, ${span(facts)}, does not lie inside its source of ${say(facts['sourceLength'])} bytes.`,
    remedy: 'Derive the unit from the source that the span was measured in.',
  },
  'verify/source-mismatch': {
    facts: ['declared', 'actual', 'byteLength'],
    says: ({ declared, actual }) =>
      `The bytes given are not the unit's source: it names ${say(declared)}, and they are ${say(actual)}.`,
    remedy: 'Give the record exactly as it was written, or the transcript that holds it.',
  },
  'verify/span-out-of-bounds': {
    facts: ['start', 'end', 'sourceLength'],
    says: (facts) =>
      `The unit's span, ${span(facts)}, does not lie inside its source of ${say(facts['sourceLength'])} bytes.`,
    remedy: forged,
  },
  'verify/elision-mismatch': {
    facts: ['declared', 'actual', 'start', 'end'],
    says: (facts) =>
      `The unit says that ${span(facts)} of its source are ${say(facts['declared'])}; they are ${say(facts['actual'])}.`,
    remedy: forged,
  },
  'verify/source-unavailable': {
    facts: ['id', 'reason'],
    says: ({ id }) => `The unit's source ${say(id)} is not held here, so that the unit could not be checked.`,
    remedy: 'Give the source with ken verify --source FILE, or use the store that sealed the session.',
  },
  'elision/mismatch': {
    facts: ['field', 'declared', 'actual'],
    says: ({ field, declared, actual }) =>
      `The event is not the elision of this unit: its ${say(field)} is ${say(declared)}, wanted ${say(actual)}.`,
    remedy: forged,
  },
  'packet/shape': {
    facts: ['wanted', 'missing', 'unknown'],
    says: () => 'This is no packet of exactly a list of units and at most one parent.',
    remedy: wrongInput,
  },
  'packet/not-a-chain': {
    facts: ['parents'],
    says: () => 'A packet follows at most one other, and this one names more.',
    remedy: forged,
  },
  'event/shape': {
    facts: ['wanted', 'missing', 'unknown', 'index'],
    says: () => 'This is no event of exactly root, origin, kind, payload, seq, sources and depth.',
    remedy: wrongInput,
  },
  'event/hidden-source': {
    facts: ['source', 'index'],
    says: ({ source }) => `The event derives from ${say(source)}, which is not among its parents.`,
    remedy: forged,
  },
  'event/missing-reference': {
    facts: ['asked', 'index'],
    says: ({ asked }) => `The event stands on ${say(asked)}, which is not admitted before it.`,
    remedy: 'Give the events in which parents stand before children, and all of them.',
  },
  'event/reference-mismatch': {
    facts: ['asked', 'found', 'index'],
    says: ({ asked, found }) => `The event stands on ${say(asked)}, and ${say(found)} was given for it.`,
    remedy: damaged,
  },
  'event/observation': {
    facts: ['origin', 'sources', 'index'],
    says: () => 'An observation has no sources and is never of the harness.',
    remedy: forged,
  },
  'event/origin': {
    facts: ['declared', 'wanted', 'index'],
    says: ({ declared, wanted }) =>
      `The event claims the origin ${say(declared)}; its kind and sources allow only ${say(wanted)}.`,
    remedy: forged,
  },
  'event/cardinality': {
    facts: ['sources', 'parents', 'index'],
    says: ({ sources, parents }) =>
      `The event has ${say(sources)} sources and ${say(parents)} parents, which its kind does not allow.`,
    remedy: forged,
  },
  'event/verdict-subject': {
    facts: ['kind', 'origin', 'index'],
    says: ({ kind, origin }) =>
      `A verdict is only about an observation of the model; this one is about a ${say(kind)} of origin ${say(origin)}.`,
    remedy: forged,
  },
  'event/depth-exceeded': {
    facts: ['implied', 'limit', 'index'],
    says: ({ implied, limit }) =>
      `The event would stand ${say(implied)} generations from its source; at most ${say(limit)} is admitted.`,
    remedy: 'Generate from the source again, not from what was generated.',
  },
  'event/depth-mismatch': {
    facts: ['declared', 'implied', 'index'],
    says: ({ declared, implied }) =>
      `The event declares a depth of ${say(declared)}; its sources imply ${say(implied)}.`,
    remedy: forged,
  },
};

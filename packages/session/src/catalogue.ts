import type { Facts } from './refusal.ts';

/** What one code means: the one table from which sentences for people and docs/refusals.md are made. */
export interface Entry {
  /** The names of its facts. Each stands where it applies. */
  readonly facts: readonly string[];
  /** What does not hold, both sides where there are two. No text of a transcript, no secret and no local path. */
  readonly says: (facts: Facts) => string;
  /** What to do about it. */
  readonly remedy: string;
}

const say = (fact: Facts[string] | undefined): string =>
  fact === undefined || fact === null ? 'nothing' : typeof fact === 'object' ? JSON.stringify(fact) : String(fact);

const span = ({ start, end }: Facts): string => `bytes ${say(start)} to ${say(end)}`;

const rebuild = 'Have the object made again by its door; do not repair it by hand.';
const damaged = 'Take the object from another copy: the bytes under an id are never other bytes.';
const wrongInput = 'Check that the right thing was given.';
const forged = 'Do not rely on it. Ask whoever made it for the run that it was taken from.';

// What is wrong with a text that should be an id, where its reason tells.
const slips: { readonly [reason: string]: string } = {
  character: ': it holds a character that no id has',
  'pad-bits': ': its last character cannot be that one, so that it is mistyped or cut',
  length: ': its length is impossible',
};

/** Every code that Ken answers with, in the order of the layers. */
export const catalogue: { readonly [code: string]: Entry } = {
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
  'transcript/empty': {
    facts: ['bytes'],
    says: () => 'The file is empty: there is nothing to seal.',
    remedy: wrongInput,
  },
  'transcript/unrecognised': {
    facts: ['bytes', 'records', 'lookedFor'],
    says: ({ lookedFor }) => `The file is no transcript that ken can read (looked for: ${say(lookedFor)}).`,
    remedy: wrongInput,
  },
  'run/no-identity': {
    facts: ['format'],
    says: () => 'No record of the file says which session it belongs to.',
    remedy: 'Seal the file once it holds a record with a uuid.',
  },
  'run/witness': {
    facts: ['record', 'producer'],
    says: ({ record }) => `Record ${say(record)} cannot have come to be as the run says.`,
    remedy: forged,
  },
  'run/changed': {
    facts: [],
    says: () => 'The file was replaced by another one while it was read; nothing of it was sealed.',
    remedy: 'Seal it again.',
  },
  'then/records-compaction': {
    facts: ['format'],
    says: ({ format }) => `A file of ${say(format)} says itself what left the context.`,
    remedy: 'Seal it alone.',
  },
  'then/other-format': {
    facts: ['before', 'after'],
    says: ({ before, after }) =>
      `The first file is of ${say(before)} and the later one of ${say(after)}; both must be of one format.`,
    remedy: 'Where both are and do not look so, name it with --format.',
  },
  'live/empty': {
    facts: [],
    says: () => 'Nothing was seen, or would leave: a run has no record of no bytes.',
    remedy: 'Leave the call out.',
  },
  'live/unknown-unit': {
    facts: ['id'],
    says: ({ id }) => `Nothing left this run under ${say(id)}.`,
    remedy: 'ken explain says which run a unit belongs to; ken fetch gives any unit back.',
  },
  'live/not-live': {
    facts: ['run', 'format'],
    says: ({ format }) => `This run is of ${say(format)}: a finished file, which nobody witnesses any more.`,
    remedy: 'Seal the file again once it has grown, or open a live run of its own.',
  },
  'live/unlike': {
    facts: ['id', 'code'],
    says: ({ id, code }) => `The run does not come out as it is stored: ${say(id)} (${say(code)}).`,
    remedy: 'ken verify tells all that does not hold; ken doctor tells what is damaged.',
  },
  'live/ended': {
    facts: [],
    says: () => 'An append failed, and ended the writer of this run.',
    remedy: 'Reopen the run: it tells what was kept.',
  },
  'live/closed': {
    facts: [],
    says: () => 'The run was closed by its writer.',
    remedy: 'Reopen it.',
  },
  'locations/shape': {
    facts: ['wanted'],
    says: ({ wanted }) => `This is no map of locations: wanted ${say(wanted)}.`,
    remedy: 'schemas/locations.schema.json says how one is written.',
  },
  'run/unknown': {
    facts: [],
    says: () => 'No session here has this key, label, branch or head.',
    remedy: 'ken sessions lists what is sealed here.',
  },
  'run/ambiguous': {
    facts: ['runs'],
    says: ({ runs }) => `${say(runs)} sessions have this label.`,
    remedy: 'Name the one that is meant by its head: ken sessions lists them.',
  },
  'run/unreadable': {
    facts: ['id', 'head'],
    says: ({ id, head }) =>
      `What the head ${say(head)} reaches cannot be told, because ${say(id)} is missing or damaged; nothing was removed.`,
    remedy: 'ken doctor tells what is damaged; seal that session again, or drop it.',
  },
  'run/missing-object': {
    facts: ['id'],
    says: ({ id }) => `Nothing is held under ${say(id)} here.`,
    remedy:
      'Name the store that holds it with --store PATH, or seal the session again: what is there is not written twice.',
  },
  'run/shape': {
    facts: ['wanted', 'found'],
    says: ({ wanted }) => `This is no head of a run${wanted === undefined ? '' : `: wanted ${say(wanted)}`}.`,
    remedy: rebuild,
  },
  'run/unlike': {
    facts: ['field', 'declared', 'actual', 'wanted'],
    says: ({ field, declared, actual, wanted }) =>
      `The run does not agree with what it reaches: ${say(field)} ${wanted === undefined ? `is declared as ${say(declared)} and found to be ${say(actual)}` : `should be ${say(wanted)}`}.`,
    remedy: forged,
  },
  'run/cover': {
    facts: ['field', 'record', 'start', 'end', 'length', 'cause'],
    says: ({ field, record }) =>
      `What is kept and what was left out do not make up the context${record === undefined || record === null ? '' : ` at record ${say(record)}`}${field === undefined ? '' : ` (${say(field)})`}.`,
    remedy: forged,
  },
  'table/shape': {
    facts: ['wanted', 'found', 'id'],
    says: ({ wanted }) => `A table of the run is malformed${wanted === undefined ? '' : `: wanted ${say(wanted)}`}.`,
    remedy: rebuild,
  },
  'bundle/malformed': {
    facts: ['why', 'id'],
    says: ({ why, id }) => `This is no bundle: ${say(why)}${id === undefined ? '' : ` (${say(id)})`}.`,
    remedy: 'Get the file again; if it was cut short on the way, ken bundle makes the same bytes each time.',
  },
  'bundle/roots': {
    facts: ['found'],
    says: ({ found }) => `A bundle names exactly one head as its root; this one names ${say(found)}.`,
    remedy: wrongInput,
  },
  'bundle/unreached': {
    facts: ['id'],
    says: ({ id }) => `The bundle holds ${say(id)}, which its head does not reach.`,
    remedy: 'Ask for a bundle that holds what its head reaches and nothing else.',
  },
  'object/unknown-kind': {
    facts: ['id', 'keys'],
    says: ({ id }) => `What is held under ${say(id)} is no object of a run.`,
    remedy: wrongInput,
  },
  'object/wrong-kind': {
    facts: ['id', 'found', 'wanted'],
    says: ({ id, found, wanted }) =>
      `${say(id)} is ${found === 'event' ? 'an' : 'a'} ${say(found)}; wanted ${say(wanted)}.`,
    remedy: 'ken explain ID tells what an id stands for.',
  },
  'store/corrupt': {
    facts: ['id', 'declared', 'actual', 'held'],
    says: ({ declared, actual, id }) =>
      declared === undefined
        ? `The store is damaged${id === undefined ? '' : ` at ${say(id)}`}.`
        : `The bytes held under ${say(declared)} are others: they are ${say(actual)}.`,
    remedy: damaged,
  },
};

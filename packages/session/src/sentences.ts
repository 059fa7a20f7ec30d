import { messageOf } from '@ken/transcript';
import type { Facts } from './refusal.ts';
import type { FindingRow } from './tables.ts';

type Sentence = (facts: Facts) => string;

const say = (fact: Facts[string] | undefined): string =>
  fact === undefined || fact === null ? 'nothing' : typeof fact === 'object' ? JSON.stringify(fact) : String(fact);

const sides = ({ declared, actual }: Facts): string => `declared ${say(declared)}, found ${say(actual)}`;
const span = ({ start, end }: Facts): string => `bytes ${say(start)} to ${say(end)}`;

// One sentence a code: what does not hold, both sides where there are two, and what to do where that is not plain.
const sentences: { readonly [code: string]: Sentence } = {
  'id/not-a-cid': () => 'This is no id. An id has 59 characters and begins with bafyr4i or bafkr4i.',
  'id/wrong-profile': ({ field, found, wanted }) =>
    `This is an id of another kind: its ${say(field)} is ${say(found)}, wanted ${say(wanted)}.`,

  'cbor/malformed': () => 'The bytes are damaged: they are no CBOR.',
  'cbor/too-deep': () => 'The value is nested more than 128 levels deep.',
  'cbor/not-canonical': () => 'The bytes are not in their canonical form, so that their id names nothing.',
  'cbor/lossy': () => 'The bytes say more than their type holds: a set out of order or with repeats.',
  'cbor/unencodable': () => 'The value cannot be encoded.',
  'node/shape': () => 'This is no Merkle node of a payload and parents.',

  'root/shape': () => 'This is no root event.',
  'unit/shape': () => 'This is no unit: it must have exactly op, source, span, elided, root, depth and life.',
  'unit/not-mintable': ({ op }) =>
    `A unit of the operation ${say(op)} is not admitted: only elisions can be re-derived.`,
  'unit/depth-mismatch': (facts) => `The unit's depth is not what its operation implies: ${sides(facts)}.`,
  'unit/unaddressed-span': (facts) => `The unit addresses nothing: its span is ${span(facts)}.`,
  'unit/span-out-of-source': (facts) => `The span, ${span(facts)}, is not inside its source.`,

  'verify/source-mismatch': (facts) => `The bytes are not the unit's source: ${sides(facts)}.`,
  'verify/span-out-of-bounds': (facts) => `The unit's span, ${span(facts)}, does not lie inside its source.`,
  'verify/elision-mismatch': (facts) =>
    `The bytes in the unit's span, ${span(facts)}, are not those it claims: ${sides(facts)}.`,
  'verify/source-unavailable': ({ id }) =>
    `The unit's source ${say(id)} is not held here, so the unit could not be checked.`,
  'elision/mismatch': () => 'The elision event is not of this unit, its root or its source.',

  'packet/shape': () => 'This is no packet.',
  'packet/not-a-chain': () => 'A packet follows at most one other; this one names more.',

  'event/shape': () => 'This is no event.',
  'event/hidden-source': () => 'The event derives from something that is not among its parents.',
  'event/missing-reference': () => 'An event that this one stands on is missing, or stands behind it.',
  'event/reference-mismatch': (facts) =>
    `An event that this one stands on is another than the one named: ${sides(facts)}.`,
  'event/observation': () => 'An observation has no sources and is never of the harness.',
  'event/origin': () => 'The event claims an origin that its kind cannot have.',
  'event/cardinality': () => 'The event has another number of sources or parents than its kind allows.',
  'event/verdict-subject': () => 'A verdict is only about what a model said, as it was observed.',
  'event/depth-exceeded': () => 'The event would be generated from what was itself generated.',
  'event/depth-mismatch': (facts) => `The event's depth is not what its sources imply: ${sides(facts)}.`,

  'transcript/empty': () => 'The file is empty: there is nothing to seal.',
  'transcript/unrecognised': ({ lookedFor }) =>
    `The file is no transcript that ken can read${lookedFor === undefined ? '' : ` (looked for: ${say(lookedFor)})`}.`,

  'run/no-identity': () => 'No record of the file says which session it belongs to.',
  'run/missing-object': ({ id }) => `Nothing is held under ${say(id)} here.`,
  'run/shape': () => 'This is no head of a run.',
  'run/unlike': ({ field, declared, actual, wanted }) =>
    `The run does not agree with what it reaches: ${say(field)}${wanted === undefined ? ` is declared as ${say(declared)} and found to be ${say(actual)}` : ` should be ${say(wanted)}`}.`,
  'run/cover': ({ field, record }) =>
    `What is kept and what was left out do not make up the context${record === undefined ? '' : ` of record ${say(record)}`} (${field === undefined ? 'span' : say(field)}).`,
  'table/shape': ({ wanted }) =>
    `A table of the run is malformed${wanted === undefined ? '' : `: wanted ${say(wanted)}`}.`,
  'bundle/malformed': ({ why }) => `This is no bundle: ${say(why)}.`,
  'bundle/roots': ({ found }) => `A bundle names exactly one head as its root; this one names ${say(found)}.`,
  'bundle/unreached': ({ id }) => `The bundle holds ${say(id)}, which its head does not reach.`,
  'object/unknown-kind': () => 'What is held under this id is no object of a run.',
  'object/wrong-kind': ({ id, found, wanted }) => `${say(id)} is a ${say(found)}; wanted ${say(wanted)}.`,
  'store/corrupt': (facts) => `The bytes held under this id are others than it names: ${sides(facts)}.`,
};

/**
 * The sentence for people that belongs to a refusal or a failure: made here, at the edge, from its code and facts. A path
 * is named at the end. It holds no text of a transcript, no secret and no local path.
 */
export const sentenceOf = (refusal: {
  readonly code: string;
  readonly path?: string;
  readonly facts: Facts;
}): string => {
  const sentence = sentences[refusal.code]?.(refusal.facts) ?? `Refused as ${refusal.code}.`;
  return refusal.path === undefined ? sentence : `${sentence} (at ${refusal.path})`;
};

/**
 * The sentence for people that belongs to a finding: of this package for what only the store can show, else the reader's.
 */
export const findingSentence = (finding: FindingRow): string =>
  finding.code === 'run-diverged'
    ? 'The file went on differently from a common beginning with what was sealed; both are kept, as branches of one run.'
    : messageOf(finding);

import { damaged, type Entry, forged, rebuild, say, wrongInput } from './catalogue-words.ts';

/** The codes of transcripts, runs and what is made of them. */
export const runCodes: { readonly [code: string]: Entry } = {
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

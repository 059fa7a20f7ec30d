/** What one code means, for sentences and for docs: never the text that was refused. */
export interface CodeEntry {
  /** The names of its facts. Each stands where it applies. */
  readonly facts: readonly string[];
  readonly says: string;
  readonly remedy: string;
}

const entries = {
  'frontier/missing': {
    facts: [],
    says: 'A value that is needed is absent, null or blank.',
    remedy: 'Give the value that the path names.',
  },
  'frontier/not-an-object': {
    facts: ['found'],
    says: 'Something else stands where an object, a map or a list of objects belongs.',
    remedy: 'Give an object there; a plain one, as JSON or YAML parses to.',
  },
  'frontier/not-text': {
    facts: ['found'],
    says: 'Something else stands where text belongs.',
    remedy: 'Write it as text, in quotes where YAML would take it for something else.',
  },
  'frontier/too-long': {
    facts: ['limit', 'length'],
    says: 'The text is longer than its limit, in code points; it is refused and never cut.',
    remedy: 'Shorten the text.',
  },
  'frontier/unsafe-text': {
    facts: ['shape'],
    says: 'The text holds a local absolute path or something shaped like a secret.',
    remedy: 'Name the thing instead of its place or its key.',
  },
  'frontier/compact-authority': {
    facts: [],
    says: 'The authority registry is a summary without its project materials, which is never an empty registry.',
    remedy: 'Give the whole authority_registry with project_materials; an empty map is valid.',
  },
  'frontier/duplicate': {
    facts: ['first'],
    says: 'Two entries are the same once white space is collapsed.',
    remedy: 'Remove or rename one of them.',
  },
  'frontier/empty-topic': {
    facts: [],
    says: 'A topic of the authority names no material.',
    remedy: 'Name its materials, or remove the topic.',
  },
  'frontier/unregistered-topic': {
    facts: [],
    says: 'A topic is required that the authority does not register.',
    remedy: 'Register the topic in topic_authority, or correct its name; topics are case-sensitive.',
  },
  'frontier/bad-relation': {
    facts: ['wanted'],
    says: 'The relation is none that there is.',
    remedy: 'Use required, producer, reviewer, maintainer or watcher.',
  },
  'frontier/wrong-owner': {
    facts: [],
    says: 'A document of another agent or goal stands where one of this agent belongs.',
    remedy: 'Give the document of the agent and goal that are asked about.',
  },
  'frontier/bad-timestamp': {
    facts: [],
    says: 'The time is no date of the calendar, or no time, in ISO 8601.',
    remedy: 'Write YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SSZ.',
  },
  'frontier/unknown-schema': {
    facts: ['wanted'],
    says: 'The document is of another schema.',
    remedy: 'Give a document of the schema that is wanted.',
  },
  'frontier/unknown-state': {
    facts: ['wanted'],
    says: 'An item is in a state that does not exist.',
    remedy: 'Have the frontier built again; do not repair it by hand.',
  },
  'frontier/unreadable': {
    facts: [],
    says: 'A value cannot be read: it throws when it is looked at, it has holes, or it holds itself.',
    remedy: 'Give plain values, as JSON or YAML parses to.',
  },
} as const satisfies { readonly [code: string]: CodeEntry };

/** Every code that this package answers with; a code is retired, never renamed. */
export type FrontierCode = keyof typeof entries;

/** One sentence and one remedy for each code, in the order of a reader's interest. Frozen, one level. */
export const FRONTIER_CODES: { readonly [C in FrontierCode]: CodeEntry } = Object.freeze(entries);

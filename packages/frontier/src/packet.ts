import { FRONTIER_SCHEMA, RELATIONS, type Relation, STATES, type State } from './documents.ts';
import type { Faults } from './faults.ts';
import { entriesOf, isPlain, kindOf, own, type Plain } from './read.ts';
import { LIMITS, needText, readText } from './text.ts';

/** What a hand-off needs of an item. */
export interface PacketItem {
  readonly material_id: string;
  readonly relation: Relation;
  readonly state: State;
  /** Empty where absent. */
  readonly purpose: string;
  /** The item as it was given, for those who need more of it. */
  readonly fields: Plain;
  readonly path: string;
}

const STATES_WANTED = Object.freeze([...STATES]);
const RELATIONS_WANTED = Object.freeze([...RELATIONS]);
const SCHEMA_WANTED = Object.freeze([FRONTIER_SCHEMA]);

/**
 * Reads the items of an untrusted packet, the first of those with one id, in its order. Another schema, an unknown
 * state or relation and unsafe text are faults. `path` is where the packet stands, empty for the whole value.
 */
export function readPacket(value: unknown, path: string, faults: Faults): readonly PacketItem[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (!isPlain(value)) {
    faults.add('frontier/not-an-object', path, { found: kindOf(value) });
    return [];
  }
  if (own(value, 'schema_version') !== FRONTIER_SCHEMA) {
    faults.add('frontier/unknown-schema', at('schema_version'), { wanted: SCHEMA_WANTED });
    return [];
  }
  const list = own(value, 'items');
  const entries = entriesOf(list);
  if (entries === null) {
    faults.add(list === undefined ? 'frontier/missing' : 'frontier/not-an-object', at('items'), {
      found: kindOf(list),
    });
    return [];
  }
  const items = new Map<string, PacketItem>();
  for (const [index, entry] of entries.entries()) {
    const item = readItem(entry, `${at('items')}[${index}]`, faults);
    if (item !== undefined && !items.has(item.material_id)) items.set(item.material_id, item);
  }
  return [...items.values()];
}

function readItem(fields: unknown, path: string, faults: Faults): PacketItem | undefined {
  if (!isPlain(fields)) {
    faults.add('frontier/not-an-object', path, { found: kindOf(fields) });
    return undefined;
  }
  const material_id = needText(own(fields, 'material_id'), `${path}.material_id`, LIMITS.id, faults);
  const purpose = readText(own(fields, 'purpose'), `${path}.purpose`, LIMITS.purpose, faults);
  const given = own(fields, 'relation');
  const relation = RELATIONS.find((one) => one === given);
  if (relation === undefined) faults.add('frontier/bad-relation', `${path}.relation`, { wanted: RELATIONS_WANTED });
  const stated = own(fields, 'state');
  const state = STATES.find((one) => one === stated);
  if (state === undefined) faults.add('frontier/unknown-state', `${path}.state`, { wanted: STATES_WANTED });
  if (material_id === undefined || purpose === undefined || relation === undefined || state === undefined) return;
  return { material_id, relation, state, purpose, fields, path };
}

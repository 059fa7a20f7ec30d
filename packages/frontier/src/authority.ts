import type { Faults } from './faults.ts';
import { AUTHORITY_ALIASES, REGISTERED_FIELDS } from './names.ts';
import { entriesOf, isPlain, kindOf, namesOf, own, type Plain, under } from './read.ts';
import { LIMITS, needText, readAlias, readText } from './text.ts';
import { readTopics, type Topics } from './topics.ts';
import { isBlank } from './white-space.ts';

/** What a goal's authority says, by the ids and topics as collapsed text. */
export interface Authority {
  readonly materials: ReadonlyMap<string, Entry>;
  readonly topics: Topics;
}

/** One registered material. Its fields are read only when a requirement reaches it. */
export interface Entry {
  readonly fields: Plain;
  readonly path: string;
}

/** The fields of a registered material that a frontier tells or judges by; empty where absent. */
export interface Registered {
  readonly revision: string;
  readonly boundary: string;
  readonly gate_status: string;
  readonly freshness: string;
}

const ROOT = 'authority_registry';

/** Reads the authority registry. It fails closed: a summary is never an empty registry (frontier, inputs 1). */
export function readAuthority(value: unknown, faults: Faults): Authority | undefined {
  if (isBlank(value)) {
    faults.add('frontier/missing', ROOT);
    return undefined;
  }
  if (!isPlain(value)) {
    faults.add('frontier/not-an-object', ROOT, { found: kindOf(value) });
    return undefined;
  }
  const materials = readMaterials(own(value, 'project_materials'), `${ROOT}.project_materials`, faults);
  const topics = readTopics(own(value, 'topic_authority'), `${ROOT}.topic_authority`, faults);
  // What a summary does not register cannot be told.
  return materials === undefined ? undefined : { materials, topics };
}

function readMaterials(value: unknown, path: string, faults: Faults): ReadonlyMap<string, Entry> | undefined {
  const materials = new Map<string, Entry>();
  const admit = (fields: unknown, at: string, key: string | null): void => {
    if (!isPlain(fields)) {
      faults.add('frontier/not-an-object', at, { found: kindOf(fields) });
      return;
    }
    const given = readAlias(fields, AUTHORITY_ALIASES, at, LIMITS.id, faults);
    const id = given === '' ? needText(key, at, LIMITS.id, faults) : given;
    if (id === undefined) return;
    const first = materials.get(id);
    if (first === undefined) materials.set(id, { fields, path: at });
    else faults.add('frontier/duplicate', at, { first: first.path });
  };
  const entries = entriesOf(value);
  if (entries !== null) {
    for (const [index, entry] of entries.entries()) admit(entry, `${path}[${index}]`, null);
  } else if (isPlain(value)) {
    for (const [position, key] of namesOf(value).entries()) admit(own(value, key), under(path, key, position), key);
  } else {
    if (value === undefined) faults.add('frontier/compact-authority', path);
    else faults.add('frontier/not-an-object', path, { found: kindOf(value) });
    return undefined;
  }
  return materials;
}

/** Reads the fields of a reached material; what is at fault is left empty beside its fault. */
export function readRegistered({ fields, path }: Entry, faults: Faults): Registered {
  const read = (name: keyof typeof REGISTERED_FIELDS): string =>
    readText(own(fields, name), `${path}.${name}`, REGISTERED_FIELDS[name], faults) ?? '';
  const revision = read('revision');
  const boundary = read('boundary');
  const gate_status = read('gate_status');
  const freshness = read('freshness');
  const status = read('status');
  return { revision, boundary, gate_status, freshness: freshness === '' ? status : freshness };
}

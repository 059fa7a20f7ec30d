import type { Faults } from './faults.ts';
import { ALIASES } from './names.ts';
import { entriesOf, isPlain, kindOf, namesOf, own, under } from './read.ts';
import { LIMITS, needText, readAlias, readText } from './text.ts';
import { isBlank } from './white-space.ts';

/** The topics of an authority, both ways round. */
export interface Topics {
  /** Topic → its materials, each once, in the authority's order. */
  readonly materials: ReadonlyMap<string, readonly string[]>;
  /** Material → the topics that name it, in the authority's order. */
  readonly naming: ReadonlyMap<string, readonly string[]>;
}

/** Reads `topic_authority`: topic → an id, or a list of ids or objects with an id (frontier, inputs 1). */
export function readTopics(value: unknown, path: string, faults: Faults): Topics {
  const materials = new Map<string, readonly string[]>();
  const naming = new Map<string, string[]>();
  if (isBlank(value)) return { materials, naming };
  if (!isPlain(value)) {
    if (entriesOf(value)?.length !== 0) faults.add('frontier/not-an-object', path, { found: kindOf(value) });
    return { materials, naming };
  }
  const places = new Map<string, string>();
  for (const [position, key] of namesOf(value).entries()) {
    const at = under(path, key, position);
    const topic = needText(key, at, LIMITS.topic, faults);
    const ids = readMaterialsOf(own(value, key), at, faults);
    if (topic === undefined) continue;
    const first = places.get(topic);
    if (first !== undefined) {
      faults.add('frontier/duplicate', at, { first });
      continue;
    }
    places.set(topic, at);
    materials.set(topic, ids);
    for (const id of ids) {
      const known = naming.get(id);
      if (known === undefined) naming.set(id, [topic]);
      else known.push(topic);
    }
  }
  return { materials, naming };
}

/** The materials of one topic. Skipping what is null or blank must leave one, or the topic is empty. */
function readMaterialsOf(value: unknown, path: string, faults: Faults): readonly string[] {
  const ids = new Set<string>();
  const entries = entriesOf(value);
  let faulty = false;
  for (const [index, entry] of (entries ?? [value]).entries()) {
    if (isBlank(entry)) continue;
    const at = entries === null ? path : `${path}[${index}]`;
    const id = isPlain(entry)
      ? readAlias(entry, ALIASES, at, LIMITS.id, faults)
      : readText(entry, at, LIMITS.id, faults);
    if (id === undefined) faulty = true;
    else if (id !== '') ids.add(id);
    else if (entries !== null) {
      // An object without an id was meant to name a material, and skipping it would lose one.
      faults.add('frontier/missing', at);
      faulty = true;
    }
  }
  if (ids.size === 0 && !faulty) faults.add('frontier/empty-topic', path);
  return [...ids];
}

import { type OwnerKind, RELATIONS, type Relation } from './documents.ts';
import type { Faults } from './faults.ts';
import { ALIASES, MATERIAL_FIELDS, TOPIC_FIELDS } from './names.ts';
import { isEmpty, isPlain, oneOrMany, own, type Plain } from './read.ts';
import { fold, LIMITS, needText, readAlias, readText, written } from './text.ts';
import type { Topics } from './topics.ts';
import { isBlank } from './white-space.ts';

/** One thing that an owner requires of the agent; empty where it does not say. */
export interface Requirement {
  readonly material_id: string;
  readonly relation: Relation;
  readonly purpose: string;
  readonly todo_id: string;
  readonly required_revision: string;
}

const WANTED = Object.freeze([...RELATIONS]);

const defaultRelation = (kind: OwnerKind): Relation => (kind === 'profile' ? 'watcher' : 'required');

/** A relation as it is written, in any case; undefined, with a fault, for what is none. */
function readRelation(value: unknown, path: string, otherwise: Relation, faults: Faults): Relation | undefined {
  if (isBlank(value)) return otherwise;
  const folded = fold(value);
  const relation = RELATIONS.find((one) => one === folded);
  if (relation !== undefined) return relation;
  if (written(value) === undefined) readText(value, path, LIMITS.id, faults);
  else faults.add('frontier/bad-relation', path, { wanted: WANTED });
  return undefined;
}

/**
 * What an owner requires, in the order of the contract: the three material lists, then the three topic lists.
 * `todo` is the owner's own todo. Topics undefined means that the authority could not be read, so that no topic
 * can be judged. (frontier, inputs)
 */
export function readRequirements(
  owner: Plain,
  kind: OwnerKind,
  path: string,
  todo: string,
  topics: Topics | undefined,
  faults: Faults,
): readonly Requirement[] {
  const found: Requirement[] = [];
  const relation = defaultRelation(kind);
  const plain = (material_id: string): Requirement => ({
    material_id,
    relation,
    purpose: '',
    todo_id: todo,
    required_revision: '',
  });
  for (const field of MATERIAL_FIELDS) {
    for (const [entry, at] of oneOrMany(own(owner, field), `${path}.${field}`)) {
      if (isEmpty(entry)) {
        faults.add('frontier/missing', at);
      } else if (isPlain(entry)) {
        const stated = readEntry(entry, at, relation, todo, faults);
        if (stated !== undefined) found.push(stated);
      } else {
        const id = needText(entry, at, LIMITS.id, faults);
        if (id !== undefined) found.push(plain(id));
      }
    }
  }
  for (const field of TOPIC_FIELDS) {
    for (const [entry, at] of oneOrMany(own(owner, field), `${path}.${field}`)) {
      const topic = readText(entry, at, LIMITS.topic, faults);
      if (topic === undefined || topic === '' || topics === undefined) continue;
      const ids = topics.materials.get(topic);
      if (ids === undefined) faults.add('frontier/unregistered-topic', at);
      else found.push(...ids.map(plain));
    }
  }
  return found;
}

function readEntry(
  entry: Plain,
  path: string,
  otherwise: Relation,
  todo: string,
  faults: Faults,
): Requirement | undefined {
  const alias = readAlias(entry, ALIASES, path, LIMITS.id, faults);
  if (alias === '') faults.add('frontier/missing', path);
  const relation = readRelation(own(entry, 'relation'), `${path}.relation`, otherwise, faults);
  const purpose = readText(own(entry, 'purpose'), `${path}.purpose`, LIMITS.purpose, faults);
  const stated = readText(own(entry, 'todo_id'), `${path}.todo_id`, LIMITS.id, faults);
  const hint = readText(own(entry, 'required_revision'), `${path}.required_revision`, LIMITS.revision, faults);
  if (!alias || relation === undefined || purpose === undefined) return undefined;
  if (stated === undefined || hint === undefined) return undefined;
  return { material_id: alias, relation, purpose, todo_id: stated === '' ? todo : stated, required_revision: hint };
}

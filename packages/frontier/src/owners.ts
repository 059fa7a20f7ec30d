import type { Binding, OwnerKind } from './documents.ts';
import type { Faults } from './faults.ts';
import { entriesOf, isEmpty, isPlain, kindOf, own, type Plain } from './read.ts';
import { type Requirement, readRequirements } from './requirements.ts';
import { LIMITS, readText } from './text.ts';
import type { Topics } from './topics.ts';

/** What one profile, vision, todo or hand-off binds the agent to. */
export interface Bound {
  readonly binding: Binding;
  readonly requirements: readonly Requirement[];
}

/** The ids of an owner by name; empty where absent. */
type Ids = { readonly [name: string]: string | undefined };

export interface OwnerRule {
  readonly kind: OwnerKind;
  readonly group: string;
  readonly many: boolean;
  readonly ids: readonly string[];
  /** Whose it is: the first of these that is not empty. */
  readonly ownedBy: readonly string[];
  /** Whether another's is skipped; otherwise it is refused. */
  readonly skips: boolean;
  /** What it is called: the first of these that is not empty, else `unnamed`. */
  readonly named: readonly string[];
  readonly unnamed: (agent: string) => string;
}

/** The four groups, in the order in which they are read (frontier, inputs and merge). */
export const OWNER_RULES: readonly OwnerRule[] = [
  {
    kind: 'profile',
    group: 'agent_profile',
    many: false,
    ids: ['agent_id', 'todo_id'],
    ownedBy: ['agent_id'],
    skips: false,
    named: ['agent_id'],
    unnamed: (agent) => agent,
  },
  {
    kind: 'vision',
    group: 'vision',
    many: false,
    ids: ['agent_id', 'vision_id', 'state', 'todo_id'],
    ownedBy: ['agent_id'],
    skips: false,
    named: ['vision_id', 'state'],
    unnamed: (agent) => agent,
  },
  {
    kind: 'todo',
    group: 'todos',
    many: true,
    ids: ['todo_id', 'claimed_by', 'agent_id'],
    ownedBy: ['claimed_by', 'agent_id'],
    skips: true,
    named: ['todo_id'],
    unnamed: (agent) => `todo:${agent}`,
  },
  {
    kind: 'handoff',
    group: 'handoffs',
    many: true,
    ids: ['handoff_id', 'todo_id', 'to_agent'],
    ownedBy: ['to_agent'],
    skips: true,
    named: ['handoff_id', 'todo_id'],
    unnamed: (agent) => `handoff:${agent}`,
  },
];

/** Every owner of the inputs that binds this agent, in the order of the groups. */
export function readOwners(
  inputs: Plain,
  agent: string | undefined,
  topics: Topics | undefined,
  faults: Faults,
): Bound[] {
  const bound: Bound[] = [];
  for (const rule of OWNER_RULES) {
    const group = own(inputs, rule.group);
    if (isEmpty(group)) continue;
    const entries = rule.many ? entriesOf(group) : null;
    for (const [index, owner] of (entries ?? [group]).entries()) {
      const path = entries === null ? rule.group : `${rule.group}[${index}]`;
      if (isPlain(owner)) readOwner(owner, rule, path, agent, topics, faults, bound);
      else faults.add('frontier/not-an-object', path, { found: kindOf(owner) });
    }
  }
  return bound;
}

function readOwner(
  owner: Plain,
  rule: OwnerRule,
  path: string,
  agent: string | undefined,
  topics: Topics | undefined,
  faults: Faults,
  bound: Bound[],
): void {
  const ids: Ids = Object.fromEntries(
    rule.ids.map((name) => [name, readText(own(owner, name), `${path}.${name}`, LIMITS.id, faults)]),
  );
  const ownerField = rule.ownedBy.find((name) => ids[name] !== '');
  const claimed = ownerField === undefined ? agent : ids[ownerField];
  // Whose it is cannot be told where an id is at fault; the fault stands already.
  if (claimed === undefined || agent === undefined) return;
  if (claimed !== agent) {
    if (!rule.skips) faults.add('frontier/wrong-owner', `${path}.${ownerField}`);
    return;
  }
  const name = rule.named.map((field) => ids[field]).find((id) => id !== undefined && id !== '');
  const binding = Object.freeze({ kind: rule.kind, ref: name ?? rule.unnamed(agent) });
  bound.push({ binding, requirements: readRequirements(owner, rule.kind, path, ids['todo_id'] ?? '', topics, faults) });
}

import type { Binding, OwnerKind, Relation } from './documents.ts';
import type { Bound } from './owners.ts';

/** One material as the requirements that reach it leave it; empty where none says. */
export interface Need {
  readonly material_id: string;
  precedence: number;
  relation: Relation;
  readonly bound_by: Binding[];
  purpose: string;
  todo_id: string;
  hint: string;
}

const PRECEDENCE: { readonly [K in OwnerKind]: number } = { profile: 0, vision: 1, todo: 2, handoff: 2 };

/**
 * Merges requirements by material. Groups come in the order profile, vision, todos, handoffs, so that precedence
 * never falls: a later binding is always of at least the precedence of an earlier one, and its statements win.
 * (frontier, merge)
 */
export function merge(owners: readonly Bound[]): readonly Need[] {
  const needs = new Map<string, Need>();
  const seen = new Map<string, Set<string>>();
  for (const { binding, requirements } of owners) {
    const precedence = PRECEDENCE[binding.kind];
    for (const { material_id, relation, purpose, todo_id, required_revision } of requirements) {
      let need = needs.get(material_id);
      let refs = seen.get(material_id);
      if (need === undefined || refs === undefined) {
        need = { material_id, precedence, relation, bound_by: [], purpose: '', todo_id: '', hint: '' };
        refs = new Set();
        needs.set(material_id, need);
        seen.set(material_id, refs);
      }
      const name = `${binding.kind} ${binding.ref}`;
      if (!refs.has(name)) {
        refs.add(name);
        need.bound_by.push(binding);
      }
      need.precedence = precedence;
      need.relation = relation;
      if (purpose !== '') need.purpose = purpose;
      if (todo_id !== '') need.todo_id = todo_id;
      if (required_revision !== '') need.hint = required_revision;
    }
  }
  return [...needs.values()];
}

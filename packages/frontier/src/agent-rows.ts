import { Faults } from './faults.ts';
import { byCodePoint } from './order.ts';
import { entriesOf, isPlain, own, type Plain, quietly } from './read.ts';
import { LIMITS, readAlias } from './text.ts';
import { type ClaimedTodo, comesBefore, quietText, readTodo } from './todos.ts';

/** One agent of a status: the goals that it is registered in or works for, and what it works on. */
export interface AgentRow {
  readonly agent_id: string;
  readonly goal_ids: readonly string[];
  readonly todo: ClaimedTodo | null;
}

interface Gathering {
  readonly goals: Set<string>;
  todo: ClaimedTodo | null;
}

const inside = (value: unknown, name: string): unknown => (isPlain(value) ? own(value, name) : undefined);

/** An agent is registered by its id, or by an object that has one. */
function agentId(value: unknown): string {
  return isPlain(value)
    ? (readAlias(value, ['agent_id', 'id'], '', LIMITS.id, new Faults()) ?? '')
    : quietText(value, LIMITS.id);
}

/** The agents that goals register or todos name, sorted by id, and how many of them are registered. */
export function collectAgents(status: Plain): { readonly rows: readonly AgentRow[]; readonly registered: number } {
  const agents = new Map<string, Gathering>();
  const at = (id: string): Gathering => {
    const known = agents.get(id) ?? { goals: new Set<string>(), todo: null };
    agents.set(id, known);
    return known;
  };
  for (const goal of entriesOf(inside(own(status, 'run_history'), 'goals')) ?? []) {
    const goalId = quietText(inside(goal, 'id'), LIMITS.id);
    for (const one of entriesOf(inside(inside(goal, 'coordination'), 'registered_agents')) ?? []) {
      const id = agentId(one);
      if (id === '') continue;
      const { goals } = at(id);
      if (goalId !== '') goals.add(goalId);
    }
  }
  const registered = agents.size;
  for (const item of entriesOf(inside(own(status, 'todo_index'), 'items')) ?? []) {
    const todo = quietly(() => readTodo(item)) ?? null;
    if (todo === null) continue;
    const row = at(todo.agent);
    if (todo.goal !== '') row.goals.add(todo.goal);
    if (row.todo === null || comesBefore(todo, row.todo)) row.todo = todo;
  }
  const rows = [...agents].map(([agent_id, { goals, todo }]) => ({
    agent_id,
    goal_ids: [...goals].sort(byCodePoint),
    todo,
  }));
  return { rows: rows.sort((a, b) => byCodePoint(a.agent_id, b.agent_id)), registered };
}

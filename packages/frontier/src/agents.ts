import { type AgentRow, collectAgents } from './agent-rows.ts';
import { AGENTS_SCHEMA, type Handoff } from './documents.ts';
import { Faults } from './faults.ts';
import { readTime } from './frontier.ts';
import { type HandoffNote, isNote, noteWith } from './note.ts';
import { packetKey, readPackets } from './packets.ts';
import { isPlain, kindOf, oneOrMany, own, type Plain, quietly, reading } from './read.ts';
import { accept, type Result } from './result.ts';
import { fold, LIMITS } from './text.ts';
import { type CurrentTodo, quietText } from './todos.ts';

/** What the projection is and is not; the same in every one. */
export const AGENTS_TRUTHS = Object.freeze({
  todo_is_runtime_work_item: true,
  projection_is_writable: false,
  introduces_task_runtime: false,
  write_api: false,
} as const);

export interface ManagedAgent {
  readonly agent_id: string;
  readonly goal_ids: readonly string[];
  readonly current_todo?: CurrentTodo;
  readonly material_frontier?: Handoff;
  readonly handoff_note?: HandoffNote;
}

/** `agent_management_projection_v0` (frontier, agent management). */
export interface AgentsProjection {
  readonly schema_version: typeof AGENTS_SCHEMA;
  readonly mode: 'read_only';
  readonly goal_id?: string;
  readonly generated_at: string;
  readonly truth_contract: typeof AGENTS_TRUTHS;
  readonly source_summary: {
    readonly registered_agent_count: number;
    readonly projected_agent_count: number;
    /** Only with the capability: the usable packets, one for each goal and agent. */
    readonly material_frontier_count?: number;
  };
  readonly agents: readonly ManagedAgent[];
}

/** What the execution envelope says. Untrusted, as the status is. */
export interface AgentsOptions {
  /** One or a list. `material_lifecycle` opens what there is of materials. */
  readonly capabilities?: unknown;
  /** ISO 8601; absent, the status' own `generated_at` is taken. */
  readonly generated_at?: unknown;
}

const CAPABILITY = 'material_lifecycle';

/**
 * Who works on what: a read-only projection of a status document, with what each agent has yet to read where the
 * capability allows it. It loads no authority and no bodies. What is malformed inside of the status is left out and
 * is never an error; refused are a status that is no object and a time that is none. Deeply frozen, shares nothing
 * with the status. (frontier, agent management)
 */
export function projectAgents(status: unknown, options: AgentsOptions = {}): Result<AgentsProjection> {
  return reading((faults) => {
    if (!isPlain(status)) {
      faults.add('frontier/not-an-object', '', { found: kindOf(status) });
      return faults.refused();
    }
    const envelope: Plain = isPlain(options) ? options : {};
    const time = own(envelope, 'generated_at') ?? own(status, 'generated_at');
    const generated_at = readTime(time, 'generated_at', faults);
    if (generated_at === undefined) return faults.refused();
    const { rows, registered } = collectAgents(status);
    const filter = quietText(own(status, 'goal_filter'), LIMITS.id);
    const packets = declares(own(envelope, 'capabilities'))
      ? readPackets(own(status, 'agent_material_frontiers'))
      : null;
    const agents = rows.map((row) => project(row, filter, packets));
    return accept(
      Object.freeze({
        schema_version: AGENTS_SCHEMA,
        mode: 'read_only',
        ...(filter !== '' && { goal_id: filter }),
        generated_at,
        truth_contract: AGENTS_TRUTHS,
        source_summary: Object.freeze({
          registered_agent_count: registered,
          projected_agent_count: agents.length,
          ...(packets !== null && { material_frontier_count: packets.size }),
        }),
        agents: Object.freeze(agents),
      }),
    );
  });
}

function declares(capabilities: unknown): boolean {
  return oneOrMany(capabilities, '').some(([one]) => fold(one).replaceAll('-', '_') === CAPABILITY);
}

function project(row: AgentRow, filter: string, packets: ReadonlyMap<string, Handoff> | null): ManagedAgent {
  const { agent_id, goal_ids, todo } = row;
  const goal = packets === null ? '' : joinedGoal(row, filter);
  const frontier = goal === '' ? undefined : packets?.get(packetKey(goal, agent_id));
  const note = frontier === undefined ? undefined : quietly(() => noteOf(todo?.note, frontier, goal));
  return Object.freeze({
    agent_id,
    goal_ids: Object.freeze([...goal_ids]),
    ...(todo !== null && { current_todo: todo.shown }),
    ...(frontier !== undefined && { material_frontier: frontier }),
    ...(note !== undefined && { handoff_note: note }),
  });
}

/** The goal whose packet a row gets, or empty: the filter, then the current todo's goal, then the row's only one. */
function joinedGoal({ goal_ids, todo }: AgentRow, filter: string): string {
  const working = todo?.goal ?? '';
  if (filter !== '') {
    const elsewhere = working !== '' && working !== filter;
    return elsewhere || (goal_ids.length > 0 && !goal_ids.includes(filter)) ? '' : filter;
  }
  if (working !== '') return working;
  return goal_ids.length === 1 ? (goal_ids[0] ?? '') : '';
}

/** A note of another goal is not about these materials. */
function noteOf(note: unknown, handoff: Handoff, goal: string): HandoffNote | undefined {
  const made = isNote(note) ? noteWith(note, handoff, new Faults()) : undefined;
  return made?.goal_id === undefined || made.goal_id === goal ? made : undefined;
}

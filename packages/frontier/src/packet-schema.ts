import { AGENTS_TRUTHS } from './agents.ts';
import { DIFF_SCHEMA } from './diff.ts';
import { AGENTS_SCHEMA, FRONTIER_SCHEMA, FRONTIER_TRUTHS, HANDOFF_SCHEMA, RELATIONS, STATES } from './documents.ts';
import { ITEM_TEXTS, NOTE_FIELDS, TODO_FIELDS } from './names.ts';
import { NOTE_SCHEMA } from './note.ts';
import { closed, constant, count, each, listOf, oneOrMany, open, type Schema, said, text } from './schema.ts';
import { summarise } from './summary.ts';
import { LIMITS } from './text.ts';

const truths = (values: { readonly [name: string]: boolean }): Schema =>
  closed(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, constant(value)])));

const summary = closed(each(Object.keys(summarise([])), count));
const relation: Schema = { enum: RELATIONS };
const state: Schema = { enum: STATES };
const unread: Schema = { enum: STATES.filter((one) => one !== 'current') };

const item = closed(
  {
    material_id: text(LIMITS.id),
    relation,
    bound_by: listOf(closed({ kind: { enum: ['profile', 'vision', 'todo', 'handoff'] }, ref: text() })),
    state,
  },
  {
    topics: listOf(text(LIMITS.topic)),
    ...Object.fromEntries(Object.entries(ITEM_TEXTS).map(([name, limit]) => [name, text(limit)])),
  },
);

/** `agent_material_frontier_v0`. */
export const frontierSchema: Schema = closed({
  schema_version: constant(FRONTIER_SCHEMA),
  goal_id: text(LIMITS.id),
  agent_id: text(LIMITS.id),
  generated_at: text(LIMITS.time),
  summary,
  items: listOf(item),
  required_reads: listOf(
    closed({
      kind: constant('material_frontier_item'),
      material_id: text(LIMITS.id),
      required_revision: { type: ['string', 'null'], minLength: 1, maxLength: LIMITS.revision },
      state: unread,
      reason: text(),
    }),
  ),
  truth_contract: truths(FRONTIER_TRUTHS),
});

const ref = closed({ material_id: text(LIMITS.id), relation }, { purpose: text(LIMITS.purpose) });
const refs = {
  material_ref_count: count,
  material_refs: { ...listOf(ref), maxItems: 4 },
  material_refs_truncated: { type: 'boolean' },
};

/** `agent_material_handoff_projection_v0`. */
export const handoffSchema: Schema = closed({ schema_version: constant(HANDOFF_SCHEMA), summary, ...refs });

/** `handoff_note_v1`. */
export const noteSchema: Schema = closed(
  { schema_version: constant(NOTE_SCHEMA), material_frontier_summary: summary, ...refs },
  Object.fromEntries(Object.entries(NOTE_FIELDS).map(([name, limit]) => [name, oneOrMany(text(limit))])),
);

const todo = closed({}, each(TODO_FIELDS, text()));

/** `agent_management_projection_v0`. */
export const agentsSchema: Schema = closed(
  {
    schema_version: constant(AGENTS_SCHEMA),
    mode: constant('read_only'),
    generated_at: text(LIMITS.time),
    truth_contract: truths(AGENTS_TRUTHS),
    source_summary: closed(
      { registered_agent_count: count, projected_agent_count: count },
      { material_frontier_count: count },
    ),
    agents: listOf(
      closed(
        { agent_id: text(LIMITS.id), goal_ids: listOf(text(LIMITS.id)) },
        { current_todo: todo, material_frontier: handoffSchema, handoff_note: noteSchema },
      ),
    ),
  },
  { goal_id: text(LIMITS.id) },
);

/** `agent_material_frontier_diff_v0`. */
export const diffSchema: Schema = closed({
  schema_version: constant(DIFF_SCHEMA),
  goal_id: text(LIMITS.id),
  agent_id: text(LIMITS.id),
  before: text(LIMITS.time),
  after: text(LIMITS.time),
  changes: listOf(
    closed({
      material_id: text(LIMITS.id),
      from: { enum: [...STATES, null] },
      to: { enum: [...STATES, null] },
      rule: text(),
      changed: listOf(
        closed({ field: text(), before: { type: ['string', 'null'] }, after: { type: ['string', 'null'] } }),
      ),
    }),
  ),
  unchanged_count: count,
});

/** A status document, as far as it is read; whatever is malformed in it is left out of the projection. */
export const statusSchema: Schema = open({
  generated_at: said('ISO 8601; used where the caller gives no time.', LIMITS.time),
  goal_filter: said('The goal whose materials are joined.', LIMITS.id),
  run_history: open({
    goals: listOf(
      open({
        id: said('The goal.', LIMITS.id),
        coordination: open({
          registered_agents: listOf({
            anyOf: [said('The agent.', LIMITS.id), open(each(['agent_id', 'id'], said('The agent.', LIMITS.id)))],
          }),
        }),
      }),
    ),
  }),
  todo_index: open({
    items: listOf(
      open({
        ...each(TODO_FIELDS, said('Text that may leave the machine.')),
        claimed_by: said('The agent that works on it.', LIMITS.id),
        handoff_note: { description: 'A handoff_note_v0 or v1.' },
      }),
    ),
  }),
  agent_material_frontiers: {
    description:
      'Prebuilt packets: a list, or a map whose keys mean nothing. Others than agent_material_frontier_v0 are ignored.',
    type: ['array', 'object'],
  },
});

import { LIMITS } from './text.ts';

// The names of the wire documents, once: what reads a document and what describes it take them from here.

/** What a material is called in a requirement or a topic, the first that is not empty (frontier, inputs). */
export const ALIASES = ['material_id', 'id', 'source_id'] as const;

/** What a registered material is called; without one, the key of the map. */
export const AUTHORITY_ALIASES = ['id', 'source_id'] as const;

/** The lists of an owner that name materials, in the order in which they are read. */
export const MATERIAL_FIELDS = ['material_refs', 'required_material_refs', 'required_materials'] as const;

/** The lists of an owner that name topics, read after those of materials. */
export const TOPIC_FIELDS = ['material_topics', 'required_material_topics', 'topic_defaults'] as const;

/** Every list of an owner that requires something. */
export const REQUIREMENT_FIELDS: readonly string[] = [...MATERIAL_FIELDS, ...TOPIC_FIELDS];

/** The fields of a registered material, with the limits of their texts. */
export const REGISTERED_FIELDS = {
  revision: LIMITS.revision,
  boundary: LIMITS.boundary,
  gate_status: LIMITS.gate,
  freshness: Number.POSITIVE_INFINITY,
  status: Number.POSITIVE_INFINITY,
} as const;

/** The fields of a receipt row. */
export const RECEIPT_FIELDS = [
  'schema_version',
  'receipt_id',
  'goal_id',
  'agent_id',
  'todo_id',
  'material_id',
  'observed_revision',
  'outcome',
  'recorded_at',
] as const;

/** The outcomes of a receipt that matches. */
export const OUTCOMES = ['read', 'used', 'verified', 'unavailable'] as const;

/** The texts of an item that are left out when absent, with their limits. */
export const ITEM_TEXTS = {
  purpose: LIMITS.purpose,
  todo_id: LIMITS.id,
  required_revision: LIMITS.revision,
  observed_revision: LIMITS.revision,
  boundary: LIMITS.boundary,
  gate_status: LIMITS.gate,
  // A reference is longer than its id by its prefix.
  receipt_ref: LIMITS.id + 'material_receipt:'.length,
  last_verified_at: LIMITS.time,
} as const;

/** What a note says beside its schema and materials, in the order of the contract, with the limit of each text. */
export const NOTE_FIELDS = {
  handoff_id: LIMITS.id,
  todo_id: LIMITS.id,
  goal_id: LIMITS.id,
  from_agent: LIMITS.id,
  to_agent: LIMITS.id,
  intent: Number.POSITIVE_INFINITY,
  summary: Number.POSITIVE_INFINITY,
  evidence_refs: Number.POSITIVE_INFINITY,
  unresolved_decisions: Number.POSITIVE_INFINITY,
  blocked_on: Number.POSITIVE_INFINITY,
  suggested_next_action: Number.POSITIVE_INFINITY,
  source: Number.POSITIVE_INFINITY,
  successor_todo_ids: LIMITS.id,
  unblocks_todo_id: LIMITS.id,
  excluded_agents: LIMITS.id,
} as const;

/** What a projection shows of a todo. */
export const TODO_FIELDS = ['todo_id', 'goal_id', 'role', 'status', 'priority', 'text'] as const;

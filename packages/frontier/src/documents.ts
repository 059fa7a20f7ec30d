/** The relations of an agent to a material. */
export const RELATIONS = Object.freeze(['required', 'producer', 'reviewer', 'maintainer', 'watcher'] as const);
export type Relation = (typeof RELATIONS)[number];

/** The states of an item, in the order in which a frontier lists them. */
export const STATES = Object.freeze(['missing', 'inaccessible', 'stale', 'required_unread', 'current'] as const);
export type State = (typeof STATES)[number];

/** Who binds an agent to a material. */
export type OwnerKind = 'profile' | 'vision' | 'todo' | 'handoff';

export interface Binding {
  readonly kind: OwnerKind;
  readonly ref: string;
}

/** One material of a frontier. Absent and empty values are left out. */
export interface Item {
  readonly material_id: string;
  readonly topics?: readonly string[];
  readonly relation: Relation;
  readonly bound_by: readonly Binding[];
  readonly purpose?: string;
  readonly todo_id?: string;
  readonly required_revision?: string;
  readonly observed_revision?: string;
  readonly state: State;
  readonly boundary?: string;
  readonly gate_status?: string;
  readonly receipt_ref?: string;
  readonly last_verified_at?: string;
}

export interface RequiredRead {
  readonly kind: 'material_frontier_item';
  readonly material_id: string;
  /** Null when no revision is known. */
  readonly required_revision: string | null;
  readonly state: Exclude<State, 'current'>;
  /** A sentence for people; programs read `state`. */
  readonly reason: string;
}

/** The six counts; the five of states sum to `required_count`. */
export interface Summary {
  readonly required_count: number;
  readonly current_count: number;
  readonly stale_count: number;
  readonly missing_count: number;
  readonly inaccessible_count: number;
  readonly required_unread_count: number;
}

export const FRONTIER_SCHEMA = 'agent_material_frontier_v0';
export const RECEIPT_SCHEMA = 'material_usage_receipt_v0';
export const HANDOFF_SCHEMA = 'agent_material_handoff_projection_v0';
export const AGENTS_SCHEMA = 'agent_management_projection_v0';

/** What a frontier is and is not; the same in every one. */
export const FRONTIER_TRUTHS = Object.freeze({
  authority_is_goal_owned: true,
  projection_is_read_only: true,
  introduces_task_runtime: false,
  grants_cross_agent_authority: false,
  evidence_log_implies_material_read: false,
  raw_source_body_recorded: false,
} as const);

/** `agent_material_frontier_v0`: what one agent needs to read, and what it has read (frontier, output). */
export interface Frontier {
  readonly schema_version: typeof FRONTIER_SCHEMA;
  readonly goal_id: string;
  readonly agent_id: string;
  readonly generated_at: string;
  readonly summary: Summary;
  readonly items: readonly Item[];
  readonly required_reads: readonly RequiredRead[];
  readonly truth_contract: typeof FRONTIER_TRUTHS;
}

/** One material of a hand-off: a reference, never authority. */
export interface MaterialRef {
  readonly material_id: string;
  readonly relation: Relation;
  readonly purpose?: string;
}

/** `agent_material_handoff_projection_v0` (frontier, hand-off). */
export interface Handoff {
  readonly schema_version: typeof HANDOFF_SCHEMA;
  readonly summary: Summary;
  /** How many distinct items the frontier has, not how many refs follow. */
  readonly material_ref_count: number;
  readonly material_refs: readonly MaterialRef[];
  readonly material_refs_truncated: boolean;
}

import { goalSchema, receiptSchema } from './goal-schema.ts';
import { agentsSchema, diffSchema, frontierSchema, handoffSchema, noteSchema, statusSchema } from './packet-schema.ts';
import type { Schema } from './schema.ts';

const titled = (title: string, schema: Schema): Schema =>
  Object.freeze({ $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema });

/**
 * A JSON Schema (2020-12) of each wire document, by the name of its file in `schemas/`. They are made from the
 * names, limits and words that the readers of the documents use. A document that a reader admits is valid; what no
 * keyword can say (text that is not public-safe, a limit after white space is collapsed, owners) only a reader
 * refuses.
 */
export const SCHEMAS: { readonly [name: string]: Schema } = Object.freeze({
  goal: titled('A goal: the inputs of a material frontier', goalSchema),
  receipt: titled('material_usage_receipt_v0', receiptSchema),
  status: titled('A status: the input of the agents projection', statusSchema),
  frontier: titled('agent_material_frontier_v0', frontierSchema),
  'frontier-diff': titled('agent_material_frontier_diff_v0', diffSchema),
  handoff: titled('agent_material_handoff_projection_v0', handoffSchema),
  'handoff-note': titled('handoff_note_v1', noteSchema),
  agents: titled('agent_management_projection_v0', agentsSchema),
});

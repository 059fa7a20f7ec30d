export {
  AGENTS_TRUTHS,
  type AgentsOptions,
  type AgentsProjection,
  type ManagedAgent,
  projectAgents,
} from './agents.ts';
export { type CodeEntry, FRONTIER_CODES, type FrontierCode } from './codes.ts';
export { type Change, DIFF_SCHEMA, type DiffRule, diffFrontier, type FieldChange, type FrontierDiff } from './diff.ts';
export {
  AGENTS_SCHEMA,
  type Binding,
  FRONTIER_SCHEMA,
  FRONTIER_TRUTHS,
  type Frontier,
  HANDOFF_SCHEMA,
  type Handoff,
  type Item,
  type MaterialRef,
  type OwnerKind,
  RECEIPT_SCHEMA,
  RELATIONS,
  type Relation,
  type RequiredRead,
  STATES,
  type State,
  type Summary,
} from './documents.ts';
export { buildFrontier, type FrontierInputs } from './frontier.ts';
export { projectHandoff } from './handoff.ts';
export { REQUIREMENT_FIELDS } from './names.ts';
export {
  type HandoffNote,
  handoffNote,
  NOTE_SCHEMA,
  type NoteField,
  type NoteText,
  type PlainNote,
} from './note.ts';
export { indexReceipts, type ReceiptIndex } from './receipts.ts';
export { type RegisteredMaterial, registeredMaterials } from './registered.ts';
export type { Fact, Facts, Fault, Ok, Refusal, Refused, Result } from './result.ts';
export type { Schema } from './schema.ts';
export { SCHEMAS } from './schemas.ts';
export type { Barrier, Rule } from './state.ts';
export { isName } from './text.ts';
export type { CurrentTodo } from './todos.ts';
export { collapse } from './white-space.ts';

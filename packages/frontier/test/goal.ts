import { buildFrontier, type Frontier, type FrontierInputs, type Item, type Refusal } from '@ken/frontier';

/** A goal that is wholly in order: one public material, required by a todo, read in its revision. */
export const AT = '2026-07-19T00:00:00Z';

export const receipt = (changes: object = {}): { readonly [name: string]: unknown } => ({
  schema_version: 'material_usage_receipt_v0',
  receipt_id: 'r1',
  goal_id: 'g',
  agent_id: 'a',
  todo_id: 't',
  material_id: 'm',
  observed_revision: '1',
  outcome: 'read',
  recorded_at: '2026-07-18T00:00:00Z',
  ...changes,
});

export const goal = (changes: object = {}): FrontierInputs => ({
  goal_id: 'g',
  agent_id: 'a',
  generated_at: AT,
  authority_registry: authority(),
  todos: { todo_id: 't', material_refs: ['m'] },
  receipts: [receipt()],
  ...changes,
});

/** The authority of the goal, with other fields for its material. */
export const authority = (fields: object = {}, rest: object = {}): object => ({
  project_materials: { m: { revision: '1', boundary: 'public', ...fields } },
  ...rest,
});

/** The frontier of inputs that must be admissible. */
export function frontierOf(inputs: FrontierInputs): Frontier {
  const result = buildFrontier(inputs);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

/** The item of one material. */
export function itemOf(inputs: FrontierInputs, id = 'm'): Item {
  const item = frontierOf(inputs).items.find(({ material_id }) => material_id === id);
  if (item === undefined) throw new Error(`no item ${id}`);
  return item;
}

export const stateOf = (inputs: FrontierInputs, id = 'm'): string => itemOf(inputs, id).state;

/** The refusal of inputs that must be refused. */
export function refusalOf(inputs: unknown): Refusal {
  const result = buildFrontier(inputs as FrontierInputs);
  if (result.ok) throw new Error(`admitted: ${JSON.stringify(result.value)}`);
  return result.refusal;
}

/** `code at path`, for tables of refusals. */
export function refused(inputs: unknown): string {
  const { code, path } = refusalOf(inputs);
  return `${code.slice('frontier/'.length)} at ${path ?? ''}`;
}

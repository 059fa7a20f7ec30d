import { type Authority, readAuthority, readRegistered } from './authority.ts';
import { readBoundaries } from './boundaries.ts';
import {
  FRONTIER_SCHEMA,
  FRONTIER_TRUTHS,
  type Frontier,
  type Item,
  type RequiredRead,
  STATES,
  type State,
} from './documents.ts';
import type { Faults } from './faults.ts';
import { merge, type Need } from './merge.ts';
import { byCodePoint } from './order.ts';
import { readOwners } from './owners.ts';
import { isPlain, kindOf, own, reading } from './read.ts';
import { indexReceipts, ReceiptIndex } from './receipts.ts';
import { accept, type Result } from './result.ts';
import { judge, type Rule, STATE_OF } from './state.ts';
import { summarise } from './summary.ts';
import { LIMITS, needText } from './text.ts';
import { parseTime } from './time.ts';

/** The inputs by their wire names. Every value is untrusted: nothing of it is kept or changed. */
export interface FrontierInputs {
  readonly goal_id?: unknown;
  readonly agent_id?: unknown;
  /** ISO 8601; the packet's own time, since nothing here has a clock. */
  readonly generated_at?: unknown;
  readonly authority_registry?: unknown;
  readonly agent_profile?: unknown;
  readonly vision?: unknown;
  readonly todos?: unknown;
  readonly handoffs?: unknown;
  /** Rows, or what `indexReceipts` made of them. */
  readonly receipts?: unknown;
  readonly available_boundaries?: unknown;
}

const REASONS: { readonly [S in Exclude<State, 'current'>]: string } = {
  missing: 'The goal requires this material and its authority does not register it.',
  inaccessible:
    'This material cannot be read from here: its boundary or gate does not allow it, or it was unavailable.',
  stale: 'This material was read, and not in the revision that counts now.',
  required_unread: 'No receipt shows that this agent has read this material.',
};

/**
 * Builds the frontier of one agent: which materials it needs, and whether it has read them in the revision that
 * counts. Pure; linear in requirements and receipts. The packet is deeply frozen and shares nothing with the input.
 * Refuses what is not admissible, with every fault in `facts.faults`, and never with the text that is at fault.
 * (frontier, whole)
 */
export function buildFrontier(inputs: FrontierInputs): Result<Frontier> {
  return reading((faults) => build(inputs, faults));
}

/** A time that must be there, as its own collapsed text. */
export function readTime(value: unknown, path: string, faults: Faults): string | undefined {
  const text = needText(value, path, LIMITS.time, faults);
  if (text === undefined || parseTime(text) !== null) return text;
  faults.add('frontier/bad-timestamp', path);
  return undefined;
}

function build(value: unknown, faults: Faults): Result<Frontier> {
  if (!isPlain(value)) {
    faults.add('frontier/not-an-object', '', { found: kindOf(value) });
    return faults.refused();
  }
  const goal_id = needText(own(value, 'goal_id'), 'goal_id', LIMITS.id, faults);
  const agent_id = needText(own(value, 'agent_id'), 'agent_id', LIMITS.id, faults);
  const generated_at = readTime(own(value, 'generated_at'), 'generated_at', faults);
  const authority = readAuthority(own(value, 'authority_registry'), faults);
  const owners = readOwners(value, agent_id, authority?.topics, faults);
  const available = readBoundaries(own(value, 'available_boundaries'), faults);
  const given = own(value, 'receipts');
  if (goal_id === undefined || agent_id === undefined || generated_at === undefined || authority === undefined) {
    return faults.refused();
  }
  const receipts = ReceiptIndex.is(given) ? given : indexReceipts(given);
  const placed = merge(owners).map((need) =>
    place(need, { goal_id, agent_id, authority, available, receipts }, faults),
  );
  if (!faults.none) return faults.refused();
  const items = Object.freeze(placed.sort(inOrder).map(({ item }) => item));
  return accept(
    Object.freeze({
      schema_version: FRONTIER_SCHEMA,
      goal_id,
      agent_id,
      generated_at,
      summary: summarise(items.map(({ state }) => state)),
      items,
      required_reads: Object.freeze(items.flatMap(toRead)),
      truth_contract: FRONTIER_TRUTHS,
    }),
  );
}

interface Setting {
  readonly goal_id: string;
  readonly agent_id: string;
  readonly authority: Authority;
  readonly available: ReadonlySet<string>;
  readonly receipts: ReceiptIndex;
}

interface Placed {
  readonly precedence: number;
  readonly item: Item;
}

function place(need: Need, setting: Setting, faults: Faults): Placed {
  const { material_id, relation, purpose, todo_id } = need;
  const { goal_id, agent_id, authority, available, receipts } = setting;
  const entry = authority.materials.get(material_id);
  const registered = entry === undefined ? undefined : readRegistered(entry, faults);
  const receipt = receipts.find(goal_id, agent_id, material_id, todo_id, faults);
  const required = registered === undefined || registered.revision === '' ? need.hint : registered.revision;
  const rule: Rule = judge(registered, receipt, required, available);
  const topics = authority.topics.naming.get(material_id);
  const item: Item = Object.freeze({
    material_id,
    ...(topics !== undefined && { topics: Object.freeze([...topics]) }),
    relation,
    bound_by: Object.freeze([...need.bound_by]),
    ...(purpose !== '' && { purpose }),
    ...(todo_id !== '' && { todo_id }),
    ...(required !== '' && { required_revision: required }),
    ...(receipt !== null && receipt.observed !== '' && { observed_revision: receipt.observed }),
    state: STATE_OF[rule],
    ...(registered !== undefined && registered.boundary !== '' && { boundary: registered.boundary }),
    ...(registered !== undefined && registered.gate_status !== '' && { gate_status: registered.gate_status }),
    ...(receipt !== null && { receipt_ref: `material_receipt:${receipt.id}`, last_verified_at: receipt.recorded }),
  });
  return { precedence: need.precedence, item };
}

function inOrder(a: Placed, b: Placed): number {
  return (
    b.precedence - a.precedence ||
    STATES.indexOf(a.item.state) - STATES.indexOf(b.item.state) ||
    byCodePoint(a.item.material_id, b.item.material_id)
  );
}

function toRead({ material_id, required_revision, state }: Item): readonly RequiredRead[] {
  if (state === 'current') return [];
  const reason = REASONS[state];
  const revision = required_revision ?? null;
  return [Object.freeze({ kind: 'material_frontier_item', material_id, required_revision: revision, state, reason })];
}

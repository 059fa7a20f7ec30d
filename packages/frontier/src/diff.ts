import type { State } from './documents.ts';
import type { Faults } from './faults.ts';
import { readTime } from './frontier.ts';
import { ITEM_TEXTS } from './names.ts';
import { type PacketItem, readPacket } from './packet.ts';
import { isPlain, own, reading } from './read.ts';
import { accept, type Result } from './result.ts';
import { blocks, isOpen, type Rule } from './state.ts';
import { LIMITS, needText, readText } from './text.ts';

export const DIFF_SCHEMA = 'agent_material_frontier_diff_v0';

/**
 * Why an item is in its state after the change. A packet does not say which boundaries were available, so that one
 * pair of causes cannot be told apart: `boundary_or_receipt`.
 */
export type DiffRule = Rule | 'boundary_or_receipt' | 'no_longer_required';

/** One field that differs; null where it is absent. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One material whose state differs. `from` is null when it was not required before, `to` when it no longer is. */
export interface Change {
  readonly material_id: string;
  readonly from: State | null;
  readonly to: State | null;
  readonly rule: DiffRule;
  /** Empty where nothing that a packet shows has changed, as with a boundary's availability or with freshness. */
  readonly changed: readonly FieldChange[];
}

/** `agent_material_frontier_diff_v0`: what became of one agent's materials between two frontiers. */
export interface FrontierDiff {
  readonly schema_version: typeof DIFF_SCHEMA;
  readonly goal_id: string;
  readonly agent_id: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly Change[];
  readonly unchanged_count: number;
}

interface Side {
  readonly goal_id: string;
  readonly agent_id: string;
  readonly generated_at: string;
  readonly items: ReadonlyMap<string, Shown>;
}

interface Shown {
  readonly state: State;
  readonly texts: ReadonlyMap<string, string>;
}

const TEXTS: { readonly [field: string]: number } = { ...ITEM_TEXTS, relation: LIMITS.id };

/**
 * Which materials changed their state between two frontiers of one agent and goal, by which rule of the contract
 * each is in its new state, and which of its fields differ. In the order of `after`, then what is no longer
 * required in the order of `before`. Takes untrusted packets; deeply frozen, shares nothing with them. Refuses what
 * `projectHandoff` refuses, under `before` and `after`, and two packets of different goals or agents.
 */
export function diffFrontier(before: unknown, after: unknown): Result<FrontierDiff> {
  return reading((faults) => {
    const old = readSide(before, 'before', faults);
    const now = readSide(after, 'after', faults);
    if (old === undefined || now === undefined) return faults.refused();
    for (const name of ['goal_id', 'agent_id'] as const) {
      if (old[name] !== now[name]) faults.add('frontier/wrong-owner', `after.${name}`);
    }
    if (!faults.none) return faults.refused();
    const changes = changesOf(old.items, now.items);
    const kept = [...now.items].filter(([id, { state }]) => old.items.get(id)?.state === state);
    return accept(
      Object.freeze({
        schema_version: DIFF_SCHEMA,
        goal_id: now.goal_id,
        agent_id: now.agent_id,
        before: old.generated_at,
        after: now.generated_at,
        changes: Object.freeze(changes),
        unchanged_count: kept.length,
      }),
    );
  });
}

function readSide(packet: unknown, path: string, faults: Faults): Side | undefined {
  const items = readPacket(packet, path, faults).map((item) => [item.material_id, readShown(item, faults)] as const);
  if (!isPlain(packet)) return undefined;
  const goal_id = needText(own(packet, 'goal_id'), `${path}.goal_id`, LIMITS.id, faults);
  const agent_id = needText(own(packet, 'agent_id'), `${path}.agent_id`, LIMITS.id, faults);
  const generated_at = readTime(own(packet, 'generated_at'), `${path}.generated_at`, faults);
  if (goal_id === undefined || agent_id === undefined || generated_at === undefined) return undefined;
  return { goal_id, agent_id, generated_at, items: new Map(items) };
}

function readShown({ state, fields, path }: PacketItem, faults: Faults): Shown {
  const texts = new Map<string, string>();
  for (const [field, limit] of Object.entries(TEXTS)) {
    texts.set(field, readText(own(fields, field), `${path}.${field}`, limit, faults) ?? '');
  }
  return { state, texts };
}

function changesOf(before: Side['items'], after: Side['items']): Change[] {
  const changes: Change[] = [];
  for (const [material_id, now] of after) {
    const old = before.get(material_id);
    if (old?.state === now.state) continue;
    changes.push(change(material_id, old, now, ruleOf(now)));
  }
  for (const [material_id, old] of before) {
    if (!after.has(material_id)) changes.push(change(material_id, old, undefined, 'no_longer_required'));
  }
  return changes;
}

function change(material_id: string, old: Shown | undefined, now: Shown | undefined, rule: DiffRule): Change {
  const changed = Object.keys(TEXTS).flatMap((field): FieldChange[] => {
    const before = old?.texts.get(field) || null;
    const after = now?.texts.get(field) || null;
    return before === after ? [] : [Object.freeze({ field, before, after })];
  });
  const from = old?.state ?? null;
  const to = now?.state ?? null;
  return Object.freeze({ material_id, from, to, rule, changed: Object.freeze(changed) });
}

/** The rule that put an item into its state, as far as a packet shows it. */
function ruleOf({ state, texts }: Shown): DiffRule {
  const of = (field: string): string => texts.get(field) ?? '';
  switch (state) {
    case 'missing':
      return 'absent_from_authority';
    case 'inaccessible':
      if (of('boundary') === '') return 'boundary_omitted';
      if (blocks(of('gate_status'))) return 'gate_blocks';
      if (isOpen(of('boundary'))) return 'receipt_unavailable';
      return of('receipt_ref') === '' ? 'boundary_not_available' : 'boundary_or_receipt';
    case 'required_unread':
      return 'no_matching_receipt';
    case 'stale':
      if (of('required_revision') === '') return 'revision_unknown';
      return of('observed_revision') === of('required_revision') ? 'authority_not_fresh' : 'revision_differs';
    case 'current':
      return 'read_as_required';
  }
}

import { diffFrontier, type FrontierDiff } from '@ken/frontier';
import { expect, test } from 'vitest';
import { authority, frontierOf, goal, receipt } from './goal.ts';

const before = frontierOf(goal());

const diff = (one: unknown, two: unknown): FrontierDiff => {
  const result = diffFrontier(one, two);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const only = (changes: object, from: unknown = before) => diff(from, frontierOf(goal(changes))).changes[0];

test('two frontiers that are the same differ in nothing', () => {
  expect(diff(before, before)).toEqual({
    schema_version: 'agent_material_frontier_diff_v0',
    goal_id: 'g',
    agent_id: 'a',
    before: before.generated_at,
    after: before.generated_at,
    changes: [],
    unchanged_count: 1,
  });
});

test('an item that became stale tells the rule, and both sides of what changed', () => {
  expect(only({ authority_registry: authority({ revision: '2' }) })).toEqual({
    material_id: 'm',
    from: 'current',
    to: 'stale',
    rule: 'revision_differs',
    changed: [{ field: 'required_revision', before: '1', after: '2' }],
  });
});

test.each([
  ['missing', 'absent_from_authority', { authority_registry: { project_materials: {} } }],
  ['inaccessible', 'boundary_omitted', { authority_registry: authority({ boundary: '' }) }],
  ['inaccessible', 'gate_blocks', { authority_registry: authority({ gate_status: 'denied' }) }],
  ['inaccessible', 'boundary_or_receipt', { authority_registry: authority({ boundary: 'x' }) }],
  ['inaccessible', 'boundary_not_available', { authority_registry: authority({ boundary: 'x' }), receipts: null }],
  ['inaccessible', 'receipt_unavailable', { receipts: [receipt({ outcome: 'unavailable' })] }],
  ['required_unread', 'no_matching_receipt', { receipts: null }],
  ['stale', 'authority_not_fresh', { authority_registry: authority({ freshness: 'stale' }) }],
  ['stale', 'revision_unknown', { authority_registry: authority({ revision: '' }) }],
  ['stale', 'revision_differs', { receipts: [receipt({ observed_revision: '0' })] }],
])('what became %s did by the rule %s', (to, rule, changes) => {
  expect(only(changes)).toMatchObject({ from: 'current', to, rule });
});

test('what became current did so because it was read as required', () => {
  const unread = frontierOf(goal({ receipts: null }));
  expect(only({}, unread)).toMatchObject({ from: 'required_unread', to: 'current', rule: 'read_as_required' });
});

test('what a packet does not show is no change of a field', () => {
  expect(only({ authority_registry: authority({ freshness: 'stale' }) })?.changed).toEqual([]);
});

test('what is newly required has no state before, and what no longer is has none after', () => {
  const none = frontierOf(goal({ todos: null }));
  expect(diff(none, before).changes[0]).toMatchObject({ from: null, to: 'current', rule: 'read_as_required' });
  expect(diff(before, none).changes[0]).toMatchObject({ from: 'current', to: null, rule: 'no_longer_required' });
});

test('another revision in the same state is no change of state', () => {
  const stale = frontierOf(goal({ authority_registry: authority({ revision: '2' }) }));
  const staler = frontierOf(goal({ authority_registry: authority({ revision: '3' }) }));
  expect(diff(stale, staler)).toMatchObject({ changes: [], unchanged_count: 1 });
});

test('packets of another agent, goal or schema, and unsafe ones, are refused', () => {
  const refusal = (after: unknown): string => {
    const result = diffFrontier(before, after);
    return result.ok ? 'admitted' : `${result.refusal.code} ${result.refusal.path}`;
  };
  expect(refusal(before)).toBe('admitted');
  expect(refusal({ ...before, agent_id: 'b' })).toBe('frontier/wrong-owner after.agent_id');
  expect(refusal({ ...before, goal_id: 'h' })).toBe('frontier/wrong-owner after.goal_id');
  expect(refusal({ ...before, schema_version: 'x' })).toBe('frontier/unknown-schema after.schema_version');
  const item = { ...before.items[0], boundary: '/home/a/b' };
  expect(refusal({ ...before, items: [item] })).toBe('frontier/unsafe-text after.items[0].boundary');
  expect(refusal(null)).toBe('frontier/not-an-object after');
});

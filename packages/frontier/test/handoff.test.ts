import { buildFrontier, type Frontier, handoffNote, projectHandoff } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { authority, frontierOf, goal, receipt, stateOf } from './goal.ts';

const item = (id: string, changes: object = {}): object => ({
  material_id: id,
  relation: 'required',
  state: 'current',
  ...changes,
});
const packet = (items: unknown, changes: object = {}): object => ({
  schema_version: 'agent_material_frontier_v0',
  items,
  ...changes,
});

const refusedAt = (result: ReturnType<typeof projectHandoff> | ReturnType<typeof handoffNote>): string =>
  result.ok ? 'admitted' : `${result.refusal.code.slice(9)} at ${result.refusal.path ?? ''}`;

const project = (value: unknown): unknown => {
  const result = projectHandoff(value);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};

describe('the projection', () => {
  test('has the counts and the refs, and nothing else of the frontier', () => {
    const frontier = frontierOf(goal({ todos: { todo_id: 't', material_refs: [{ id: 'm', purpose: 'to know' }] } }));
    expect(project(frontier)).toEqual({
      schema_version: 'agent_material_handoff_projection_v0',
      summary: frontier.summary,
      material_ref_count: 1,
      material_refs: [{ material_id: 'm', relation: 'required', purpose: 'to know' }],
      material_refs_truncated: false,
    });
  });

  test('has at most four refs, the first four distinct items in the frontier’s order', () => {
    const ids = ['z', 'y', 'z', 'x', 'w', 'v'];
    expect(project(packet(ids.map((id) => item(id))))).toMatchObject({
      material_ref_count: 5,
      material_refs: ['z', 'y', 'x', 'w'].map((material_id) => ({ material_id })),
      material_refs_truncated: true,
    });
    expect(project(packet(ids.slice(0, 5).map((id) => item(id))))).toMatchObject({
      material_ref_count: 4,
      material_refs_truncated: false,
    });
  });

  test('makes its counts from the items, the first of duplicates, and never from the summary', () => {
    const items = [item('a', { state: 'stale' }), item('a', { state: 'missing' }), item('b')];
    expect(project(packet(items, { summary: { required_count: 99 } }))).toMatchObject({
      summary: {
        required_count: 2,
        current_count: 1,
        stale_count: 1,
        missing_count: 0,
        inaccessible_count: 0,
        required_unread_count: 0,
      },
    });
  });

  test('of no items has no refs', () => {
    expect(project(packet([]))).toMatchObject({
      material_ref_count: 0,
      material_refs: [],
      material_refs_truncated: false,
    });
  });

  test.each([
    [
      'another schema',
      packet([], { schema_version: 'agent_material_frontier_v1' }),
      'unknown-schema at schema_version',
    ],
    ['no schema', { items: [] }, 'unknown-schema at schema_version'],
    ['no items', packet(undefined), 'missing at items'],
    ['items that are no list', packet({}), 'not-an-object at items'],
    ['an item that is no object', packet(['m']), 'not-an-object at items[0]'],
    ['an unknown state', packet([item('m', { state: 'read' })]), 'unknown-state at items[0].state'],
    ['a state in another case', packet([item('m', { state: 'Current' })]), 'unknown-state at items[0].state'],
    ['an unknown relation', packet([item('m', { relation: 'owner' })]), 'bad-relation at items[0].relation'],
    ['no id', packet([item('')]), 'missing at items[0].material_id'],
    ['an unsafe id', packet([item('/home/a/b')]), 'unsafe-text at items[0].material_id'],
    [
      'an unsafe purpose',
      packet([item('m'), item('n', { purpose: 'sk-abcdefghijkl' })]),
      'unsafe-text at items[1].purpose',
    ],
    [
      'a purpose that is cut nowhere',
      packet([item('m', { purpose: 'x'.repeat(221) })]),
      'too-long at items[0].purpose',
    ],
  ])('of a packet with %s is refused', (_rule, value, wanted) => {
    expect(refusedAt(projectHandoff(value))).toBe(wanted);
  });
});

describe('the note', () => {
  const note = (changes: object = {}): object => ({
    schema_version: 'handoff_note_v0',
    handoff_id: 'h1',
    to_agent: 'b',
    summary: ' what  was done ',
    evidence_refs: ['e1', '', null, 'e2'],
    blocked_on: '',
    ...changes,
  });
  const frontier = packet([item('m')]);

  test('is a v1 of a v0 and a frontier, with what is not empty of the names of the contract', () => {
    const result = handoffNote(note({ other: 'MARK', permissions: ['MARK'] }), frontier);
    expect(result.ok && result.value).toEqual({
      schema_version: 'handoff_note_v1',
      handoff_id: 'h1',
      to_agent: 'b',
      summary: 'what was done',
      evidence_refs: ['e1', 'e2'],
      material_frontier_summary: {
        required_count: 1,
        current_count: 1,
        stale_count: 0,
        missing_count: 0,
        inaccessible_count: 0,
        required_unread_count: 0,
      },
      material_ref_count: 1,
      material_refs: [{ material_id: 'm', relation: 'required' }],
      material_refs_truncated: false,
    });
  });

  test('takes every name of the contract', () => {
    const names =
      'handoff_id todo_id goal_id from_agent to_agent intent summary evidence_refs unresolved_decisions blocked_on suggested_next_action source successor_todo_ids unblocks_todo_id excluded_agents'.split(
        ' ',
      );
    const full = Object.fromEntries(names.map((name) => [name, `x ${name}`]));
    const result = handoffNote({ schema_version: 'handoff_note_v0', ...full }, frontier);
    expect(result.ok && result.value).toMatchObject(full);
    for (const name of names) {
      expect(refusedAt(handoffNote(note({ [name]: '/home/a/b' }), frontier))).toBe(`unsafe-text at ${name}`);
      expect(refusedAt(handoffNote(note({ [name]: ['ok', '/home/a/b'] }), frontier))).toBe(`unsafe-text at ${name}[1]`);
      expect(refusedAt(handoffNote(note({ [name]: { a: 1 } }), frontier))).toBe(`not-text at ${name}`);
    }
  });

  test('replaces the materials that a v1 brought', () => {
    const old = { schema_version: 'handoff_note_v1', material_refs: [{ material_id: 'OLD' }], material_ref_count: 9 };
    const result = handoffNote(note(old), frontier);
    expect(JSON.stringify(result)).not.toContain('OLD');
    expect(result.ok && result.value.material_ref_count).toBe(1);
  });

  test('without a frontier comes back as it was, as a copy', () => {
    const given = note({ other: { deep: ['x'] } });
    for (const none of [undefined, null]) {
      const result = handoffNote(given, none);
      if (!result.ok) throw new Error('refused');
      expect(result.value).toEqual(given);
      expect(JSON.stringify(result.value)).toBe(JSON.stringify(given));
      expect(result.value).not.toBe(given);
      expect(Object.isFrozen((result.value as { other?: object }).other)).toBe(true);
    }
  });

  test('that holds itself cannot come back', () => {
    const given: { [name: string]: unknown } = { ...note() };
    const shared = ['x'];
    given['twice'] = [shared, shared];
    expect(handoffNote(given).ok).toBe(true);
    given['self'] = { given };
    expect(refusedAt(handoffNote(given))).toBe('unreadable at ');
  });

  test('aliases of aliases cost what they are, and not what they spell out', () => {
    let bomb: unknown = ['x'];
    for (let level = 0; level < 200; level += 1) bomb = [bomb, bomb];
    const result = handoffNote(note({ bomb }));
    if (!result.ok) throw new Error('refused');
    const copy = (result.value as { readonly bomb?: readonly unknown[] }).bomb;
    // Compared by hand: a matcher that looks inside of these would never come back.
    expect([copy?.length, copy?.[0] === copy?.[1], Object.isFrozen(copy?.[0]), copy === bomb]).toEqual([
      2,
      true,
      true,
      false,
    ]);
  });

  test('keeps names in their order and a name like __proto__ when it comes back', () => {
    const given = JSON.parse('{"schema_version":"handoff_note_v0","b":{"__proto__":[1,{"z":null,"a":true}]},"a":2}');
    const result = handoffNote(given);
    expect(JSON.stringify(result.ok && result.value)).toBe(JSON.stringify(given));
    expect(handoffNote({ ...given, f: () => 1 }).ok).toBe(false);
    expect(handoffNote({ ...given, f: new Date(0) }).ok).toBe(false);
  });

  test.each([
    ['no object', 'x', 'not-an-object at '],
    ['another schema', { schema_version: 'handoff_note_v2' }, 'unknown-schema at schema_version'],
    ['no schema', {}, 'unknown-schema at schema_version'],
  ])('that is %s is refused, with a frontier or without', (_rule, value, wanted) => {
    expect(refusedAt(handoffNote(value, frontier))).toBe(wanted);
    expect(refusedAt(handoffNote(value))).toBe(wanted);
  });

  test('with a frontier that is refused is refused under material_frontier', () => {
    expect(refusedAt(handoffNote(note(), packet([item('m', { state: 'x' })])))).toBe(
      'unknown-state at material_frontier.items[0].state',
    );
    expect(refusedAt(handoffNote(note(), {}))).toBe('unknown-schema at material_frontier.schema_version');
  });
});

describe('a successor', () => {
  // What the predecessor read, behind a boundary that only it can read.
  const registry = authority({ boundary: 'team' });
  const predecessor: Frontier = frontierOf(goal({ authority_registry: registry, available_boundaries: 'team' }));
  const made = handoffNote(
    { schema_version: 'handoff_note_v0', handoff_id: 'h', from_agent: 'a', to_agent: 'b', todo_id: 't' },
    predecessor,
  );
  if (!made.ok) throw new Error('refused');
  const handed = JSON.parse(JSON.stringify(made.value)) as { readonly [name: string]: unknown };

  const successor = (changes: object = {}): object => ({
    goal_id: 'g',
    agent_id: 'b',
    generated_at: '2026-07-20',
    authority_registry: registry,
    handoffs: [handed],
    receipts: [receipt()],
    ...changes,
  });

  test('gets the same refs', () => {
    expect(predecessor.items[0]?.state).toBe('current');
    const frontier = frontierOf(successor());
    expect(frontier.items.map(({ material_id, relation }) => [material_id, relation])).toEqual([['m', 'required']]);
    expect(frontier.items[0]?.bound_by).toEqual([{ kind: 'handoff', ref: 'h' }]);
  });

  test('inherits no authority: no boundary, no receipt, no revision', () => {
    expect(stateOf(successor())).toBe('inaccessible');
    expect(stateOf(successor({ available_boundaries: 'team' }))).toBe('required_unread');
    const own = receipt({ agent_id: 'b', receipt_id: 'r9' });
    expect(stateOf(successor({ available_boundaries: 'team', receipts: [receipt(), own] }))).toBe('current');
    const moved = authority({ boundary: 'team', revision: '2' });
    expect(stateOf(successor({ available_boundaries: 'team', receipts: [own], authority_registry: moved }))).toBe(
      'stale',
    );
  });

  test('has the authority of now: what the goal no longer registers is missing', () => {
    expect(stateOf(successor({ authority_registry: { project_materials: {} } }))).toBe('missing');
    expect(buildFrontier(successor({ authority_registry: { project_material_count: 1 } })).ok).toBe(false);
  });
});

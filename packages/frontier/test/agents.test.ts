import { type AgentsProjection, projectAgents } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { AT, frontierOf, goal } from './goal.ts';

type Dict = { readonly [name: string]: unknown };

const packetOf = (goalId: string, agent: string, changes: object = {}): object => ({
  ...frontierOf(goal({ goal_id: goalId, agent_id: agent })),
  ...changes,
});

const note = { schema_version: 'handoff_note_v0', handoff_id: 'h', summary: 'next' };
const todo = (changes: object = {}): object => ({
  role: 'agent',
  todo_id: 't1',
  goal_id: 'g',
  status: 'open',
  priority: 'P1',
  claimed_by: 'a',
  text: 'do it',
  ...changes,
});

const status = (changes: object = {}): Dict => ({
  run_history: { goals: [{ id: 'g', coordination: { registered_agents: ['b', 'a'] } }] },
  todo_index: { items: [todo({ handoff_note: note })] },
  agent_material_frontiers: [packetOf('g', 'a')],
  ...changes,
});

const CAPABLE = { capabilities: ['material_lifecycle'], generated_at: AT };

const project = (value: unknown, options: object = CAPABLE): AgentsProjection => {
  const result = projectAgents(value, options);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};
const rowOf = (value: unknown, agent = 'a', options: object = CAPABLE) =>
  project(value, options).agents.find(({ agent_id }) => agent_id === agent);

test('with the capability a row has its todo, its materials and its note', () => {
  const projection = project(status());
  expect(projection).toMatchObject({
    schema_version: 'agent_management_projection_v0',
    mode: 'read_only',
    generated_at: AT,
    truth_contract: {
      todo_is_runtime_work_item: true,
      projection_is_writable: false,
      introduces_task_runtime: false,
      write_api: false,
    },
    source_summary: { registered_agent_count: 2, projected_agent_count: 2, material_frontier_count: 1 },
  });
  expect(projection.agents.map(({ agent_id }) => agent_id)).toEqual(['a', 'b']);
  expect(rowOf(status())).toMatchObject({
    goal_ids: ['g'],
    current_todo: { todo_id: 't1', goal_id: 'g', role: 'agent', status: 'open', priority: 'P1', text: 'do it' },
    material_frontier: { schema_version: 'agent_material_handoff_projection_v0', material_ref_count: 1 },
    handoff_note: { schema_version: 'handoff_note_v1', handoff_id: 'h', material_ref_count: 1 },
  });
  expect(rowOf(status(), 'b')).toEqual({ agent_id: 'b', goal_ids: ['g'] });
});

describe('the capability', () => {
  test.each([undefined, [], '', 'material', ['lifecycle'], null, 3, [null, 3]])(
    '%j opens nothing, not even the count',
    (capabilities) => {
      const given = status({
        material_frontier: 'MARK',
        todo_index: { items: [todo({ material_frontier: 'MARK', handoff_note: note })] },
      });
      const text = JSON.stringify(project(given, { capabilities, generated_at: AT }));
      expect(text).not.toMatch(/MARK|material_frontier|handoff_note|material_ref/);
      expect(text).toContain('"todo_id":"t1"');
    },
  );

  test.each(['material_lifecycle', 'Material-Lifecycle', [' MATERIAL_LIFECYCLE '], ['x', 'material-lifecycle']])(
    '%j opens it',
    (capabilities) => {
      expect(rowOf(status(), 'a', { capabilities, generated_at: AT })?.material_frontier).toBeDefined();
    },
  );
});

describe('the current todo', () => {
  const current = (...items: unknown[]): unknown => rowOf(status({ todo_index: { items } }))?.current_todo?.todo_id;

  test('is open before others, then by priority, then the first', () => {
    const one = todo({ todo_id: 'one', status: 'done', priority: 'P0' });
    const two = todo({ todo_id: 'two', priority: 'P2' });
    const three = todo({ todo_id: 'three', priority: ' p1' });
    const four = todo({ todo_id: 'four' });
    const five = todo({ todo_id: 'five', priority: null });
    expect(current(one, five, two, three, four)).toBe('three');
    expect(current(one, five, two)).toBe('two');
    expect(current(one, five)).toBe('five');
    expect(current(one)).toBe('one');
    expect(current()).toBeUndefined();
  });

  test('is one that the agent claims, and not a person’s', () => {
    expect(current(todo({ claimed_by: 'b' }))).toBeUndefined();
    expect(current(todo({ claimed_by: null }))).toBeUndefined();
    expect(current(todo({ role: 'user' }))).toBeUndefined();
    expect(current(todo({ role: null }))).toBe('t1');
  });

  test('shows no text that is unsafe', () => {
    const row = rowOf(status({ todo_index: { items: [todo({ text: 'see /home/a/b' })] } }));
    expect(row?.current_todo).toEqual({ todo_id: 't1', goal_id: 'g', role: 'agent', status: 'open', priority: 'P1' });
  });
});

describe('the join', () => {
  const joined = (changes: object): boolean => rowOf(status(changes))?.material_frontier !== undefined;
  const goals = (...ids: string[]): object => ({
    run_history: { goals: ids.map((id) => ({ id, coordination: { registered_agents: ['a'] } })) },
  });
  const idle = { todo_index: { items: [] } };

  test('is by goal and agent', () => {
    expect(joined({})).toBe(true);
    expect(joined({ agent_material_frontiers: [packetOf('g', 'b')] })).toBe(false);
    expect(joined({ agent_material_frontiers: [packetOf('g2', 'a')] })).toBe(false);
  });

  test('takes goal_filter first, and nothing where todo or row belong to another goal', () => {
    expect(joined({ goal_filter: 'g' })).toBe(true);
    expect(joined({ goal_filter: 'g2' })).toBe(false);
    expect(joined({ goal_filter: 'g', todo_index: { items: [todo({ goal_id: 'g2' })] } })).toBe(false);
    expect(joined({ goal_filter: 'g', ...goals('g2'), ...idle })).toBe(false);
    expect(joined({ goal_filter: 'g', ...goals('g', 'g2'), ...idle })).toBe(true);
    expect(project(status({ goal_filter: 'g' })).goal_id).toBe('g');
    expect('goal_id' in project(status())).toBe(false);
  });

  test('then the current todo’s goal', () => {
    expect(joined(goals('g', 'g2'))).toBe(true);
    expect(joined({ ...goals('g', 'g2'), todo_index: { items: [todo({ goal_id: 'g2' })] } })).toBe(false);
  });

  test('then the row’s only goal, and nothing where there are several', () => {
    expect(joined({ ...goals('g'), ...idle })).toBe(true);
    expect(joined({ ...goals('g', 'g2'), ...idle })).toBe(false);
    expect(joined({ ...goals('g'), todo_index: { items: [todo({ goal_id: null })] } })).toBe(true);
  });

  test('a note of another goal is not joined, and without a packet no note is', () => {
    const withNote = (changes: object): object => ({
      todo_index: { items: [todo({ handoff_note: { ...note, ...changes } })] },
    });
    expect(rowOf(status(withNote({ goal_id: 'g' })))?.handoff_note).toBeDefined();
    expect(rowOf(status(withNote({ goal_id: 'g2' })))?.handoff_note).toBeUndefined();
    expect(rowOf(status({ agent_material_frontiers: [] }))?.handoff_note).toBeUndefined();
    for (const bad of [{ schema_version: 'x' }, { summary: '/home/a/b' }]) {
      expect(rowOf(status(withNote(bad)))?.handoff_note).toBeUndefined();
      expect(rowOf(status(withNote(bad)))?.material_frontier).toBeDefined();
    }
  });
});

describe('packets', () => {
  const count = (frontiers: unknown): unknown =>
    project(status({ agent_material_frontiers: frontiers })).source_summary.material_frontier_count;
  const refs = (frontiers: unknown): unknown =>
    rowOf(status({ agent_material_frontiers: frontiers }))?.material_frontier?.material_ref_count;
  const empty = (at: string): object => packetOf('g', 'a', { items: [], generated_at: at });

  test('come in a list, or in a map whose keys mean nothing', () => {
    expect(refs({ whatever: packetOf('g', 'a') })).toBe(1);
    expect(refs([packetOf('g', 'a')])).toBe(1);
  });

  test('of two for one pair the later counts, then the later in the input', () => {
    const full = packetOf('g', 'a');
    expect(refs([full, empty('2026-07-20')])).toBe(0);
    expect(refs([empty('2026-07-20'), full])).toBe(0);
    expect(refs([full, empty('2026-07-18')])).toBe(1);
    expect(refs([full, empty(AT)])).toBe(0);
    expect(refs([empty('2026-07-19T02:00+02:00'), full])).toBe(1);
    expect(count([full, empty(AT)])).toBe(1);
  });

  test('of another schema, unusable or unreadable are ignored and are no error', () => {
    const bad = [
      null,
      3,
      {},
      packetOf('g', 'a', { schema_version: 'x' }),
      packetOf('g', 'a', { generated_at: 'x' }),
      packetOf('g', 'a', { agent_id: '' }),
      packetOf('g', 'a', { items: [{ material_id: '/home/a/b', state: 'current', relation: 'required' }] }),
      Object.defineProperty({}, 'goal_id', {
        get: () => {
          throw new Error('looked at');
        },
      }),
    ];
    expect(count(bad)).toBe(0);
    expect(refs([...bad, packetOf('g', 'a'), ...bad])).toBe(1);
  });

  test('alone create no row', () => {
    const projection = project(status({ agent_material_frontiers: [packetOf('g', 'z')] }));
    expect(projection.agents.map(({ agent_id }) => agent_id)).toEqual(['a', 'b']);
    expect(projection.source_summary.material_frontier_count).toBe(1);
  });
});

describe('what is malformed', () => {
  test.each([
    {},
    { run_history: 3, todo_index: 'x' },
    { run_history: { goals: [null, { coordination: [] }] }, todo_index: { items: [null, 3] } },
  ])('inside of a status is left out: %j', (value) => {
    expect(project(value).agents).toEqual([]);
  });

  test('as a status, or as a time, is refused', () => {
    for (const value of [null, 'x', []]) expect(projectAgents(value, CAPABLE).ok).toBe(false);
    for (const generated_at of ['x', '', undefined]) expect(projectAgents(status(), { generated_at }).ok).toBe(false);
    expect(project(status({ generated_at: '2026-07-20' }), {}).generated_at).toBe('2026-07-20');
  });

  test('an agent that no goal registers has a row when it claims a todo', () => {
    const projection = project(status({ todo_index: { items: [todo({ claimed_by: 'c', goal_id: 'g3' })] } }));
    expect(projection.agents.map(({ agent_id, goal_ids }) => [agent_id, goal_ids])).toEqual([
      ['a', ['g']],
      ['b', ['g']],
      ['c', ['g3']],
    ]);
    expect(projection.source_summary).toMatchObject({ registered_agent_count: 2, projected_agent_count: 3 });
  });
});

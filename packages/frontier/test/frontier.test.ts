import { buildFrontier, FRONTIER_TRUTHS, STATES } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { AT, authority, frontierOf, goal, itemOf, receipt, refusalOf, refused, stateOf } from './goal.ts';

const control = goal();

test('control: the goal of these tests is in order, and its one item is current', () => {
  expect(frontierOf(control)).toEqual({
    schema_version: 'agent_material_frontier_v0',
    goal_id: 'g',
    agent_id: 'a',
    generated_at: AT,
    summary: {
      required_count: 1,
      current_count: 1,
      stale_count: 0,
      missing_count: 0,
      inaccessible_count: 0,
      required_unread_count: 0,
    },
    items: [
      {
        material_id: 'm',
        relation: 'required',
        bound_by: [{ kind: 'todo', ref: 't' }],
        todo_id: 't',
        required_revision: '1',
        observed_revision: '1',
        state: 'current',
        boundary: 'public',
        receipt_ref: 'material_receipt:r1',
        last_verified_at: '2026-07-18T00:00:00Z',
      },
    ],
    required_reads: [],
    truth_contract: FRONTIER_TRUTHS,
  });
});

describe('authority fails closed', () => {
  test.each([
    [
      'a summary is no empty registry',
      { project_material_count: 4 },
      'compact-authority at authority_registry.project_materials',
    ],
    ['an absent registry', undefined, 'missing at authority_registry'],
    ['a blank registry', ' ', 'missing at authority_registry'],
    ['a registry that is text', 'x', 'not-an-object at authority_registry'],
    ['materials that are null', { project_materials: null }, 'not-an-object at authority_registry.project_materials'],
    ['materials that are a number', { project_materials: 3 }, 'not-an-object at authority_registry.project_materials'],
    [
      'an entry that is no object',
      { project_materials: ['m'] },
      'not-an-object at authority_registry.project_materials[0]',
    ],
    [
      'an entry that is null',
      { project_materials: { m: null } },
      'not-an-object at authority_registry.project_materials.m',
    ],
    ['an entry without an id', { project_materials: [{}] }, 'missing at authority_registry.project_materials[0]'],
    [
      'a map entry under a blank key',
      { project_materials: { ' ': {} } },
      'missing at authority_registry.project_materials[" "]',
    ],
    [
      'two ids that are one',
      { project_materials: [{ id: 'm' }, { id: ' m' }] },
      'duplicate at authority_registry.project_materials[1]',
    ],
  ])('%s is refused', (_rule, registry, wanted) => {
    expect(refused(goal({ authority_registry: registry }))).toBe(wanted);
  });

  test('an empty map and an empty list are valid, and everything is missing', () => {
    expect(stateOf(goal({ authority_registry: { project_materials: {} } }))).toBe('missing');
    expect(stateOf(goal({ authority_registry: { project_materials: [] } }))).toBe('missing');
  });

  test('of the names of a material the first that is not empty counts: id, source_id, the key', () => {
    const of = (entry: object): string =>
      stateOf(
        goal({ authority_registry: { project_materials: { k: { boundary: 'public', revision: '1', ...entry } } } }),
      );
    expect(of({ id: 'm', source_id: 'x' })).toBe('current');
    expect(of({ id: ' ', source_id: 'm' })).toBe('current');
    expect(of({ id: null, source_id: 'x' })).toBe('missing');
    expect(of({ material_id: 'm' })).toBe('missing');
  });
});

describe('topics', () => {
  const withTopics = (topics: unknown, rest: object = {}): object =>
    goal({ authority_registry: authority({}, { topic_authority: topics }), ...rest });

  test.each([
    ['no material', { q: [] }, 'empty-topic at authority_registry.topic_authority.q'],
    ['only null and blank entries', { q: [null, ' '] }, 'empty-topic at authority_registry.topic_authority.q'],
    ['an object without an id', { q: { name: 'x' } }, 'empty-topic at authority_registry.topic_authority.q'],
    ['a blank name', { ' ': 'm' }, 'missing at authority_registry.topic_authority[" "]'],
    [
      'the name of another, collapsed',
      { 'a b': 'm', 'a  b': 'm' },
      'duplicate at authority_registry.topic_authority["a  b"]',
    ],
    ['an entry that loses its id', { q: ['m', {}] }, 'missing at authority_registry.topic_authority.q[1]'],
    ['text for a map', 'm', 'not-an-object at authority_registry.topic_authority'],
  ])('a topic with %s is refused', (_rule, topics, wanted) => {
    const { code, path } = refusalOf(withTopics(topics === 'm' ? 'm' : topics));
    expect(`${code.slice(9)} at ${path}`).toBe(wanted);
  });

  test('an id, a list and objects are valid, and blank entries of a list are skipped', () => {
    const topics = { a: 'm', b: ['m', null, ''], c: { source_id: 'm' }, d: [{ id: 'm' }, { material_id: 'm' }] };
    expect(itemOf(withTopics(topics)).topics).toEqual(['a', 'b', 'c', 'd']);
  });

  test('a topic that is not registered is refused, never an empty frontier; topics are case-sensitive', () => {
    const todos = (topic: unknown): object => ({ todos: { todo_id: 't', material_topics: topic } });
    expect(itemOf(withTopics({ q: 'm' }, todos('q'))).state).toBe('current');
    expect(refused(withTopics({ q: 'm' }, todos('Q')))).toBe('unregistered-topic at todos.material_topics');
    expect(refused(withTopics(null, todos(['q'])))).toBe('unregistered-topic at todos.material_topics[0]');
    expect(frontierOf(withTopics({ q: 'm' }, todos([null, '']))).items).toEqual([]);
  });
});

describe('owners', () => {
  test.each(['agent_profile', 'vision'])(
    'a %s of another agent is refused, and of this one or none admitted',
    (group) => {
      const of = (agent: unknown): object => goal({ [group]: { agent_id: agent, material_refs: ['m'] } });
      expect(refused(of('b'))).toBe(`wrong-owner at ${group}.agent_id`);
      expect(refused(of('A'))).toBe(`wrong-owner at ${group}.agent_id`);
      for (const own of ['a', ' a ', '', null]) expect(frontierOf(of(own)).items).toHaveLength(1);
    },
  );

  test('a todo that another agent claims is skipped; claimed_by counts before agent_id', () => {
    const of = (owner: object): number =>
      frontierOf(goal({ todos: [{ material_refs: ['m'], ...owner }] })).items.length;
    expect(of({ claimed_by: 'b' })).toBe(0);
    expect(of({ agent_id: 'b' })).toBe(0);
    expect(of({ claimed_by: 'a', agent_id: 'b' })).toBe(1);
    expect(of({ claimed_by: 'b', agent_id: 'a' })).toBe(0);
    expect(of({})).toBe(1);
  });

  test('a hand-off to another agent is skipped', () => {
    const of = (to: unknown): number =>
      frontierOf(goal({ todos: null, handoffs: [{ to_agent: to, material_refs: ['m'] }] })).items.length;
    expect([of('b'), of('a'), of(null)]).toEqual([0, 1, 1]);
  });

  test('of a skipped owner the ids are still checked as text, and its requirements are not read', () => {
    const of = (owner: object): object => goal({ todos: [{ claimed_by: 'b', ...owner }] });
    expect(refused(of({ todo_id: '/home/a/b' }))).toBe('unsafe-text at todos[0].todo_id');
    expect(frontierOf(of({ material_refs: [null], material_topics: 'nowhere' })).items).toEqual([]);
  });

  test.each(['agent_profile', 'vision', 'todos', 'handoffs'])(
    'a %s that is no object is refused, and absent when empty',
    (group) => {
      for (const value of ['x', 3, true]) expect(refused(goal({ [group]: value }))).toBe(`not-an-object at ${group}`);
      for (const value of [null, undefined, '', ' \t', [], {}])
        expect(buildFrontier(goal({ [group]: value })).ok).toBe(true);
    },
  );

  test('an entry of a list of owners that is no object is refused, null too', () => {
    for (const value of [null, 'x', []])
      expect(refused(goal({ todos: [{}, value] }))).toBe('not-an-object at todos[1]');
  });

  test('ref is the owner’s own id, and without one made of the agent', () => {
    const ref = (group: string, owner: object): unknown =>
      itemOf(goal({ todos: null, [group]: { ...owner, material_refs: 'm' } })).bound_by[0]?.ref;
    expect(ref('agent_profile', { agent_id: 'a' })).toBe('a');
    expect(ref('agent_profile', {})).toBe('a');
    expect(ref('vision', { vision_id: 'v', state: 's' })).toBe('v');
    expect(ref('vision', { state: 's' })).toBe('s');
    expect(ref('vision', {})).toBe('a');
    expect(ref('todos', { todo_id: 't' })).toBe('t');
    expect(ref('todos', {})).toBe('todo:a');
    expect(ref('handoffs', { handoff_id: 'h', todo_id: 't' })).toBe('h');
    expect(ref('handoffs', { todo_id: 't' })).toBe('t');
    expect(ref('handoffs', {})).toBe('handoff:a');
  });
});

describe('requirements', () => {
  const of = (entry: unknown): object => goal({ todos: { todo_id: 't', material_refs: [entry] } });

  test.each([null, '', ' ', {}, []])('a material entry %j is refused', (entry) => {
    expect(refused(of(entry))).toBe('missing at todos.material_refs[0]');
  });

  test('an id, a number and an object with any of the aliases are valid', () => {
    for (const entry of [
      'm',
      ' m ',
      { material_id: 'm' },
      { id: 'm' },
      { source_id: 'm' },
      { material_id: '', id: 'm' },
    ]) {
      expect(stateOf(of(entry) as never)).toBe('current');
    }
    expect(itemOf(of(7) as never, '7').state).toBe('missing');
    expect(refused(of(true))).toBe('not-text at todos.material_refs[0]');
    expect(refused(of({ purpose: 'x' }))).toBe('missing at todos.material_refs[0]');
  });

  test('relations are read in any case, and any other is refused', () => {
    const relation = (value: unknown): unknown => itemOf(of({ id: 'm', relation: value }) as never).relation;
    expect([relation(' Reviewer\t'), relation('PRODUCER'), relation(''), relation(null)]).toEqual([
      'reviewer',
      'producer',
      'required',
      'required',
    ]);
    expect(refused(of({ id: 'm', relation: 'owner' }))).toBe('bad-relation at todos.material_refs[0].relation');
    expect(refused(of({ id: 'm', relation: true }))).toBe('not-text at todos.material_refs[0].relation');
  });

  test('what a profile names is watched, by topic too, and anything else is required', () => {
    const registry = authority({}, { topic_authority: { q: 'm' } });
    const by = (group: string): unknown =>
      itemOf(goal({ todos: null, authority_registry: registry, [group]: { material_topics: 'q' } })).relation;
    expect(['agent_profile', 'vision', 'todos', 'handoffs'].map(by)).toEqual([
      'watcher',
      'required',
      'required',
      'required',
    ]);
  });

  test('an owner’s own todo is the default of its requirements', () => {
    const todo = (group: string, entry: unknown): unknown =>
      itemOf(goal({ todos: null, [group]: { todo_id: 't9', material_refs: [entry] } })).todo_id;
    for (const group of ['agent_profile', 'vision', 'todos', 'handoffs']) {
      expect([todo(group, 'm'), todo(group, { id: 'm', todo_id: 't2' })]).toEqual(['t9', 't2']);
    }
  });
});

describe('merge', () => {
  const refs = (entry: object): object => ({ material_refs: [{ id: 'm', ...entry }] });

  test('a todo or a hand-off overrides a vision, and a vision a profile; a later one wins a tie', () => {
    const groups = {
      agent_profile: refs({ relation: 'watcher' }),
      vision: refs({ relation: 'maintainer' }),
      todos: [refs({ relation: 'reviewer' })],
    };
    const relation = (more: object): unknown => itemOf(goal({ todos: null, ...more })).relation;
    expect(relation({ agent_profile: groups.agent_profile })).toBe('watcher');
    expect(relation({ agent_profile: groups.agent_profile, vision: groups.vision })).toBe('maintainer');
    expect(relation(groups)).toBe('reviewer');
    expect(relation({ ...groups, handoffs: refs({ relation: 'producer' }) })).toBe('producer');
    expect(relation({ ...groups, handoffs: refs({}) })).toBe('required');
  });

  test('purpose, todo and hint are replaced only by a binding that states them', () => {
    const item = itemOf(
      goal({
        authority_registry: authority({ revision: null }),
        vision: refs({ purpose: 'first', todo_id: 't1', required_revision: 'x' }),
        todos: [refs({ purpose: 'second' }), refs({ required_revision: 'y' })],
      }),
    );
    expect([item.purpose, item.todo_id, item.required_revision]).toEqual(['second', 't1', 'y']);
  });

  test('every distinct binding stays, in the order of the groups', () => {
    const owner = { todo_id: 't', material_refs: ['m', 'm'] };
    const item = itemOf(goal({ handoffs: owner, todos: [owner, owner], vision: owner, agent_profile: owner }));
    expect(item.bound_by.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual([
      'profile a',
      'vision a',
      'todo t',
      'handoff t',
    ]);
  });
});

describe('output', () => {
  test('items come by precedence, then state, then id by code point', () => {
    const materials = Object.fromEntries(
      ['\ue000', '\u{1f600}', 'z', 'b'].map((id) => [id, { boundary: 'public', revision: '1' }]),
    );
    const frontier = frontierOf(
      goal({
        authority_registry: { project_materials: { ...materials, in: {}, st: { boundary: 'public' } } },
        agent_profile: { material_refs: ['b'] },
        todos: { material_refs: ['\u{1f600}', 'st', 'z', 'in', '\ue000', 'gone'] },
        receipts: [receipt({ material_id: 'z' }), receipt({ material_id: 'st' })],
      }),
    );
    expect(frontier.items.map(({ material_id }) => material_id)).toEqual([
      'gone',
      'in',
      'st',
      '\ue000',
      '\u{1f600}',
      'z',
      'b',
    ]);
    expect(frontier.items.slice(0, 6).map(({ state }) => state)).toEqual([
      'missing',
      'inaccessible',
      'stale',
      'required_unread',
      'required_unread',
      'current',
    ]);
    expect(STATES).toHaveLength(5);
  });

  test('each item that is not current is a required read, with a sentence and null for no revision', () => {
    const { required_reads } = frontierOf(goal({ authority_registry: authority({ revision: '' }), receipts: null }));
    expect(required_reads).toEqual([
      {
        kind: 'material_frontier_item',
        material_id: 'm',
        required_revision: null,
        state: 'required_unread',
        reason: expect.stringMatching(/^[A-Z].*\.$/),
      },
    ]);
    expect(frontierOf(control).required_reads).toEqual([]);
  });

  test('nothing that an input says beside the contract’s names is in the packet', () => {
    const extra = { url: 'MARK', body: 'MARK', comment: 'MARK', __proto__x: 'MARK' };
    const frontier = frontierOf(
      goal({
        ...extra,
        authority_registry: authority(extra, extra),
        todos: { ...extra, todo_id: 't', material_refs: [{ ...extra, id: 'm' }] },
        receipts: [receipt(extra)],
      }),
    );
    expect(JSON.stringify(frontier)).not.toContain('MARK');
    expect(frontier).toEqual(frontierOf(control));
  });
});

describe('refusals', () => {
  test('every fault is collected, the first is the refusal, and no text of the input is in it', () => {
    const refusal = refusalOf({
      goal_id: '/home/secret/x',
      agent_id: 'a',
      generated_at: 'yesterday SECRET',
      authority_registry: { project_materials: { '/etc/secret/k': 'SECRET' } },
      todos: [{ material_refs: [{ id: 'm', purpose: 'sk-SECRETSECRET', relation: 'SECRET' }] }],
    });
    expect(refusal.code).toBe('frontier/unsafe-text');
    expect(refusal.path).toBe('goal_id');
    expect(
      (refusal.facts['faults'] as { code: string; path: string }[]).map(({ code, path }) => `${code} ${path}`),
    ).toEqual([
      'frontier/unsafe-text goal_id',
      'frontier/bad-timestamp generated_at',
      'frontier/not-an-object authority_registry.project_materials{0}',
      'frontier/bad-relation todos[0].material_refs[0].relation',
      'frontier/unsafe-text todos[0].material_refs[0].purpose',
    ]);
    expect(JSON.stringify(refusal)).not.toMatch(/secret/i);
  });

  test('one fault is told once: what follows from it is not another', () => {
    const faults = (changes: object): unknown =>
      (refusalOf(goal(changes)).facts['faults'] as { path: string }[]).map(({ path }) => path);
    const todos = { claimed_by: true, agent_id: 'a', material_refs: [null] };
    expect(faults({ todos })).toEqual(['todos.claimed_by']);
    expect(faults({ todos: { ...todos, claimed_by: 'a' } })).toEqual(['todos.material_refs[0]']);
    expect(faults({ authority_registry: authority({}, { topic_authority: { q: [true] } }) })).toEqual([
      'authority_registry.topic_authority.q[0]',
    ]);
    expect(
      faults({ authority_registry: {}, todos: { ...todos, claimed_by: '', material_refs: 'm', material_topics: 'q' } }),
    ).toEqual(['authority_registry.project_materials']);
  });

  test('one fault is in facts.faults too, and the refusal is deeply frozen', () => {
    const result = buildFrontier(goal({ goal_id: null }));
    if (result.ok) throw new Error('admitted');
    expect(result.refusal.facts['faults']).toEqual([{ code: 'frontier/missing', path: 'goal_id', facts: {} }]);
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.isFrozen(value)).toBe(true);
      for (const inner of Object.values(value)) walk(inner);
    };
    walk(result);
  });
});

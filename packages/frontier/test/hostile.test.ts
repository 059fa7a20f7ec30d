import { buildFrontier, diffFrontier, handoffNote, indexReceipts, projectAgents, projectHandoff } from '@ken/frontier';
import { describe, expect, test } from 'vitest';
import { authority, frontierOf, goal, itemOf, receipt, refusalOf, refused, stateOf } from './goal.ts';

const throwing = (): never => {
  throw new Error('looked at');
};
const trap: object = new Proxy(
  {},
  { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing, getOwnPropertyDescriptor: throwing },
);
const withGetter = (name: string): object => Object.defineProperty({}, name, { enumerable: true, get: throwing });

describe('values that throw when they are looked at', () => {
  test.each(['authority_registry', 'agent_profile', 'vision', 'todos', 'handoffs', 'available_boundaries'])(
    'in %s they are a refusal',
    (group) => {
      expect(refusalOf(goal({ [group]: trap })).code).toBe('frontier/unreadable');
      expect(buildFrontier(goal({ [group]: [trap] })).ok).toBe(false);
    },
  );

  test('as the inputs, the packet, the note or the status they are a refusal', () => {
    for (const door of [buildFrontier, projectHandoff, handoffNote, projectAgents]) {
      for (const value of [trap, withGetter('schema_version'), null, 3, 'x', [], () => 1]) {
        expect(door(value as never).ok).toBe(false);
      }
    }
    expect(diffFrontier(trap, trap).ok).toBe(false);
    expect(refusalOf(withGetter('goal_id')).code).toBe('frontier/unreadable');
    expect(refusalOf(goal({ todos: withGetter('todo_id') })).code).toBe('frontier/unreadable');
  });

  test('a receipt row that throws is ignored, and so is a list of rows that throws', () => {
    expect(stateOf(goal({ receipts: [trap, withGetter('schema_version'), receipt()] }))).toBe('current');
    expect(stateOf(goal({ receipts: trap }))).toBe('required_unread');
    expect(stateOf(goal({ receipts: indexReceipts(new Proxy([receipt()], { get: throwing })) }))).toBe(
      'required_unread',
    );
  });

  test('a fault of a caller’s own generator is the caller’s', () => {
    function* rows(): Generator<unknown> {
      yield receipt();
      throw new RangeError('the file ended');
    }
    expect(() => indexReceipts(rows())).toThrow(RangeError);
  });

  test('a getter is looked at once, and what it gave then counts', () => {
    let looks = 0;
    const todo = Object.defineProperty({ material_refs: ['m'] }, 'todo_id', {
      enumerable: true,
      get: () => {
        looks += 1;
        return looks === 1 ? 't' : '/home/a/b';
      },
    });
    expect(itemOf(goal({ todos: todo })).todo_id).toBe('t');
    expect(looks).toBe(1);
  });
});

describe('names that objects have of their own', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is a material like any other',
    (name) => {
      const inputs = JSON.parse(
        JSON.stringify(goal({ todos: { todo_id: 't', material_refs: [name], material_topics: [name] } })).replace(
          '"project_materials":{',
          `"topic_authority":{"${name}":["${name}"]},"project_materials":{"${name}":{"boundary":"public","revision":"1"},`,
        ),
      );
      expect(itemOf(inputs, name)).toMatchObject({ topics: [name], state: 'required_unread' });
      expect(itemOf({ ...inputs, receipts: [receipt({ material_id: name })] }, name).state).toBe('current');
      expect(refused(goal({ todos: { material_topics: name } }))).toBe('unregistered-topic at todos.material_topics');
      expect(itemOf(goal({ todos: { material_refs: [name] } }), name).state).toBe('missing');
    },
  );

  test('what an object inherits does not count', () => {
    const todo = Object.create({ material_refs: ['m'], todo_id: 't' });
    expect(refused(goal({ todos: [todo] }))).toBe('not-an-object at todos[0]');
    const parsed = JSON.parse('{"__proto__":{"material_refs":["m"]},"todo_id":"t"}');
    expect(frontierOf(goal({ todos: parsed })).items).toEqual([]);
    expect(refused(goal({ authority_registry: JSON.parse('{"__proto__":{"project_materials":{}}}') }))).toBe(
      'compact-authority at authority_registry.project_materials',
    );
  });
});

describe('objects that no parser gives', () => {
  test.each([new Map([['m', {}]]), new Set(), new Date(0), new (class Registry {})(), () => 1])(
    '%o is no map of materials',
    (value) => {
      expect(refused(goal({ authority_registry: { project_materials: value } }))).toBe(
        'not-an-object at authority_registry.project_materials',
      );
    },
  );

  test('an object without a prototype is one', () => {
    const bare = Object.assign(Object.create(null), { todo_id: 't', material_refs: ['m'] });
    expect(stateOf(goal({ todos: bare }))).toBe('current');
  });

  test('a list with holes is refused, however long it says it is', () => {
    const holes: unknown[] = [];
    holes.length = 4_000_000_000;
    expect(refusalOf(goal({ todos: holes })).code).toBe('frontier/unreadable');
    expect(stateOf(goal({ receipts: holes }))).toBe('required_unread');
    const one = ['m', 'm'];
    delete one[0];
    expect(refusalOf(goal({ todos: { material_refs: one } })).code).toBe('frontier/unreadable');
    const lying = new Proxy(['m'], {
      get: (list, name) => (name === 'length' ? 4_000_000_000 : Reflect.get(list, name)),
    });
    expect(refusalOf(goal({ todos: { material_refs: lying } })).code).toBe('frontier/unreadable');
  });
});

describe('size and depth', () => {
  test('100 000 todos are answered', () => {
    const todos = Array.from({ length: 100_000 }, (_, at) => ({ todo_id: `t${at}`, material_refs: ['m'] }));
    expect(itemOf(goal({ todos })).bound_by).toHaveLength(100_000);
    expect((refusalOf(goal({ todos: todos.map(() => 3) })).facts['faults'] as unknown[]).length).toBe(100_000);
  });

  test('10 MB of purpose are refused for their length, whatever they hold', () => {
    for (const piece of ['x', ' x', 'token ', '\\\\', '\u{1f600}']) {
      const purpose = piece.repeat(10_000_000 / piece.length);
      expect(refused(goal({ todos: { material_refs: [{ id: 'm', purpose }] } }))).toBe(
        'too-long at todos.material_refs[0].purpose',
      );
    }
    expect(
      itemOf(goal({ todos: { material_refs: [{ id: 'm', purpose: ' '.repeat(10_000_000) }] } })).purpose,
    ).toBeUndefined();
  });

  test('values that hold themselves are answered where they are not read, and refused where text belongs', () => {
    const todo: { [name: string]: unknown } = { todo_id: 't', material_refs: ['m'] };
    todo['self'] = todo;
    expect(stateOf(goal({ todos: todo }))).toBe('current');
    const list: unknown[] = [];
    list.push(list);
    expect(refused(goal({ todos: { material_refs: list } }))).toBe('not-text at todos.material_refs[0]');
    expect(refused(goal({ todos: list }))).toBe('not-an-object at todos[0]');
    const entry: { [name: string]: unknown } = {};
    entry['material_id'] = entry;
    expect(refused(goal({ todos: { material_refs: entry } }))).toBe('not-text at todos.material_refs.material_id');
  });

  test('one value under many aliases is read at each place', () => {
    const shared = { material_refs: ['m'], todo_id: 't' };
    expect(itemOf(goal({ todos: Array.from({ length: 1000 }, () => shared) })).bound_by).toHaveLength(1);
  });

  test('100 000 levels of nesting are answered', () => {
    let deep: unknown = 'm';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(refused(goal({ todos: { material_refs: deep } }))).toMatch(/^not-text at/);
    expect(refused(goal({ agent_id: deep }))).toBe('not-text at agent_id');
    const note = { schema_version: 'handoff_note_v0', summary: deep };
    expect(handoffNote(note, frontierOf(goal())).ok).toBe(false);
    const kept = handoffNote(note);
    expect(kept.ok).toBe(true);
  });
});

test('the control of these tests is admitted', () => {
  expect(stateOf(goal({ authority_registry: authority() }))).toBe('current');
});

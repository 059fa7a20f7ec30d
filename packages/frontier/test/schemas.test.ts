import { buildFrontier, diffFrontier, handoffNote, projectAgents, projectHandoff, SCHEMAS } from '@ken/frontier';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputs } from './arbitraries.ts';
import { AT, frontierOf, goal, receipt } from './goal.ts';
import { invalid } from './json-schema.ts';
import { vectors } from './shared.ts';

const wrong = (name: string, value: unknown): string[] => invalid(SCHEMAS[name] ?? { const: 'no such schema' }, value);

describe('what a reader admits is valid', () => {
  test('goals of the vectors, and their frontiers', () => {
    const list = vectors().filter(({ expected }) => expected !== undefined);
    expect(list.flatMap(({ input }) => wrong('goal', input))).toEqual([]);
    expect(list.flatMap(({ input }) => wrong('frontier', frontierOf(input)))).toEqual([]);
  });

  test('goals that are generated, and whatever is made of them', () => {
    fc.assert(
      fc.property(inputs, inputs, (one, two) => {
        const [a, b] = [buildFrontier(one), buildFrontier(two)];
        if (!a.ok || !b.ok) return;
        expect(wrong('goal', one)).toEqual([]);
        expect(wrong('frontier', a.value)).toEqual([]);
        const note = handoffNote({ schema_version: 'handoff_note_v0', summary: 'x', evidence_refs: ['y'] }, a.value);
        const handoff = projectHandoff(a.value);
        const diff = diffFrontier(a.value, b.value);
        if (!note.ok || !handoff.ok || !diff.ok) throw new Error('refused');
        expect(wrong('handoff-note', note.value)).toEqual([]);
        expect(wrong('handoff', handoff.value)).toEqual([]);
        expect(wrong('frontier-diff', diff.value)).toEqual([]);
      }),
      { seed: 21, numRuns: 200 },
    );
  });

  test('a receipt that counts, a status and its projection', () => {
    expect(wrong('receipt', receipt())).toEqual([]);
    const status = {
      run_history: { goals: [{ id: 'g', coordination: { registered_agents: ['a', { agent_id: 'b' }] } }] },
      todo_index: {
        items: [
          {
            todo_id: 't',
            goal_id: 'g',
            status: 'open',
            claimed_by: 'a',
            handoff_note: { schema_version: 'handoff_note_v0' },
          },
        ],
      },
      agent_material_frontiers: [frontierOf(goal())],
    };
    expect(wrong('status', status)).toEqual([]);
    const projected = projectAgents(status, { capabilities: 'material_lifecycle', generated_at: AT });
    expect(projected.ok && wrong('agents', projected.value)).toEqual([]);
    expect(JSON.stringify(projected)).toContain('handoff_note_v1');
  });
});

describe('what a reader refuses for its form is not valid', () => {
  test.each([
    ['a summary for an authority', { authority_registry: { project_material_count: 4 } }],
    ['an entry that is no object', { authority_registry: { project_materials: ['m'] } }],
    ['a todo that is no object', { todos: ['t'] }],
    ['a profile that is a list', { agent_profile: [{}] }],
    ['a boolean for a material', { todos: { material_refs: [true] } }],
    ['a boolean for a purpose', { todos: { material_refs: [{ id: 'm', purpose: true }] } }],
    ['a list for a revision', { authority_registry: { project_materials: { m: { revision: [] } } } }],
  ])('%s', (_rule, changes) => {
    expect(buildFrontier(goal(changes)).ok).toBe(false);
    expect(wrong('goal', goal(changes))).not.toEqual([]);
    expect(wrong('goal', goal())).toEqual([]);
  });

  test('a packet with another name, another state or more than four refs', () => {
    const frontier = frontierOf(goal());
    expect(wrong('frontier', { ...frontier, body: 'x' })).toEqual(['$.body: unknown']);
    expect(wrong('frontier', { ...frontier, items: [{ ...frontier.items[0], state: 'read' }] })).not.toEqual([]);
    const handoff = projectHandoff(frontier);
    const refs = Array.from({ length: 5 }, () => ({ material_id: 'm', relation: 'required' }));
    expect(wrong('handoff', { ...(handoff.ok && handoff.value), material_refs: refs })).toEqual([
      '$.material_refs: many',
    ]);
  });
});

import { buildFrontier, type Frontier, indexReceipts, projectHandoff } from '@ken/frontier';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from './answer.ts';
import { AGENT, damaged, GOAL, inputs, materialFields, receiptRow } from './arbitraries.ts';
import { oracleAnswer } from './oracle.ts';

type Dict = { [name: string]: unknown };

const run = (seed: number, numRuns = 300): fc.Parameters<unknown> => ({ seed, numRuns });

const bytes = (given: Dict): string => JSON.stringify(buildFrontier(given));

/** The frontier, where the inputs are admissible. */
const built = (given: Dict): Frontier | null => {
  const result = buildFrontier(given);
  return result.ok ? result.value : null;
};

const states = (given: Dict): Map<string, string> =>
  new Map(built(given)?.items.map(({ material_id, state }) => [material_id, state]));

/** Inputs that are admitted, and of each how many there are among those generated. */
const admitted = inputs.filter((given) => buildFrontier(given).ok);

const registry = (given: Dict): Dict => given['authority_registry'] as Dict;
const receiptsOf = (given: Dict): unknown[] => given['receipts'] as unknown[];

describe('the naive second builder', () => {
  test('gives the same packet or the same refusal', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(answer(given)).toEqual(oracleAnswer(given));
      }),
      run(1, 1500),
    );
  });

  test('refuses whatever the builder refuses, with one value replaced, and nothing else', () => {
    fc.assert(
      fc.property(damaged, (given) => {
        const [got, wanted] = [answer(given), oracleAnswer(given)] as [Dict, Dict];
        // Which of several faults is first is not part of the contract; that there is one is.
        expect('refused' in got).toBe('refused' in wanted);
        if ('expected' in got) expect(got).toEqual(wanted);
      }),
      run(2, 1500),
    );
  });

  test('control: the generators reach every state and both outcomes', () => {
    const seen = new Set<string>();
    for (const given of fc.sample(inputs, { seed: 3, numRuns: 400 })) {
      const result = buildFrontier(given);
      if (!result.ok) seen.add('refused');
      else for (const { state } of result.value.items) seen.add(state);
    }
    for (const given of fc.sample(damaged, { seed: 3, numRuns: 100 }))
      if (!buildFrontier(given).ok) seen.add('refused');
    expect([...seen].sort()).toEqual(['current', 'inaccessible', 'missing', 'refused', 'required_unread', 'stale']);
  });
});

describe('order that does not count', () => {
  test('profile topics in any order give the same bytes', () => {
    fc.assert(
      fc.property(admitted, fc.shuffledSubarray(['ops', 'qa', 'Ops'], { minLength: 3 }), (given, order) => {
        const profile = { agent_id: AGENT, material_topics: ['ops', 'qa', 'Ops'] };
        const other = { ...profile, material_topics: order };
        expect(bytes({ ...given, agent_profile: other })).toBe(bytes({ ...given, agent_profile: profile }));
      }),
      run(4),
    );
  });

  test('receipts of different ids in any order give the same bytes', () => {
    const distinct = fc.uniqueArray(receiptRow(), { selector: (row) => row['receipt_id'], maxLength: 12 });
    const pairs = distinct.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(admitted, pairs, (given, [rows, shuffled]) => {
        expect(bytes({ ...given, receipts: shuffled })).toBe(bytes({ ...given, receipts: rows }));
      }),
      run(5),
    );
  });

  test('entries of the authority in any order, as a list or a map, give the same bytes', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.constantFrom('m1', 'm2', 'm 3', 'é-4', 'x'), materialFields), {
      selector: ([id]) => id,
    });
    const pairs = rows.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(admitted, pairs, (given, [list, shuffled]) => {
        const by = (materials: unknown): string =>
          bytes({ ...given, authority_registry: { ...registry(given), project_materials: materials } });
        const one = by(list.map(([id, fields]) => ({ ...fields, id })));
        expect(by(shuffled.map(([id, fields]) => ({ ...fields, source_id: id })))).toBe(one);
        expect(by(Object.fromEntries(shuffled))).toBe(one);
      }),
      run(6),
    );
  });
});

describe('what can never help', () => {
  test("another agent's receipt never changes a frontier", () => {
    fc.assert(
      fc.property(admitted, fc.array(receiptRow(['agent-b', 'AGENT-A', ` ${AGENT}`])), (given, rows) => {
        expect(bytes({ ...given, receipts: [...rows, ...receiptsOf(given)] }).replace(/receipts\[\d+\]/g, '')).toBe(
          bytes(given).replace(/receipts\[\d+\]/g, ''),
        );
      }),
      run(7),
    );
  });

  test('evidence and run-history rows never change a frontier', () => {
    const evidence = fc.record({
      schema_version: fc.constantFrom('evidence_log_v0', 'run_history_v0', undefined),
      goal_id: fc.constant(GOAL),
      agent_id: fc.constant(AGENT),
      material_id: fc.constantFrom('m1', 'm2', 'm 3'),
      receipt_id: fc.constant('zzz'),
      outcome: fc.constantFrom('read', 'checked', 'changed'),
      observed_revision: fc.constant('r1'),
      recorded_at: fc.constant('2027-01-01'),
    });
    fc.assert(
      fc.property(admitted, fc.array(evidence), (given, rows) => {
        const wanted = bytes(given);
        expect(bytes({ ...given, receipts: [...receiptsOf(given), ...rows] })).toBe(wanted);
        expect(bytes({ ...given, evidence: rows, run_history: { rows }, evidence_log: rows })).toBe(wanted);
      }),
      run(8),
    );
  });

  test('no receipt makes current what is missing, or what a boundary or gate closes', () => {
    fc.assert(
      fc.property(admitted, receiptRow([AGENT]), (given, row) => {
        const after = states({ ...given, receipts: [...receiptsOf(given), row] });
        // Without receipts only the authority makes an item inaccessible.
        for (const [id, state] of states({ ...given, receipts: [] })) {
          if (state === 'missing' || state === 'inaccessible') expect(after.get(id) ?? state).toBe(state);
        }
      }),
      run(9, 600),
    );
  });

  test('removing a boundary never makes anything readable', () => {
    fc.assert(
      fc.property(admitted, fc.nat(), (given, at) => {
        const before = states(given);
        const without = structuredClone(given);
        const materials = Object.values(registry(without)['project_materials'] as object) as Dict[];
        const entry = materials[at % Math.max(1, materials.length)];
        if (entry !== undefined) delete entry['boundary'];
        for (const one of [without, { ...given, available_boundaries: null }]) {
          for (const [id, state] of states(one)) {
            if (before.get(id) === 'inaccessible') expect(state).toBe('inaccessible');
          }
        }
      }),
      run(11),
    );
  });
});

test('the five counts sum to required_count, and to the items', () => {
  fc.assert(
    fc.property(admitted, (given) => {
      const frontier = built(given);
      const { required_count, ...rest } = frontier?.summary ?? { required_count: -1 };
      expect(Object.values(rest).reduce((sum, one) => sum + one, 0)).toBe(required_count);
      expect(frontier?.items).toHaveLength(required_count);
      expect(frontier?.required_reads).toHaveLength(
        frontier?.items.filter(({ state }) => state !== 'current').length ?? -1,
      );
    }),
    run(12),
  );
});

test('an index built once gives what the rows give', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      const index = indexReceipts(given['receipts']);
      expect(bytes({ ...given, receipts: index })).toBe(bytes(given));
      expect(bytes({ ...given, receipts: index })).toBe(bytes(given));
    }),
    run(13),
  );
});

test('building changes nothing of the inputs and shares nothing with them', () => {
  fc.assert(
    fc.property(admitted, (given) => {
      const before = structuredClone(given);
      const held = new Set<unknown>();
      const walk = (value: unknown, visit: (one: object) => void): void => {
        if (typeof value !== 'object' || value === null) return;
        visit(value);
        for (const inner of Object.values(value)) walk(inner, visit);
      };
      walk(given, (one) => held.add(one));
      const frontier = built(given);
      expect(given).toEqual(before);
      walk(frontier, (one) => {
        expect(Object.isFrozen(one)).toBe(true);
        expect(held.has(one)).toBe(false);
      });
    }),
    run(14, 200),
  );
});

test('nothing of a URL, path, body or receipt appears in a hand-off', () => {
  fc.assert(
    fc.property(admitted, (given) => {
      const marked = structuredClone(given);
      for (const entry of Object.values(registry(marked)['project_materials'] as object) as Dict[]) {
        Object.assign(entry, { url: 'https://example.com/MARK', path: '/home/MARK/x', body: 'MARK', revision: 'MARK' });
        entry['boundary'] = 'MARKED';
        entry['gate_status'] = 'MARKING';
      }
      marked['receipts'] = receiptsOf(marked).map((row) =>
        typeof row === 'object' && row !== null && !Array.isArray(row)
          ? { ...row, receipt_id: 'MARK', body: 'MARK', observed_revision: 'MARK' }
          : row,
      );
      const frontier = built(marked);
      const handoff = projectHandoff(frontier);
      expect(handoff.ok).toBe(true);
      expect(JSON.stringify(handoff)).not.toMatch(/MARK|goal-1|agent-a|https/);
    }),
    run(15),
  );
});

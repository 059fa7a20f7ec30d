import { buildFrontier, indexReceipts } from '@ken/frontier';
import { expect, test } from 'vitest';
import { receipt } from './goal.ts';

/** Looks at the own values of the inputs: each is one step of the work that grows with them. */
function counting<T extends object>(value: T, counter: { looks: number }): T {
  return new Proxy(value, {
    get(target, name, receiver) {
      counter.looks += 1;
      const inner: unknown = Reflect.get(target, name, receiver);
      return typeof inner === 'object' && inner !== null ? counting(inner, counter) : inner;
    },
  });
}

const inputs = (requirements: number, receipts: number): object => ({
  goal_id: 'g',
  agent_id: 'a',
  generated_at: '2026-07-19',
  authority_registry: {
    project_materials: Array.from({ length: requirements }, (_, at) => ({
      id: `m${at}`,
      boundary: 'public',
      revision: '1',
    })),
    topic_authority: { all: Array.from({ length: requirements }, (_, at) => `m${at}`) },
  },
  todos: [{ material_refs: Array.from({ length: requirements }, (_, at) => `m${at}`), material_topics: ['all'] }],
  receipts: Array.from({ length: receipts }, (_, at) =>
    receipt({ receipt_id: `r${at}`, material_id: `m${at % requirements}` }),
  ),
});

const looks = (requirements: number, receipts: number): number => {
  const counter = { looks: 0 };
  const result = buildFrontier(counting(inputs(requirements, receipts), counter));
  expect(result.ok && result.value.summary.current_count).toBe(Math.min(requirements, receipts));
  return counter.looks;
};

test('looks at the input grow with requirements plus receipts, and not with their product', () => {
  const [a, b] = [looks(100, 100), looks(200, 100)];
  const [c, d] = [looks(100, 1000), looks(200, 1000)];
  const perRequirement = (b - a) / 100;
  expect((d - c) / 100).toBe(perRequirement);
  const perReceipt = (c - a) / 900;
  expect((looks(100, 3000) - c) / 2000).toBeCloseTo(perReceipt, 5);
});

test('control: the counter sees a look at each pair', () => {
  const counter = { looks: 0 };
  const list = counting(
    Array.from({ length: 20 }, () => 1),
    counter,
  );
  for (let one = 0; one < 20; one += 1) for (let two = 0; two < 20; two += 1) list[two];
  expect(counter.looks).toBe(400);
});

test('a thousand agents share one index of a hundred thousand receipts', () => {
  const rows = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => receipt({ agent_id: `a${at % 1000}`, receipt_id: `r${at}` }));
  const index = indexReceipts(rows(100_000));
  const one = { project_materials: { m: { boundary: 'public', revision: '1' } } };
  let current = 0;
  for (let at = 0; at < 1000; at += 1) {
    const result = buildFrontier({
      goal_id: 'g',
      agent_id: `a${at}`,
      generated_at: '2026-07-19',
      authority_registry: one,
      todos: { todo_id: 't', material_refs: ['m'] },
      receipts: index,
    });
    current += result.ok ? result.value.summary.current_count : 0;
  }
  expect(current).toBe(1000);
});

// Building frontiers: linear in requirements and in receipts, and one index for many agents.
import { buildFrontier, indexReceipts } from '@ken/frontier';
import { must } from './material.mjs';
import { median, milliseconds, report } from './measure.mjs';

const GOAL = 'goal';
const ROUNDS = 5;

const materials = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`material-${i}`, { revision: 'r2', boundary: 'public' }]),
  );

const receipts = (count, required, agents) =>
  Array.from({ length: count }, (_, i) => ({
    schema_version: 'material_usage_receipt_v0',
    receipt_id: `receipt-${i}`,
    goal_id: GOAL,
    agent_id: `agent-${i % agents}`,
    material_id: `material-${i % required}`,
    observed_revision: i % 3 === 0 ? 'r1' : 'r2',
    outcome: 'read',
    recorded_at: `2026-01-01T00:00:${String(i % 60).padStart(2, '0')}Z`,
  }));

const inputs = (required, rows, agent = 0) => ({
  goal_id: GOAL,
  agent_id: `agent-${agent}`,
  generated_at: '2026-01-02',
  authority_registry: { project_materials: materials(required) },
  agent_profile: { material_refs: Array.from({ length: required }, (_, i) => `material-${i}`) },
  receipts: rows,
});

process.stdout.write('frontier: requirements and receipts\n');
for (const required of [1000, 10_000]) {
  const cases = [1000, 10_000, 100_000].map((count) => inputs(required, receipts(count, required, 1)));
  const [few, more, most] = cases.map((one) =>
    median(Array.from({ length: ROUNDS }, () => milliseconds(() => must(buildFrontier(one)), 1))),
  );
  report(`${required} requirements: 100 000 receipts, in the time of 10 000`, most / more, {
    atMost: 12,
    note: `${few.toFixed(0)}, ${more.toFixed(0)}, ${most.toFixed(0)} ms for 1 000, 10 000, 100 000 receipts`,
  });
}
const [small, large] = [1000, 10_000].map((required) => {
  const one = inputs(required, receipts(1000, required, 1));
  return median(Array.from({ length: ROUNDS }, () => milliseconds(() => must(buildFrontier(one)), 1)));
});
report('1 000 receipts: 10 000 requirements, in the time of 1 000', large / small, {
  atMost: 13,
  note: `${small.toFixed(1)} ms and ${large.toFixed(1)} ms`,
});

const rows = receipts(100_000, 100, 1000);
const shared = milliseconds(() => indexReceipts(rows), ROUNDS);
const index = indexReceipts(rows);
const agents = Array.from({ length: 1000 }, (_, agent) => inputs(100, index, agent));
const all = milliseconds(() => agents.map((one) => must(buildFrontier(one))), 3);
report('1 000 agents over one index of 100 000 receipts, in the time of the index', all / shared, {
  note: `index ${shared.toFixed(0)} ms, all frontiers ${all.toFixed(0)} ms`,
});

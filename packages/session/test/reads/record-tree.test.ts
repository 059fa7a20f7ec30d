import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordTree } from '../../src/reads/record-tree.ts';

test('the line of a record is what its parents lead to, whichever was asked for before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }), fc.array(fc.nat(19)), (steps, asked) => {
      const tree = new RecordTree();
      const parents = steps.map((back, record) => (back === 0 || back > record ? null : record - back));
      for (const [record, parent] of parents.entries()) {
        tree.enter(record, { id: `${record}`, parent: parent === null ? 'nobody' : `${parent}` });
        if (record % 3 === 0) tree.answers(record, `turn ${record}`);
      }
      for (const record of asked.map((one) => one % steps.length)) {
        const above = new Set<number>();
        for (let at = parents[record] ?? null; at !== null; at = parents[at] ?? null) above.add(at);
        const line = tree.line(record);
        for (const one of steps.keys()) {
          expect(line.has(one, null)).toBe(above.has(one));
          expect(line.has(-1, `turn ${one}`)).toBe(above.has(one) && one % 3 === 0);
        }
      }
    }),
    { seed: 21, numRuns: 300 },
  );
});

test('a line that grows costs what is added to it', () => {
  const tree = new RecordTree();
  const count = 200_000;
  for (let record = 0; record < count; record += 1) {
    tree.enter(record, { id: `${record}`, parent: `${record - 1}` });
    expect(tree.line(record).has(record - 1, null)).toBe(record > 0);
  }
  // Walked again from its beginning each time, it would be twenty thousand million steps.
  expect(tree.line(count - 1).has(0, null)).toBe(true);
});

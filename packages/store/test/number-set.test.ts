import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberSet } from '../src/number-set.ts';

it('holds what was added and nothing else, and says of each whether it was new', () => {
  const numbers = fc.oneof(fc.nat(100), fc.nat(2 ** 20), fc.maxSafeNat(), fc.integer());
  fc.assert(
    fc.property(fc.array(numbers), fc.array(numbers), (added, asked) => {
      const [set, model] = [new NumberSet(), new Set<number>()];
      for (const number of added) {
        expect(set.add(number)).toBe(!model.has(number));
        model.add(number);
      }
      for (const number of [...added, ...asked]) expect(set.has(number)).toBe(model.has(number));
    }),
    { seed: 20261130 },
  );
});

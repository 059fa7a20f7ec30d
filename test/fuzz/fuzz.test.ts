import { decode } from '@ken/address';
import { DOORS } from '@ken/kernel';
import { describe, expect, it } from 'vitest';
import type { Door } from './door.ts';
import { shown } from './finding.ts';
import { allDoors, fuzz } from './fuzz.ts';
import { SEEDS } from './seeds.ts';

const INPUTS = 12_000;

describe.each(SEEDS)('inputs of seed %i', (seed) => {
  it('find no door that breaks its promise', () => {
    const { answers, findings } = fuzz({ seed, inputs: INPUTS });
    expect(findings).toEqual([]);
    // Every door was shown enough of what it admits and of what it refuses.
    for (const { name } of allDoors) {
      const { ok = 0, misuse = 0, ...refused } = answers[name] ?? {};
      const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0);
      expect(ok, `${name} admitted`).toBeGreaterThan(10);
      expect(refusals, `${name} refused`).toBeGreaterThan(50);
      expect(ok + misuse + refusals, name).toBeGreaterThan(INPUTS / allDoors.length - 2);
    }
  });
});

it('the same seed and index are the same input', () => {
  const answersOf = (from: number): unknown => fuzz({ seed: 5, inputs: 200, from }).answers;
  expect(answersOf(1000)).toEqual(answersOf(1000));
  expect(answersOf(1000)).not.toEqual(answersOf(1200));
});

describe('control: a door that breaks a promise is found', () => {
  const byName = (name: string): Door => allDoors.find((door) => door.name === name) ?? expect.fail(name);
  const inputOf = byName('decode').input;
  const door = (call: () => never, codes: readonly string[] = DOORS.fromBytes): Door => ({
    name: 'broken',
    input: inputOf,
    show: () => shown(call, codes),
  });
  const refusal = (value: unknown) => ({ ok: false, refusal: value }) as never;

  it.each([
    ['it throws', door(() => expect.fail('thrown')), 'threw'],
    ['its refusal is not frozen', door(() => refusal({ code: 'cbor/lossy', facts: {} })), 'frozen'],
    [
      'its code is of another door',
      door(() => Object.freeze(refusal(Object.freeze({ code: 'x/y', facts: {} })))),
      'x/y',
    ],
    [
      'its facts are no JSON',
      door(() =>
        Object.freeze(refusal(Object.freeze({ code: 'cbor/lossy', facts: Object.freeze({ n: Number.NaN }) }))),
      ),
      'JSON',
    ],
    [
      'it admits what it does not give again',
      { ...byName('decode'), show: () => shown(() => decode(new Uint8Array()), []) },
      'code',
    ],
  ])('%s', (_, broken, what) => {
    const { findings } = fuzz({ seed: 1, inputs: 3, doors: [broken] });
    expect(findings).toHaveLength(3);
    expect(findings[0]?.what).toContain(what);
  });
});

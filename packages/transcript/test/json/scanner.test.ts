import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scanner } from '../../src/json/scanner.ts';
import { damagedJson, jsonText } from '../arbitraries.ts';

interface Outcome {
  readonly standing: string;
  readonly at: number | null;
  readonly tape: readonly number[];
}

/** Scans bytes that become visible little by little; stops where the scan is decided. */
function scanUpTo(bytes: Uint8Array, cuts: readonly number[]): Outcome {
  const scanner = new Scanner();
  let standing = 'more';
  for (const cut of [...cuts, bytes.length]) {
    standing = scanner.run(bytes.subarray(0, cut));
    if (standing !== 'more') {
      break;
    }
  }
  standing = standing === 'more' ? scanner.end() : standing;
  const { tape, used } = scanner.scanned(bytes);
  const whole = standing === 'whole';
  return { standing, at: whole ? scanner.at : null, tape: whole ? [...tape.subarray(0, used)] : [] };
}

test('a scan says the same however its bytes are divided', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        damagedJson,
        jsonText.map((source) => Buffer.from(source)),
      ),
      fc.array(fc.nat({ max: 60 }), { maxLength: 12 }),
      (bytes, cuts) => {
        const ascending = cuts.filter((cut) => cut <= bytes.length).sort((one, other) => one - other);
        const everyByte = Array.from({ length: bytes.length }, (_, index) => index);
        const inOne = scanUpTo(bytes, []);
        expect(scanUpTo(bytes, ascending)).toEqual(inOne);
        expect(scanUpTo(bytes, everyByte)).toEqual(inOne);
      },
    ),
    { seed: 4, numRuns: 4000 },
  );
});

test('an object is whole at its last byte, a number only when something ends it', () => {
  const scanner = new Scanner();
  expect(scanner.run(Buffer.from('{"a":1'))).toBe('more');
  expect(scanner.run(Buffer.from('{"a":1}{"b"'))).toBe('whole');
  expect(scanner.at).toBe(7);
  scanner.reset();
  expect(scanner.run(Buffer.from('12'))).toBe('more');
  expect(scanner.end()).toBe('whole');
});

test('what cannot become a value is broken at once and stays so', () => {
  const scanner = new Scanner();
  expect(scanner.run(Buffer.from('{"a":1,]'))).toBe('broken');
  expect(scanner.run(Buffer.from('{"a":1,]}'))).toBe('broken');
  scanner.reset();
  expect(scanner.run(Buffer.from('{"a":1}'))).toBe('whole');
});

test('the containers that are open are told, innermost first', () => {
  const scanner = new Scanner();
  scanner.run(Buffer.from('{"a":[1,[2],{"b":'));
  expect([...scanner.openStarts()]).toEqual([12, 5, 0]);
});

/**
 * The grammar of a JSON number as a table of steps, so that a number can be read over any division into chunks and
 * however long it is. The states are the places between its parts.
 */

const STOP = 0;
export const NUMBER_START = 1;
const SIGNED = 2;
const ZERO = 3;
const WHOLE = 4;
const POINT = 5;
const FRACTION = 6;
const EXPONENT = 7;
const SIGNED_EXPONENT = 8;
const POWER = 9;

const STATES = 10;
const BYTES = 256;
const steps = new Uint8Array(STATES * BYTES);

function step(from: number, letters: string, to: number): void {
  for (const letter of letters) {
    steps[from * BYTES + letter.charCodeAt(0)] = to;
  }
}

const DIGITS = '0123456789';
step(NUMBER_START, '-', SIGNED);
for (const from of [NUMBER_START, SIGNED]) {
  step(from, '0', ZERO);
  step(from, '123456789', WHOLE);
}
step(WHOLE, DIGITS, WHOLE);
for (const from of [ZERO, WHOLE]) {
  step(from, '.', POINT);
}
step(POINT, DIGITS, FRACTION);
step(FRACTION, DIGITS, FRACTION);
for (const from of [ZERO, WHOLE, FRACTION]) {
  step(from, 'eE', EXPONENT);
}
step(EXPONENT, '+-', SIGNED_EXPONENT);
for (const from of [EXPONENT, SIGNED_EXPONENT, POWER]) {
  step(from, DIGITS, POWER);
}

/** The state after one more byte, or 0 when that byte does not belong to the number. */
export function numberStep(state: number, byte: number): number {
  return steps[state * BYTES + byte] as number;
}

/** Whether a number may end in this state. */
export function numberMayEnd(state: number): boolean {
  return state === ZERO || state === WHOLE || state === FRACTION || state === POWER;
}

/** Whether no step led on. */
export function numberStopped(state: number): boolean {
  return state === STOP;
}

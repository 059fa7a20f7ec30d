/** How a unit was derived from its source, by wire name (contract, kernel "Operations"). */
export type Op = 'concise' | 'elide' | 'generate';

/** What it takes to check a derivation, by wire name. */
export type Check = 'ground' | 'rederive' | 'ground_attest';

/** The greatest depth there is; a further generation stays there. */
export const GREATEST_DEPTH = 0xffff_ffff;

interface Answers {
  /** Whether the result says anything that its source does not hold as bytes. */
  readonly asserts: boolean;
  readonly check: Check;
  /** By how much the depth grows. */
  readonly rise: 0 | 1;
  /** Whether this version mints and admits it. */
  readonly mintable: boolean;
}

// There is no default: an operation that has not answered every question does not compile.
const OPS = {
  concise: { asserts: true, check: 'ground', rise: 0, mintable: false },
  elide: { asserts: false, check: 'rederive', rise: 0, mintable: true },
  generate: { asserts: true, check: 'ground_attest', rise: 1, mintable: false },
} as const satisfies Record<Op, Answers>;

/** Every operation. */
export const ALL_OPS: readonly Op[] = Object.freeze(['concise', 'elide', 'generate'] as const satisfies readonly Op[]);

/** Whether a value is the wire name of an operation. */
export function isOp(value: unknown): value is Op {
  return typeof value === 'string' && Object.hasOwn(OPS, value);
}

/** Whether the result of an operation asserts something of its own. Throws TypeError for what is no operation. */
export function asserts(op: Op): boolean {
  return answers(op).asserts;
}

/** How a derivation by an operation is checked. Throws TypeError for what is no operation. */
export function checkOf(op: Op): Check {
  return answers(op).check;
}

/** Whether this version mints and admits units of an operation. Throws TypeError for what is no operation. */
export function isMintable(op: Op): boolean {
  return answers(op).mintable;
}

/**
 * The depth (unsigned, 32 bits) of what an operation makes of material at `depth`; a generation goes one deeper and stays
 * at 2^32−1. Throws TypeError for what is no operation or no depth.
 */
export function depthAfter(op: Op, depth: number): number {
  if (!Number.isInteger(depth) || depth < 0 || depth > GREATEST_DEPTH)
    throw new TypeError('a depth is an unsigned 32-bit integer');
  return Math.min(depth + answers(op).rise, GREATEST_DEPTH);
}

function answers(op: Op): Answers {
  if (!isOp(op)) throw new TypeError('not an operation');
  return OPS[op];
}

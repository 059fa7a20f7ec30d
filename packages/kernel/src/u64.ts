import { MAX_U64, type U64 } from '@ken/address';

// Text of an integer beyond 2^53−1 and nothing else; how large it is, is checked after.
const DECIMAL = /^[1-9][0-9]{15,19}$/;

/**
 * A number or bigint as an unsigned 64-bit integer in its one representation: a number while it is safe, a bigint beyond
 * (contract, content §2). Undefined for whatever is not one.
 */
export function readU64(value: unknown): U64 | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0) ? value : undefined;
  }
  if (typeof value !== 'bigint' || value < 0n || value > MAX_U64) return undefined;
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** As `readU64`, and in JSON an integer beyond 2^53−1 is decimal text, and only then (contract, content §2). */
export function readJsonU64(value: unknown): U64 | undefined {
  if (typeof value !== 'string') return readU64(value);
  if (!DECIMAL.test(value)) return undefined;
  const read = readU64(BigInt(value));
  return typeof read === 'bigint' ? read : undefined;
}

/** The form of an unsigned 64-bit integer in JSON and in the facts of a refusal. */
export function jsonU64(value: U64): number | string {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** `a − b` in its one representation, and 0 where that would be negative. */
export function minusU64(a: U64, b: U64): U64 {
  if (a <= b) return 0;
  return typeof a === 'number' && typeof b === 'number' ? a - b : (readU64(BigInt(a) - BigInt(b)) ?? 0);
}

import { readFileSync } from 'node:fs';
import { type AnyId, link, type Result, type Value } from '@ken/address';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Reads a file of worked cases from the repository's `vectors` folder. */
export function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../vectors/${name}`, import.meta.url), 'utf8')) as T;
}

/** The value that a worked case stands for: $int, $link and $bytes say what JSON cannot. */
export function ofJson(json: Json): Value {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(ofJson);
  const { $int, $link, $bytes } = json;
  if (typeof $int === 'string') return BigInt($int);
  if (typeof $link === 'string') return link($link as AnyId);
  if (typeof $bytes === 'string') return fromHex($bytes);
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, ofJson(inner)]));
}

export const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The value of an outcome that a test relies on. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
}

/** `ok`, or the code of the refusal. */
export function outcome(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.refusal.code;
}

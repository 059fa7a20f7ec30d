import { inspect } from 'node:util';
import { byteDoors } from './byte-doors.ts';
import type { Door } from './door.ts';
import { wordOf } from './finding.ts';
import { Random } from './random.ts';
import { rawDoors } from './raw-doors.ts';
import { verdictDoors } from './verdict-doors.ts';

export const allDoors: readonly Door[] = [...byteDoors, ...rawDoors, ...verdictDoors];

/** Beyond this, one input counts as a hang. Inputs take some hundredths of a millisecond; a busy machine takes its own time. */
const HANG_MS = 2000;
const MOST_FINDINGS = 20;

export interface Found {
  readonly door: string;
  readonly seed: number;
  readonly index: number;
  readonly what: string;
  readonly input: string;
}

export interface Report {
  /** For each door, how often each answer was given: `ok`, a code, `misuse`, `foreign`. */
  readonly answers: { readonly [door: string]: { readonly [answer: string]: number } };
  readonly findings: readonly Found[];
  /** The longest that one input took, in milliseconds. */
  readonly slowest: { readonly ms: number; readonly door: string; readonly index: number };
}

export interface Run {
  readonly seed: number;
  readonly inputs: number;
  /** The first index; inputs are numbered from 0, and the same number is the same input. */
  readonly from?: number;
  readonly doors?: readonly Door[];
  /** Called before each input with its index. */
  readonly tick?: (index: number) => void;
}

/** Shows inputs to the doors in turn. Ends early only after many findings. */
export function fuzz({ seed, inputs, from = 0, doors = allDoors, tick }: Run): Report {
  const answers = Object.fromEntries(doors.map(({ name }) => [name, {} as { [answer: string]: number }]));
  const findings: Found[] = [];
  let slowest = { ms: 0, door: '', index: 0 };
  for (let index = from; index < from + inputs && findings.length < MOST_FINDINGS; index += 1) {
    tick?.(index);
    const door = doors[index % doors.length] as Door;
    const random = new Random(seed, index);
    const input = door.input(random);
    const begun = performance.now();
    let what: string | undefined;
    try {
      const word = wordOf(door.show(input, random));
      const counts = answers[door.name] as { [answer: string]: number };
      counts[word] = (counts[word] ?? 0) + 1;
    } catch (error) {
      what = error instanceof Error ? error.message : String(error);
    }
    const ms = performance.now() - begun;
    if (ms > slowest.ms) slowest = { ms, door: door.name, index };
    if (ms > HANG_MS) what ??= `took ${Math.round(ms)} ms`;
    if (what !== undefined) findings.push({ door: door.name, seed, index, what, input: described(input) });
  }
  return { answers, findings, slowest };
}

function described(input: unknown): string {
  try {
    if (input instanceof Uint8Array) return Buffer.from(input).toString('hex');
    return inspect(input, { depth: 6, maxArrayLength: 20, maxStringLength: 200 });
  } catch {
    return 'an input that cannot be shown';
  }
}

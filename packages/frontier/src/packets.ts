import type { Handoff } from './documents.ts';
import { projectHandoff } from './handoff.ts';
import { entriesOf, isPlain, namesOf, own, quietly } from './read.ts';
import { LIMITS } from './text.ts';
import { byInstant, type Instant, parseTime } from './time.ts';
import { quietText } from './todos.ts';

/** The key of a goal and an agent. No collapsed text holds a line feed, so that no two pairs share one. */
export const packetKey = (goal: string, agent: string): string => `${goal}\n${agent}`;

/** A usable packet, and when it was made. */
interface Usable {
  readonly key: string;
  readonly instant: Instant;
  readonly handoff: Handoff;
}

/**
 * The hand-off projections of the usable packets of a list, or of a map whose keys mean nothing, by goal and agent.
 * Of two for one pair the later `generated_at` counts, then the later in the input. What is unusable is ignored.
 */
export function readPackets(value: unknown): ReadonlyMap<string, Handoff> {
  const kept = new Map<string, Usable>();
  for (const candidate of quietly(() => candidatesOf(value)) ?? []) {
    const usable = quietly(() => readUsable(candidate)) ?? null;
    if (usable === null) continue;
    const known = kept.get(usable.key);
    if (known === undefined || byInstant(usable.instant, known.instant) >= 0) kept.set(usable.key, usable);
  }
  return new Map([...kept].map(([key, { handoff }]) => [key, handoff]));
}

function candidatesOf(value: unknown): readonly unknown[] {
  return entriesOf(value) ?? (isPlain(value) ? namesOf(value).map((name) => own(value, name)) : []);
}

function readUsable(packet: unknown): Usable | null {
  if (!isPlain(packet)) return null;
  const goal = quietText(own(packet, 'goal_id'), LIMITS.id);
  const agent = quietText(own(packet, 'agent_id'), LIMITS.id);
  const instant = parseTime(quietText(own(packet, 'generated_at'), LIMITS.time));
  const projected = projectHandoff(packet);
  if (goal === '' || agent === '' || instant === null || !projected.ok) return null;
  return { key: packetKey(goal, agent), instant, handoff: projected.value };
}

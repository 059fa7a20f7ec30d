import { STATES, type State, type Summary } from './documents.ts';

/** Counts states. The five counts sum to `required_count`. Frozen. */
export function summarise(states: Iterable<State>): Summary {
  const counts = new Map<State, number>(STATES.map((state) => [state, 0]));
  let required = 0;
  for (const state of states) {
    counts.set(state, (counts.get(state) ?? 0) + 1);
    required += 1;
  }
  const of = (state: State): number => counts.get(state) ?? 0;
  return Object.freeze({
    required_count: required,
    current_count: of('current'),
    stale_count: of('stale'),
    missing_count: of('missing'),
    inaccessible_count: of('inaccessible'),
    required_unread_count: of('required_unread'),
  });
}

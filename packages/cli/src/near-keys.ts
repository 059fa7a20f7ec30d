import { REQUIREMENT_FIELDS } from '@ken/frontier';
import { isObject, listOf, type Plain } from './goal-document.ts';

const owners = ['agent_profile', 'agent_profiles', 'vision', 'visions', 'todos', 'handoffs'] as const;
const looksLikeOne = /^required|material|topic/i;
const known: ReadonlySet<string> = new Set(REQUIREMENT_FIELDS);

/**
 * What to say of owners in a goal with a key that looks like one that requires something and is none. The contract passes
 * over keys that it does not know, so that a slip in one leaves nothing required. The keys themselves are not repeated.
 */
export const nearKeys = (goal: Plain): readonly string[] =>
  owners.flatMap((name) =>
    listOf(goal[name])
      .map((owner, at) => ({ owner, place: Array.isArray(goal[name]) ? `${name}[${at}]` : name }))
      .filter(
        ({ owner }) => isObject(owner) && Object.keys(owner).some((key) => looksLikeOne.test(key) && !known.has(key)),
      )
      .map(
        ({ place }) =>
          `${place} has a key that looks like a requirement and is none: what requires is ${REQUIREMENT_FIELDS.join(', ')}`,
      ),
  );

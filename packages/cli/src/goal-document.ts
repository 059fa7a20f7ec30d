import { collapse } from '@ken/frontier';
import { CommandError, exitCode } from './exit.ts';
import { inputDocument } from './input-document.ts';

export type Plain = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text as the contract compares it, white space collapsed; undefined where no text stands, or nothing is in it. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? collapse(String(value)) || undefined : undefined;

/** Whether a value is a text, white space collapsed. */
export const same = (value: unknown, text: string): boolean => textOf(value) === collapse(text);

export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && collapse(value) === '');

export const listOf = (value: unknown): readonly unknown[] =>
  isAbsent(value) ? [] : Array.isArray(value) ? value : [value];

export const malformed = (path: string, why: string): CommandError =>
  new CommandError(exitCode.no, 'goal/malformed', `The goal's ${path} ${why}.`);

/** Whose a todo is: of who claimed it, else of whom it names; undefined where it is anybody's. */
export const ownerOf = (todo: Plain): string | undefined => textOf(todo['claimed_by']) ?? textOf(todo['agent_id']);

/** Whether a goal names an agent. Of one that it does not name nothing is required, and it would pass for informed. */
export const names = (goal: Plain, agent: string): boolean =>
  ['agent_profile', 'agent_profiles', 'vision', 'visions']
    .flatMap((key) => listOf(goal[key]))
    .some((owner) => isObject(owner) && same(owner['agent_id'], agent)) ||
  listOf(goal['todos']).some((todo) => isObject(todo) && ownerOf(todo) === collapse(agent)) ||
  listOf(goal['handoffs']).some((handoff) => isObject(handoff) && same(handoff['to_agent'], agent));

export const unknownAgent = (): CommandError =>
  new CommandError(
    exitCode.no,
    'goal/unknown-agent',
    'The goal says nothing of this agent: one that it does not know has not read what it should.',
  );

export const onlyTodo = (goal: Plain, todo: string, agent: string): readonly unknown[] => {
  const found = listOf(goal['todos']).filter(
    (one) => isObject(one) && same(one['todo_id'], todo) && (ownerOf(one) ?? collapse(agent)) === collapse(agent),
  );
  if (found.length > 0) return found;
  throw new CommandError(exitCode.no, 'goal/unknown-todo', 'The goal has no todo of that id for this agent.');
};

/** Of whom and of what a delivery speaks, in the words that a frontier compares. */
export interface Addressee {
  readonly goal: string;
  readonly agent: string;
  readonly todo: string | null;
}

/**
 * The goal, the agent and the todo as the goal knows them. Throws a CommandError for a goal without an id, an agent that it
 * says nothing of, and a todo that it does not have for that agent.
 */
export const addressee = (goal: Plain, agent: string, todo: string | undefined): Addressee => {
  const id = textOf(goal['goal_id']);
  if (id?.isWellFormed() !== true) throw malformed('goal_id', 'is no text');
  if (!names(goal, agent)) throw unknownAgent();
  if (todo !== undefined) onlyTodo(goal, todo, agent);
  return { goal: id, agent: collapse(agent), todo: todo === undefined ? null : collapse(todo) };
};

/** The document of a goal, untrusted but for being an object. Throws a CommandError. */
export const goalDocument = async (path: string): Promise<Plain> => {
  const goal = await inputDocument(path);
  if (isObject(goal)) return goal;
  throw new CommandError(exitCode.no, 'document/malformed', `${path} holds no object, and so no goal.`);
};

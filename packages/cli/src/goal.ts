import { buildFrontier, type Frontier } from '@ken/frontier';
import type { Command } from 'commander';
import type { CommonOptions } from './command.ts';
import { CommandError, exitCode } from './exit.ts';
import { acceptedFrontier } from './frontier-refusal.ts';
import { inputDocument } from './input-document.ts';
import { receiptRows } from './receipt-rows.ts';

/** What names a frontier on the command line. */
export interface GoalOptions extends CommonOptions {
  readonly goal: string;
  readonly agent: string;
  readonly todo?: string;
  readonly receipts?: readonly string[];
  readonly boundary?: readonly string[];
  readonly at?: string;
}

type Plain = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (value: unknown, text: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value).trim() === text.trim();

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** What a goal says of this agent: under the contract's own key, or in a list of what it says of several. */
const ofAgent = (goal: Plain, one: string, several: string, agent: string): unknown =>
  goal[one] ?? listOf(goal[several]).find((owner) => isObject(owner) && same(owner['agent_id'], agent));

/** Whether a goal says anything of an agent. One that it does not name has nothing to read, and would pass for informed. */
const names = (goal: Plain, agent: string): boolean =>
  ['agent_profile', 'agent_profiles', 'vision', 'visions']
    .flatMap((key) => listOf(goal[key]))
    .some((owner) => isObject(owner) && (same(owner['agent_id'], agent) || !Object.hasOwn(owner, 'agent_id'))) ||
  listOf(goal['todos']).some(
    (todo) => isObject(todo) && (same(todo['claimed_by'], agent) || same(todo['agent_id'], agent)),
  ) ||
  listOf(goal['handoffs']).some((handoff) => isObject(handoff) && same(handoff['to_agent'], agent));

const onlyTodo = (goal: Plain, todo: string): readonly unknown[] => {
  const found = listOf(goal['todos']).filter((one) => isObject(one) && same(one['todo_id'], todo));
  if (found.length > 0) return found;
  throw new CommandError(exitCode.no, 'goal/unknown-todo', `The goal has no todo ${todo}.`);
};

/** The rows of this goal and agent; no other row can count, so that none is kept. */
const receiptsOf = async (paths: readonly string[], goal: Plain, agent: string): Promise<unknown[]> => {
  const rows: unknown[] = [];
  const keep = (row: unknown): void => {
    if (isObject(row) && same(row['agent_id'], agent) && same(row['goal_id'], String(goal['goal_id']))) rows.push(row);
  };
  for (const row of listOf(goal['receipts'])) keep(row);
  for (const path of paths) for await (const row of receiptRows(path)) keep(row);
  return rows;
};

const checkStandardInput = ({ goal, receipts = [] }: GoalOptions): void => {
  if ([goal, ...receipts].filter((path) => path === '-').length > 1)
    throw new CommandError(exitCode.usage, 'usage/file', 'Standard input can be read for one document only.');
};

/** Builds the frontier that a command line names. Throws a CommandError. */
export const frontierOf = async (options: GoalOptions): Promise<Frontier> => {
  checkStandardInput(options);
  const { agent, boundary, todo } = options;
  const goal = await inputDocument(options.goal);
  if (!isObject(goal))
    throw new CommandError(exitCode.no, 'document/malformed', `${options.goal} holds no object, and so no goal.`);
  const frontier = acceptedFrontier(
    options.goal,
    buildFrontier({
      goal_id: goal['goal_id'],
      agent_id: agent,
      generated_at: options.at ?? goal['generated_at'] ?? new Date().toISOString(),
      authority_registry: goal['authority_registry'],
      agent_profile: ofAgent(goal, 'agent_profile', 'agent_profiles', agent),
      vision: ofAgent(goal, 'vision', 'visions', agent),
      todos: todo === undefined ? goal['todos'] : onlyTodo(goal, todo),
      handoffs: goal['handoffs'],
      receipts: await receiptsOf(options.receipts ?? [], goal, agent),
      available_boundaries: boundary ?? goal['available_boundaries'],
    }),
  );
  if (frontier.items.length === 0 && !names(goal, agent))
    throw new CommandError(
      exitCode.no,
      'goal/unknown-agent',
      `The goal says nothing of an agent ${agent}: an agent that it does not know has not read what it should.`,
    );
  return frontier;
};

/** Adds the options that name a frontier. */
export const goalOptions = (command: Command): Command =>
  command
    .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input')
    .requiredOption('--agent <id>', 'the agent that is asked about')
    .option('--todo <id>', 'only what this todo requires, of the todos')
    .option('--receipts <file...>', 'receipts, in JSON or JSON Lines; - is standard input')
    .option('--boundary <name...>', 'a boundary that can be read here; public and public_safe always can')
    .option('--at <time>', 'the time of the frontier, in ISO 8601 (else the goal says, or now)');

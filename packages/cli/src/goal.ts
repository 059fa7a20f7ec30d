import { buildFrontier, collapse, type Frontier } from '@ken/frontier';
import { type Command, InvalidArgumentError } from 'commander';
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
  /** Of ken frontier: an earlier packet. */
  readonly since?: string;
  /** Of ken handoff: a note. */
  readonly note?: string;
}

type Plain = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text as the contract compares it, white space collapsed; undefined where no text stands, or nothing is in it. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? collapse(String(value)) || undefined : undefined;

const same = (value: unknown, text: string): boolean => textOf(value) === collapse(text);

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && collapse(value) === '');

const listOf = (value: unknown): readonly unknown[] => (isAbsent(value) ? [] : Array.isArray(value) ? value : [value]);

const malformed = (path: string, why: string): CommandError =>
  new CommandError(exitCode.no, 'goal/malformed', `The goal's ${path} ${why}.`);

/**
 * What a goal says of this agent: under the contract's own key, or in a list of what it says of several. The list is held to
 * its form as a whole, since what is passed over in it could have been this agent's.
 */
const ofAgent = (goal: Plain, one: string, several: string, agent: string): unknown => {
  if (isAbsent(goal[several])) return goal[one];
  if (!isAbsent(goal[one])) throw malformed(several, `and ${one} cannot both be given`);
  const listed = goal[several];
  if (!Array.isArray(listed)) throw malformed(several, 'is no list');
  const agents = listed.map((owner, at) => {
    const id = isObject(owner) ? textOf(owner['agent_id']) : undefined;
    if (id === undefined) throw malformed(`${several}[${at}]`, 'is no object with the id of an agent');
    return id;
  });
  const twice = agents.findIndex((id, at) => agents.indexOf(id) !== at);
  if (twice !== -1) throw malformed(`${several}[${twice}].agent_id`, 'names an agent a second time');
  return listed[agents.indexOf(collapse(agent))];
};

/** Whose a todo is: of who claimed it, else of whom it names; undefined where it is anybody's. */
const ownerOf = (todo: Plain): string | undefined => textOf(todo['claimed_by']) ?? textOf(todo['agent_id']);

/** Whether a goal names an agent. Of one that it does not name nothing is required, and it would pass for informed. */
const names = (goal: Plain, agent: string): boolean =>
  ['agent_profile', 'agent_profiles', 'vision', 'visions']
    .flatMap((key) => listOf(goal[key]))
    .some((owner) => isObject(owner) && same(owner['agent_id'], agent)) ||
  listOf(goal['todos']).some((todo) => isObject(todo) && ownerOf(todo) === collapse(agent)) ||
  listOf(goal['handoffs']).some((handoff) => isObject(handoff) && same(handoff['to_agent'], agent));

const unknownAgent = (): CommandError =>
  new CommandError(
    exitCode.no,
    'goal/unknown-agent',
    'The goal says nothing of this agent: one that it does not know has not read what it should.',
  );

const onlyTodo = (goal: Plain, todo: string, agent: string): readonly unknown[] => {
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
  if (id === undefined) throw malformed('goal_id', 'is no text');
  if (!names(goal, agent)) throw unknownAgent();
  if (todo !== undefined) onlyTodo(goal, todo, agent);
  return { goal: id, agent: collapse(agent), todo: todo === undefined ? null : collapse(todo) };
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

/** Refuses standard input for more than one of the documents that a command reads. */
const checkStandardInput = ({ goal, receipts = [], since, note }: GoalOptions): void => {
  if ([goal, ...receipts, since, note].filter((path) => path === '-').length > 1)
    throw new CommandError(exitCode.usage, 'usage/file', 'Standard input can be read for one document only.');
};

/** The document of a goal, untrusted but for being an object. Throws a CommandError. */
export const goalDocument = async (path: string): Promise<Plain> => {
  const goal = await inputDocument(path);
  if (isObject(goal)) return goal;
  throw new CommandError(exitCode.no, 'document/malformed', `${path} holds no object, and so no goal.`);
};

/** Builds the frontier that a command line names. Throws a CommandError. */
export const frontierOf = async (options: GoalOptions): Promise<Frontier> => {
  checkStandardInput(options);
  const { agent, boundary, todo } = options;
  const goal = await goalDocument(options.goal);
  const frontier = acceptedFrontier(
    options.goal,
    buildFrontier({
      goal_id: goal['goal_id'],
      agent_id: agent,
      generated_at: options.at ?? goal['generated_at'] ?? new Date().toISOString(),
      authority_registry: goal['authority_registry'],
      agent_profile: ofAgent(goal, 'agent_profile', 'agent_profiles', agent),
      vision: ofAgent(goal, 'vision', 'visions', agent),
      todos: todo === undefined ? goal['todos'] : onlyTodo(goal, todo, agent),
      handoffs: goal['handoffs'],
      receipts: await receiptsOf(options.receipts ?? [], goal, agent),
      available_boundaries: boundary ?? goal['available_boundaries'],
    }),
  );
  if (frontier.items.length === 0 && !names(goal, agent)) throw unknownAgent();
  return frontier;
};

/** Takes a value once: of two the first would be passed over in silence. */
const once = (value: string, earlier: string | undefined): string => {
  if (earlier !== undefined) throw new InvalidArgumentError('It can be given once.');
  return value;
};

/** Adds the option that names the boundaries of this environment. */
export const boundariesOption = (command: Command): Command =>
  command.option('--boundary <name...>', 'a boundary that can be read here; public and public_safe always can');

/** Adds the options that name a frontier. */
export const goalOptions = (command: Command): Command =>
  boundariesOption(command)
    .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input')
    .requiredOption('--agent <id>', 'the agent that is asked about')
    .option('--todo <id>', 'only what this todo requires, of the todos', once)
    .option('--receipts <file...>', 'receipts, in JSON or JSON Lines; - is standard input')
    .option('--at <time>', 'the time of the frontier, in ISO 8601 (else the goal says, or now)');

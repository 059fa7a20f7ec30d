import { buildFrontier, collapse, type Frontier } from '@ken/frontier';
import { HISTORICAL_SCHEMA } from '@ken/session';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError, exitCode } from './exit.ts';
import { acceptedFrontier } from './frontier-refusal.ts';
import {
  goalDocument,
  isAbsent,
  isObject,
  listOf,
  malformed,
  names,
  onlyTodo,
  type Plain,
  same,
  textOf,
  unknownAgent,
} from './goal-document.ts';
import { locationsOption } from './locations.ts';
import { nearKeys } from './near-keys.ts';
import { receiptRows } from './receipt-rows.ts';
import { type SessionOptions, sessionRows } from './session-receipts.ts';
import { many } from './show/text.ts';

/** What names a frontier on the command line. */
export interface GoalOptions extends SessionOptions {
  readonly receipts?: readonly string[];
  readonly boundary?: readonly string[];
  readonly at?: string;
  /** Of ken frontier: an earlier packet. */
  readonly since?: string;
  /** Of ken handoff: a note. */
  readonly note?: string;
}

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

/** Builds the frontier that a command line names. Throws a CommandError. */
export const frontierOf = async (options: GoalOptions, say: (message: string) => void): Promise<Frontier> => {
  checkStandardInput(options);
  const { agent, boundary, todo } = options;
  const goal = await goalDocument(options.goal);
  for (const line of nearKeys(goal)) say(line);
  const rows = await receiptsOf(options.receipts ?? [], goal, agent);
  const historical = rows.filter((row) => isObject(row) && row['schema_version'] === HISTORICAL_SCHEMA).length;
  if (historical > 0)
    say(
      `${many(historical, 'historical delivery', 'historical deliveries')} among the receipts NOT counted: name the session of each with --session HEAD --accept-historical`,
    );
  const delivered = await sessionRows(options, goal, say);
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
      receipts: [...rows, ...delivered],
      available_boundaries: boundary ?? goal['available_boundaries'],
    }),
  );
  if (frontier.items.length === 0 && !names(goal, agent)) throw unknownAgent();
  for (const { material_id: id, todo_id: bound, state } of frontier.items) {
    if (bound === undefined || state !== 'required_unread') continue;
    if (delivered.some((row) => row.material_id === id && row.todo_id === undefined))
      say(`${id} was delivered, and for no todo: --todo ${bound} counts it for that one`);
    else if (rows.some((row) => isObject(row) && same(row['material_id'], id) && isAbsent(row['todo_id'])))
      say(
        `${id} has a receipt for no todo, and is required by ${bound}: ken deliver and ken receipts mint for that one with --todo`,
      );
  }
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
  locationsOption(boundariesOption(command))
    .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input')
    .requiredOption('--agent <id>', 'the agent that is asked about')
    .option('--todo <id>', 'only what this todo requires, of the todos', once)
    .option('--receipts <file...>', 'receipts, in JSON or JSON Lines; - is standard input')
    .option(
      '--session <head...>',
      'the heads of sessions of this agent: what was delivered whole in them counts as read',
    )
    .option('--accept-historical', 'count what a finished file tells as well, which nobody witnessed')
    .option('--at <time>', 'the time of the frontier, in ISO 8601 (else the goal says, or now)');

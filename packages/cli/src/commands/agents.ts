import { type AgentsProjection, projectAgents } from '@ken/frontier';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { acceptedFrontier } from '../frontier-refusal.ts';
import { inputDocument } from '../input-document.ts';
import { columns, many, neutralLine } from '../show/text.ts';
import type { Terminal } from '../terminal.ts';

interface AgentsOptions extends CommonOptions {
  readonly status: string;
  readonly capability?: readonly string[];
  readonly at?: string;
}

const agentsText = ({ agents, source_summary: counts }: AgentsProjection, { paint }: Terminal): string => {
  if (agents.length === 0) return 'No agent is registered.';
  const rows = agents.map((agent) => {
    const summary = agent.material_frontier?.summary;
    const todo = agent.current_todo;
    return [
      agent.agent_id,
      agent.goal_ids.join(', '),
      todo === undefined
        ? '-'
        : [todo.todo_id, todo.status, todo.priority].filter((part) => part !== undefined).join(' '),
      summary === undefined ? '-' : `${summary.current_count} of ${summary.required_count} current`,
    ].map((cell) => neutralLine(String(cell)));
  });
  const [head = '', ...lines] = columns([['AGENT', 'GOALS', 'TODO', 'MATERIALS'], ...rows]).split('\n');
  return [paint.bold(head), ...lines, '', `${many(counts.projected_agent_count, 'agent')}`].join('\n');
};

export const agentsCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('agents')
        .description(
          'Who works on what, out of a status document, and what each has yet to read where the capability material_lifecycle is declared. Writes nothing.',
        )
        .requiredOption('--status <file>', 'the status, in JSON or YAML; - is standard input')
        .option('--capability <name...>', 'what the execution envelope declares')
        .option('--at <time>', 'the time of the projection, in ISO 8601 (else the status says, or now)'),
      'ken agents --status status.json --capability material_lifecycle',
      { store: false },
    ).action((options: AgentsOptions) =>
      run('agents', options, async (terminal) => {
        const status = await inputDocument(options.status);
        const timed =
          typeof status === 'object' && status !== null && 'generated_at' in status && status.generated_at != null;
        const time = options.at ?? (timed ? undefined : new Date().toISOString());
        const projection = acceptedFrontier(
          options.status,
          projectAgents(status, {
            capabilities: options.capability ?? [],
            ...(time === undefined ? {} : { generated_at: time }),
          }),
        );
        return { document: projection, bare: true, text: agentsText(projection, terminal), exit: exitCode.yes };
      }),
    );
  },
};

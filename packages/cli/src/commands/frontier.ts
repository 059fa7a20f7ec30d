import { diffFrontier, type Frontier } from '@ken/frontier';
import { type CommandSpec, common } from '../command.ts';
import { type ExitCode, exitCode } from '../exit.ts';
import { acceptedFrontier } from '../frontier-refusal.ts';
import { frontierOf, type GoalOptions, goalOptions } from '../goal.ts';
import { inputDocument } from '../input-document.ts';
import { diffText, frontierText } from '../show/frontier.ts';

interface FrontierOptions extends GoalOptions {
  readonly check?: boolean;
}

// Where nothing is required, nothing was checked.
const isInformed = ({ summary }: Frontier): boolean =>
  summary.required_count > 0 && summary.current_count === summary.required_count;

export const frontierCommand: CommandSpec = {
  add(program, run) {
    common(
      goalOptions(
        program
          .command('frontier')
          .description(
            'What an agent has yet to read, of what a goal requires of it: current, stale, unread, missing or inaccessible. Takes a goal and receipts; writes nothing.',
          ),
      )
        .option('--check', 'exit 1 unless something is required and all of it is current')
        .option('--since <file>', 'instead say what changed since an earlier frontier, as --json printed it'),
      'ken frontier --goal goal.yaml --agent builder --receipts receipts.jsonl',
    ).action((options: FrontierOptions) =>
      run('frontier', options, async (terminal) => {
        const frontier = await frontierOf(options, (message) => terminal.say(message));
        const exit: ExitCode = options.check === true && !isInformed(frontier) ? exitCode.no : exitCode.yes;
        if (options.since === undefined)
          return { document: frontier, bare: true, text: frontierText(frontier, terminal), exit };
        const before = await inputDocument(options.since);
        const diff = acceptedFrontier(options.since, diffFrontier(before, frontier));
        return { document: diff, bare: true, text: diffText(diff, terminal), exit };
      }),
    );
  },
};

import { handoffNote, projectHandoff } from '@ken/frontier';
import { type CommandSpec, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { acceptedFrontier } from '../frontier-refusal.ts';
import { frontierOf, type GoalOptions, goalOptions } from '../goal.ts';
import { inputDocument } from '../input-document.ts';
import { handoffText } from '../show/frontier.ts';
import { jsonText } from '../show/text.ts';

export const handoffCommand: CommandSpec = {
  add(program, run) {
    common(
      goalOptions(
        program
          .command('handoff')
          .description(
            "What a successor gets of an agent's frontier: counts and at most four references, never authority. Takes a goal and receipts; writes nothing.",
          ),
      ).option('--note <file>', 'a handoff_note_v0 or v1, which is printed with these references in it'),
      'ken handoff --goal goal.yaml --agent builder --receipts receipts.jsonl',
    ).action((options: GoalOptions) =>
      run('handoff', options, async (terminal) => {
        const frontier = await frontierOf(options, (message) => terminal.say(message));
        const handoff = acceptedFrontier(options.goal, projectHandoff(frontier));
        const text = handoffText(handoff, terminal);
        if (options.note === undefined) return { document: handoff, bare: true, text, exit: exitCode.yes };
        const note = acceptedFrontier(options.note, handoffNote(await inputDocument(options.note), frontier));
        return { document: note, bare: true, text: jsonText(note), exit: exitCode.yes };
      }),
    );
  },
};

import { registeredMaterials } from '@ken/frontier';
import { type RevisionRow, revisionsToday } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { acceptedFrontier } from '../frontier-refusal.ts';
import { goalDocument } from '../goal-document.ts';
import { locationsOf, locationsOption } from '../locations.ts';
import { revisionsText } from '../show/revisions.ts';

interface RevisionsOptions extends CommonOptions {
  readonly goal: string;
  readonly locations?: string;
  readonly check?: boolean;
}

export const revisionsCommand: CommandSpec = {
  add(program, run) {
    common(
      locationsOption(
        program
          .command('revisions')
          .description(
            'The registered revision of each material of a goal beside that of its bytes today. Takes a goal and a map of locations; writes nothing.',
          )
          .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input'),
      ).option('--check', 'exit 1 unless the bytes of every material are those of its registered revision'),
      'ken revisions --goal goal.yaml --locations locations.yaml',
      { store: false },
    ).action((options: RevisionsOptions) =>
      run('revisions', options, async (terminal) => {
        const goal = await goalDocument(options.goal);
        const materials = acceptedFrontier(options.goal, registeredMaterials(goal));
        const { map, base } = await locationsOf(options.locations);
        const rows: RevisionRow[] = [];
        for await (const row of revisionsToday(materials, map, base)) rows.push(row);
        const same = rows.length > 0 && rows.every(({ state }) => state === 'current');
        const document = { materials: rows };
        const exit = options.check === true && !same ? exitCode.no : exitCode.yes;
        return { document, text: revisionsText(document, terminal), exit };
      }),
    );
  },
};

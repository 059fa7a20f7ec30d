import { branchesNamed, dropBranches, type Named } from '@ken/session';
import type { Store } from '@ken/store';
import { type Answer, type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { looksLikeId, resolveId, shortest } from '../ids.ts';
import { withOwnStore } from '../own-store.ts';
import { many, neutralLine, size } from '../show/text.ts';
import type { Terminal } from '../terminal.ts';

interface DropOptions extends CommonOptions {
  readonly dryRun?: boolean;
}

interface DropDocument {
  readonly dry_run: boolean;
  readonly dropped: readonly Named[];
}

const dropText = ({ dry_run, dropped }: DropDocument, { paint }: Terminal): string => {
  const lines = dropped.map(({ branch, label, head, records, bytes }) => {
    const what = records === null || bytes === null ? 'unreadable' : `${many(records, 'record')}, ${size(bytes)}`;
    return `  ${neutralLine(label === null ? branch : `${label} (${branch})`)}, ${what}\n    head ${head}`;
  });
  const said = dry_run ? 'would be dropped' : paint.yellow('dropped');
  const next = dry_run ? 'Nothing was changed.' : 'ken gc removes what no other session needs and gives the room back.';
  return [`${many(dropped.length, 'branch', 'branches')} ${said}`, ...lines, next].join('\n');
};

/** A word that is the beginning of an id, as that id; any other as it is. */
const whole = (store: Store, word: string): Promise<string> | string =>
  looksLikeId(word) && word.length >= shortest ? resolveId(store, word) : word;

const drop = async (store: Store, word: string, isDry: boolean): Promise<readonly Named[]> => {
  const named = accepted(await branchesNamed(store, await whole(store, word)));
  if (isDry || (await dropBranches(store, named))) return named;
  throw new CommandError(
    exitCode.world,
    'store/conflict',
    'The session was sealed further while it was looked up; nothing was dropped. Run the command again.',
  );
};

export const dropCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('drop')
        .description(
          'Drop a session: its branches are gone, and what only they reached is removed by ken gc. Takes its key, its label, a branch, or a head.',
        )
        .argument(
          '<run>',
          'its label or head, as ken sessions shows them (of a head the first 12 characters or more), or its key or branch, which --json has',
        )
        .option('--dry-run', 'change nothing; say what would be dropped'),
      'ken drop --dry-run 5f2c1c7e-8d3a-4c55-9e0b-2f6a7c1d9b40\nken drop bafyr4i…',
    ).action((word: string, options: DropOptions) =>
      run('drop', options, (terminal) => {
        const isDry = options.dryRun === true;
        return withOwnStore(options.store, isDry ? 'read' : 'write', async (store): Promise<Answer<DropDocument>> => {
          const document = { dry_run: isDry, dropped: await drop(store, word, isDry) };
          return { document, text: dropText(document, terminal), exit: exitCode.yes };
        });
      }),
    );
  },
};

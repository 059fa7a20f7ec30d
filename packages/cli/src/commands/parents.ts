import { nameOf, parentsOf } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { resolveId } from '../ids.ts';
import { withStore } from '../store-place.ts';

export const parentsCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('parents')
        .description('Name what something follows; a parent is named and not followed. Takes a packet, event or head.')
        .argument('<id>', 'the id of a packet, event or head, or its first 12 characters or more'),
      'ken parents bafyr4i…',
    ).action((word: string, options: CommonOptions) =>
      run('parents', options, () =>
        withStore(options.store, 'read', async (store) => {
          const subject = await resolveId(store, word);
          const parentage = accepted(await parentsOf(store, subject));
          const parents = parentage.outcome === 'genesis' ? [] : parentage.parents;
          const kind = nameOf(parentage.kind);
          const text = [
            `${kind} ${subject}`,
            parentage.outcome === 'genesis' ? '  genesis: it has no parent' : `  parents, named and not followed:`,
            ...parents.map(({ id, held }) => `    ${id}${held ? '' : '  (not held here)'}`),
          ].join('\n');
          return { document: { subject, kind, outcome: parentage.outcome, parents }, text, exit: exitCode.yes };
        }),
      ),
    );
  },
};

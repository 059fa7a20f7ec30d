import { findingsBeside, summarise } from '@ken/session';
import type { Store } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { resolveContentId } from '../ids.ts';
import { findingDocument, sessionDocument, sessionText } from '../show/session.ts';
import { withStore } from '../store-place.ts';

const headOf = async (store: Store, word: string | undefined) => {
  if (word !== undefined) return resolveContentId(store, word);
  const heads = [];
  for await (const { head } of store.branches()) heads.push(head);
  const [only] = heads;
  if (only !== undefined && heads.length === 1) return only;
  const held =
    only === undefined
      ? 'holds no session yet: seal one with ken seal FILE'
      : `holds ${heads.length} sessions: name a head; ken sessions lists them`;
  throw new CommandError(exitCode.usage, 'usage/head', `This store ${held}.`);
};

export const logCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('log')
        .description(
          'Tell what a session holds now, what left its context when and why, and what was found. Takes a head.',
        )
        .argument('[head]', "a head's id, or its first 12 characters or more; the only session where there is one"),
      'ken log bafyr4i…',
    ).action((word: string | undefined, options: CommonOptions) =>
      run('log', options, ({ paint, width }) =>
        withStore(options.store, 'read', async (store) => {
          const head = await headOf(store, word);
          const sealed = sessionDocument(accepted(await summarise(store, head)));
          const beside = (await findingsBeside(store, head)).map(findingDocument);
          const document = { ...sealed, findings: [...beside, ...sealed.findings] };
          return { document, text: sessionText(document, paint, width), exit: exitCode.yes };
        }),
      ),
    );
  },
};

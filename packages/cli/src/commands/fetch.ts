import { fetchUnit, readableText } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { accepted } from '../failures.ts';
import { resolveContentId } from '../ids.ts';
import { withStore } from '../store-place.ts';

export const fetchCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('fetch')
        .description('Give back what was left out of the context: exactly its bytes, verified first. Takes a unit.')
        .argument('<unit>', "a unit's id, or its first 12 characters or more")
        .option('--text', 'decode JSON text for reading, what would command a terminal shown as its code'),
      'ken fetch --text bafyr4i…',
    ).action((word: string, options: CommonOptions & { text?: boolean }) =>
      run('fetch', options, (terminal) =>
        withStore(options.store, 'read', async (store) => {
          const unit = await resolveContentId(store, word);
          const bytes = accepted(await fetchUnit(store, unit));
          if (options.json === true) {
            const document = {
              unit,
              length: bytes.length,
              text: readableText(bytes),
              base64: Buffer.from(bytes).toString('base64'),
            };
            return { document, text: '', exit: 0 };
          }
          if (options.text === true) await terminal.text(readableText(bytes));
          else await terminal.data(bytes);
          return undefined;
        }),
      ),
    );
  },
};

import type { NotMinted, ReceiptRow } from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { addressee, goalDocument } from '../goal-document.ts';
import { locationsIfAny, locationsOption } from '../locations.ts';
import { wantedOf } from '../receipts-of.ts';
import { headsOf, receiptsOfHead } from '../session-receipts.ts';
import { notMintedText } from '../show/receipts.ts';
import { withStore } from '../store-place.ts';

interface ReceiptsOptions extends CommonOptions {
  readonly goal: string;
  readonly agent: string;
  readonly todo?: string;
  readonly locations?: string;
}

export const receiptsCommand: CommandSpec = {
  add(program, run) {
    common(
      locationsOption(
        program
          .command('receipts')
          .description(
            'The receipts of what an agent was given whole, each naming the event that delivered it, and why there is none of the rest. Takes a head; without one, every run that was witnessed here.',
          )
          .argument('[head]', "a head's id, or its first 12 characters or more")
          .requiredOption('--goal <file>', 'the goal, in JSON or YAML; - is standard input')
          .requiredOption('--agent <id>', 'the agent whose session it is')
          .option('--todo <id>', 'the todo that it was read for'),
      ),
      'ken receipts bafyr4i… --goal goal.yaml --agent builder > receipts.jsonl\nken frontier --goal goal.yaml --agent builder --receipts receipts.jsonl',
    ).action((word: string | undefined, options: ReceiptsOptions) =>
      run('receipts', options, async (terminal) => {
        const document = await goalDocument(options.goal);
        const of = addressee(document, options.agent, options.todo);
        const locations = await locationsIfAny(options.locations);
        return withStore(options.store, 'read', async (store, isOwn) => {
          const goal = { name: options.goal, document, locations };
          const receipts: ReceiptRow[] = [];
          const notMinted: (NotMinted & { readonly head: string | null })[] = [];
          for (const head of await headsOf(store, word === undefined ? [] : [word])) {
            const found = await receiptsOfHead(store, head, of, goal, isOwn);
            receipts.push(...found.receipts);
            if (word !== undefined) notMinted.push(...found.notMinted.map((one) => ({ ...one, head })));
          }
          // Of every run together, what one does not tell another may; but a revision that nobody registered none does.
          if (word === undefined)
            for (const { material, revision, content } of wantedOf(options.goal, document, locations))
              if (content === null)
                notMinted.push({ material, revision, why: 'unregistered', lines: [], total: null, head: null });
          const answer = { receipts, not_minted: notMinted };
          if (options.json !== true) for (const line of notMintedText(answer)) terminal.say(line);
          return {
            document: answer,
            text: receipts.map((row) => JSON.stringify(row)).join('\n'),
            exit: exitCode.yes,
          };
        });
      }),
    );
  },
};

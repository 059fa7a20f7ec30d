import type { ContentId } from '@ken/address';
import type { Store } from '@ken/store';
import type { Command } from 'commander';
import { type CommonOptions, common, type Run } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { resolveContentId } from '../ids.ts';
import { neutralLine, size } from '../show/text.ts';
import { storePath, withStore } from '../store-place.ts';
import { isOfStore, writeWhole } from '../written-file.ts';

/** Writes the bytes that a head stands for, piece by piece. */
type Produce = (store: Store, head: ContentId, append: (piece: Uint8Array) => Promise<void>) => Promise<void>;

const wrongOutput = (message: string): CommandError => new CommandError(exitCode.usage, 'usage/output', message);

/** A command that writes bytes made from a head: bare on standard output, or into a file that appears whole or not at all. */
export const toFile = (command: Command, run: Run, example: string, produce: Produce, binary: boolean): void => {
  const name = command.name();
  common(
    command
      .argument('<head>', "a head's id, or its first 12 characters or more")
      .option('-o, --output <file>', 'write to this file'),
    example,
  ).action((word: string, options: CommonOptions & { output?: string }) =>
    run(name, options, async (terminal) => {
      const { output } = options;
      if (output === undefined && options.json === true)
        throw wrongOutput(`ken ${name} writes bytes to standard output; --json needs --output FILE beside it.`);
      if (output === undefined && binary && terminal.interactive)
        throw wrongOutput(`ken ${name} writes binary data: send it into a file with > FILE or --output FILE.`);
      if (output !== undefined && (await isOfStore(output, storePath(options.store))))
        throw wrongOutput(`${output} is the store itself: name another file with --output FILE.`);
      return withStore(options.store, 'read', async (store) => {
        const head = await resolveContentId(store, word);
        if (output === undefined) {
          await produce(store, head, async (piece) => void (await terminal.data(piece)));
          return undefined;
        }
        let bytes = 0;
        await writeWhole(output, (append) =>
          produce(store, head, async (piece) => {
            bytes += piece.length;
            await append(piece);
          }),
        );
        return {
          document: { head, file: output, bytes },
          text: `${neutralLine(output)}  ${size(bytes)}, of head ${head}`,
          exit: exitCode.yes,
        };
      });
    }),
  );
};

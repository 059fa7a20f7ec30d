import { chainTo, fileOf } from '@ken/session';
import type { CommandSpec } from '../command.ts';
import { accepted } from '../failures.ts';
import { toFile } from './to-file.ts';

export const exportCommand: CommandSpec = {
  add(program, run) {
    toFile(
      program.command('export').description('Give back the transcript that was sealed, byte for byte. Takes a head.'),
      run,
      'ken export bafyr4i… > session.jsonl',
      async (store, head, append) => {
        const chain = accepted(await chainTo(store, head));
        for await (const piece of fileOf(store, chain)) await append(piece);
      },
      false,
    );
  },
};

import { writeBundle } from '@ken/session';
import type { CommandSpec } from '../command.ts';
import { accepted } from '../failures.ts';
import { toFile } from './to-file.ts';

export const bundleCommand: CommandSpec = {
  add(program, run) {
    toFile(
      program
        .command('bundle')
        .description('Write everything below a head as one CAR file for somebody else to verify. Takes a head.'),
      run,
      'ken bundle bafyr4i… > session.car\nken verify session.car',
      async (store, head, append) => void accepted(await writeBundle(store, head, append)),
      true,
    );
  },
};

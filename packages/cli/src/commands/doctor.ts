import { type DoctorProgress, examineStore, type Health, rebuildTexts } from '@ken/session';
import type { FullStore, ObjectId } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { withOwnStore } from '../own-store.ts';
import { doctorDocument, doctorText, type RepairDocument } from '../show/doctor.ts';
import type { Terminal } from '../terminal.ts';

interface DoctorOptions extends CommonOptions {
  readonly repair?: boolean;
}

const stages: { readonly [stage in DoctorProgress['stage']]: string } = {
  file: 'the pages of the file',
  objects: 'objects',
  branches: 'branches',
  links: 'links',
};

const examined = (store: FullStore, terminal: Terminal): Promise<Health> =>
  examineStore(store, ({ stage, done, of }) =>
    terminal.progress(`${stages[stage]}${done === 0 ? '' : `: ${done}${of === null ? '' : ` of ${of}`}`}`),
  );

const isWhole = (id: string | null): id is ObjectId => id !== null && id.length === 59;

/** Makes what is derived again. Of what is not, damaged objects alone are taken away: sealing does not write over them. */
const repair = async (store: FullStore, health: Health, terminal: Terminal): Promise<RepairDocument> => {
  const damaged = health.ailing.filter(({ state }) => state === 'damaged').map(({ id }) => id);
  await store.reindex();
  const discarded = await store.discard(damaged.filter(isWhole));
  const heads = health.branches.flatMap(({ head }) => (head === null ? [] : [head]));
  const texts = await rebuildTexts(store, heads, (done) => terminal.progress(`index: ${done.texts} texts`));
  return { discarded, texts };
};

export const doctorCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('doctor')
        .description(
          'Re-compute a whole store: every object, link, head and branch. Names what is damaged or missing, what depends on it, and what is still provable. Takes nothing.',
        )
        .option(
          '--repair',
          'make the indexes again, and take damaged objects away, so that sealing their session again brings them back',
        ),
      'ken doctor\nken doctor --repair',
    ).action((options: DoctorOptions) =>
      run('doctor', options, (terminal) =>
        withOwnStore(options.store, options.repair === true ? 'write' : 'read', async (store) => {
          let health = await examined(store, terminal);
          let repaired: RepairDocument | null = null;
          if (options.repair === true) {
            repaired = await repair(store, health, terminal);
            health = await examined(store, terminal);
          }
          terminal.progress('');
          const document = doctorDocument(health, repaired);
          return { document, text: doctorText(document, terminal), exit: document.sound ? exitCode.yes : exitCode.no };
        }),
      ),
    );
  },
};

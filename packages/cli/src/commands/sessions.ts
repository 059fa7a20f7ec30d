import { chainTo, firstPrompt, runAt, timesOf, WalkFault } from '@ken/session';
import { type Branch, type Store, StoreError } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted, commandErrorOf } from '../failures.ts';
import { type DamagedDocument, type ListedDocument, sessionsText } from '../show/sessions.ts';
import { withStore } from '../store-place.ts';

const figuresOf = async (store: Store, { branch, head }: Branch): Promise<ListedDocument> => {
  const { run, label, format, bytes, records, units, findings } = accepted(await runAt(store, head));
  const figures = { bytes, records: records.count, units, findings: findings.count };
  return { branch, run, label, format, head, ...figures, first_at: null, last_at: null, first_prompt: null };
};

/** What could not be read of a branch; a failure that is not of this branch alone is thrown on. */
const damageOf = ({ branch, head }: Branch, failure: unknown): DamagedDocument => {
  const ofBranch =
    failure instanceof WalkFault ||
    (failure instanceof CommandError && failure.exit !== exitCode.world) ||
    (failure instanceof StoreError && failure.code === 'store/corrupt');
  if (!ofBranch) throw failure;
  const { code, message } = commandErrorOf(failure);
  return { branch, head, code, message };
};

/** What went on last comes first; what says nothing of it comes behind, by its name. */
const byTime = (one: ListedDocument, other: ListedDocument): number => {
  const [a, b] = [one.last_at ?? '', other.last_at ?? ''];
  if (a !== b) return a > b ? -1 : 1;
  return one.branch < other.branch ? -1 : 1;
};

const list = async (store: Store): Promise<{ sessions: ListedDocument[]; damaged: DamagedDocument[] }> => {
  const sessions: ListedDocument[] = [];
  const damaged: DamagedDocument[] = [];
  for await (const branch of store.branches()) {
    let figures: ListedDocument | undefined;
    try {
      figures = await figuresOf(store, branch);
      const chain = accepted(await chainTo(store, branch.head));
      const { first, last } = await timesOf(store, chain);
      figures = { ...figures, first_at: first, last_at: last };
      figures = { ...figures, first_prompt: await firstPrompt(store, chain) };
    } catch (failure) {
      damaged.push(damageOf(branch, failure));
    }
    // What its head says is shown even where something under it cannot be read.
    if (figures !== undefined) sessions.push(figures);
  }
  return { sessions: sessions.sort(byTime), damaged };
};

export const sessionsCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('sessions')
        .description(
          'List the sealed sessions of a store, of every agent: each with its head, when it went on last by its own account, and how it begins. Takes nothing.',
        ),
      'ken sessions',
    ).action((options: CommonOptions) =>
      run('sessions', options, (terminal) =>
        withStore(options.store, 'read', async (store) => {
          const document = await list(store);
          const exit = document.damaged.length === 0 ? exitCode.yes : exitCode.no;
          return { document, text: sessionsText(document, terminal), exit };
        }),
      ),
    );
  },
};

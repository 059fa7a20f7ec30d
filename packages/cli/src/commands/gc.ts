import { type Collected, collect } from '@ken/session';
import { type FullStore, StoreError } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { exitCode } from '../exit.ts';
import { accepted, commandErrorOf } from '../failures.ts';
import { roomOf, withOwnStore } from '../own-store.ts';
import { many, size } from '../show/text.ts';
import type { Terminal } from '../terminal.ts';

interface GcOptions extends CommonOptions {
  readonly dryRun?: boolean;
}

interface GcDocument {
  readonly dry_run: boolean;
  readonly branches: number;
  /** Objects that some branch reaches. */
  readonly kept: number;
  /** Objects that none reaches, and their bytes. */
  readonly removed: { readonly objects: number; readonly bytes: number };
  /** What the store takes on the disk, in bytes, before and after. */
  readonly room: { readonly before: number; readonly after: number };
  /** Why the room was not given back to the disk, where it was not: the store uses it for what is sealed next. */
  readonly room_kept: { readonly code: string; readonly message: string } | null;
}

const gcText = ({ dry_run, branches, kept, removed, room, room_kept }: GcDocument): string => {
  const what = `${many(removed.objects, 'object')} (${size(removed.bytes)})`;
  const rest = `${many(kept, 'object')} of ${many(branches, 'branch', 'branches')}`;
  if (dry_run) return `would remove  ${what}\nwould keep    ${rest}\nNothing was changed.`;
  const back = room_kept === null ? `${size(room.before)} before, ${size(room.after)} now` : room_kept.message;
  return `removed  ${what}\nkept     ${rest}\non disk  ${back}`;
};

/** Gives the room back; where that cannot be done now, says why, since what was to be removed is removed all the same. */
const compacted = async (store: FullStore, terminal: Terminal): Promise<GcDocument['room_kept']> => {
  terminal.progress('giving room back');
  try {
    await store.compact();
    return null;
  } catch (failure) {
    if (!(failure instanceof StoreError && ['store/busy', 'store/full'].includes(failure.code))) throw failure;
    const { code, message } = commandErrorOf(failure);
    return { code, message };
  }
};

const gc = async (options: GcOptions, terminal: Terminal): Promise<GcDocument> => {
  const isDry = options.dryRun === true;
  const before = roomOf(options.store);
  const progress = ({ kept, removed }: { kept: number; removed: number }): void =>
    terminal.progress(`${kept} kept, ${removed} removed`);
  let collected: Collected = { objects: 0, bytes: 0, kept: 0, branches: 0 };
  let kept: GcDocument['room_kept'] = null;
  await withOwnStore(options.store, isDry ? 'read' : 'write', async (store) => {
    collected = accepted(await collect(store, { dryRun: isDry, progress }));
    if (!isDry) kept = await compacted(store, terminal);
  });
  terminal.progress('');
  return {
    dry_run: isDry,
    branches: collected.branches,
    kept: collected.kept,
    removed: { objects: collected.objects, bytes: collected.bytes },
    room: { before, after: roomOf(options.store) },
    room_kept: kept,
  };
};

export const gcCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('gc')
        .description(
          'Remove what no session needs, and give the room back. Never touches what a session reaches. Takes nothing.',
        )
        .option('--dry-run', 'change nothing; say what would be removed'),
      'ken gc --dry-run\nken gc',
    ).action((options: GcOptions) =>
      run('gc', options, async (terminal) => {
        const document = await gc(options, terminal);
        const exit = document.room_kept === null ? exitCode.yes : exitCode.world;
        return { document, text: gcText(document), exit };
      }),
    );
  },
};

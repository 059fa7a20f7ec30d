import { isAbsolute } from 'node:path';
import { type ContentId, type EventId, type RawContentId, rawContentId } from '@ken/address';
import {
  type Candidate,
  type Claim,
  type Delivery,
  deliveryRun,
  judgeClaims,
  type Read,
  type Reads,
  readsOf,
} from '@ken/session';
import type { Store } from '@ken/store';
import { claimsIn } from '../claims-document.ts';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { fileToday, type Today } from '../disk-file.ts';
import { exitCode } from '../exit.ts';
import { accepted } from '../failures.ts';
import { resolveContentId } from '../ids.ts';
import { claimDocument, claimsText, type DiskState, otherDocument, readDocument, readsText } from '../show/reads.ts';
import { withStore } from '../store-place.ts';

/** A file of today: what its bytes hash to, where they could be read. */
type Held = Exclude<Today, { readonly state: 'there' }> | { readonly state: 'there'; readonly id: RawContentId };

/** The files of today by their paths. */
type Disk = ReadonlyMap<string, Held>;

interface Found {
  readonly reads: Reads;
  /** What Ken itself delivered. */
  readonly delivered: readonly Delivery[];
  readonly disk: Disk;
}

const findReads = async (store: Store, head: ContentId, claims: readonly Claim[]): Promise<Found> => {
  const { run, delivered } = accepted(await deliveryRun(store, head));
  const disk = new Map<string, Held>();
  const candidates: Candidate[] = [];
  // Claimed files too: a tool that shows files as they are need not have named one.
  for (const { path } of [...run.seen, ...claims]) {
    // From where a relative path goes out only the session could say, and not the folder that this runs in.
    if (path === null || !isAbsolute(path) || disk.has(path)) continue;
    const today = await fileToday(path);
    if (today.state !== 'there') disk.set(path, today);
    else {
      disk.set(path, { state: 'there', id: rawContentId(today.bytes) });
      candidates.push({ path, bytes: today.bytes });
    }
  }
  return { reads: readsOf(run, candidates), delivered, disk };
};

const diskOf = ({ path, revision }: Read, disk: Disk): DiskState => {
  const found = path === null ? undefined : disk.get(path);
  if (found === undefined) return 'unknown';
  if (found.state !== 'there') return found.state;
  return revision === found.id ? 'current' : 'changed';
};

export const readsCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('reads')
        .description(
          'Which files an agent was given in a session: at which revision, whole or which lines, by which event, and whether the file is the same today. Takes a head.',
        )
        .argument('<head>', "a head's id, or its first 12 characters or more")
        .option(
          '--claims <file>',
          'reads that are claimed, in JSON, JSON Lines or YAML: exit 1 unless all were delivered',
        ),
      'ken reads bafyr4i…\nken reads bafyr4i… --claims claims.yaml',
    ).action((word: string, options: CommonOptions & { claims?: string }) =>
      run('reads', options, async (terminal) => {
        const claims = options.claims === undefined ? undefined : await claimsIn(options.claims);
        return withStore(options.store, 'read', async (store) => {
          const head = await resolveContentId(store, word);
          const { reads, delivered, disk } = await findReads(store, head, claims ?? []);
          if (claims === undefined) {
            const isDelivered = (event: EventId) => delivered.some((one) => one.event === event);
            const document = {
              head,
              observable: reads.observable,
              reads: reads.reads.map((read) => readDocument(read, diskOf(read, disk))),
              delivered,
              unexplained: reads.unexplained.filter(({ event }) => !isDelivered(event)).map(otherDocument),
            };
            return { document, text: readsText(document, terminal), exit: exitCode.yes };
          }
          const judged = judgeClaims(claims, reads);
          const all = judged.every(({ state }) => state === 'delivered');
          const { observable, folders } = reads;
          const document = { head, observable, folders, claims: judged.map(claimDocument) };
          return { document, text: claimsText(document, terminal), exit: all ? exitCode.yes : exitCode.no };
        });
      }),
    );
  },
};

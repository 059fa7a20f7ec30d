import type { ContentId } from '@ken/address';
import type { ExaminedLog, FileReport, FullStore, Marking } from '@ken/store';
import { lastProvable, runNodes, verdictOn } from './doctor-heads.ts';
import { type Ailing, dependents } from './doctor-lost.ts';
import { type Examination, examineObjects, patient } from './doctor-objects.ts';
import { keyOf } from './drop.ts';
import type { Objects } from './objects.ts';
import type { RunNode } from './run.ts';
import type { Verdict } from './verdict.ts';

/** How a branch stands. */
export interface BranchHealth {
  readonly branch: string;
  /** Null where what the store holds for its head is no id. */
  readonly head: ContentId | null;
  /** Null as the head is. */
  readonly verdict: Verdict | null;
  /** Of a branch that does not verify, the greatest earlier head that does, if there is one. */
  readonly provable: Pick<RunNode, 'id' | 'bytes' | 'records'> | null;
}

/** What a store is found to be. */
export interface Health {
  /** Whether nothing at all is damaged or missing. */
  readonly sound: boolean;
  readonly file: FileReport;
  readonly objects: number;
  readonly bytes: number;
  readonly ailing: readonly Ailing[];
  readonly branches: readonly BranchHealth[];
  /** Every writer log, re-computed. */
  readonly logs: readonly ExaminedLog[];
  /** What no branch reaches; null where that cannot be told, because of damage or because the store changed meanwhile. */
  readonly unreached: { readonly objects: number; readonly bytes: number } | null;
}

/** How far the examination is. */
export interface DoctorProgress {
  readonly stage: 'file' | 'objects' | 'branches' | 'links';
  /** How many of what the stage is about are done, and of how many, where that is known. */
  readonly done: number;
  readonly of: number | null;
}

type Tell = (progress: DoctorProgress) => void;

const branchesOf = async (store: FullStore, objects: Objects, tell: Tell): Promise<BranchHealth[]> => {
  const branches = await store.examineBranches();
  let nodes: Promise<ReadonlyMap<ContentId, RunNode>> | undefined;
  const found: BranchHealth[] = [];
  for (const { branch, head } of branches) {
    tell({ stage: 'branches', done: found.length, of: branches.length });
    const verdict = head === null ? null : await verdictOn(objects, head);
    const provable =
      verdict?.verified === true
        ? undefined
        : await lastProvable(objects, head, keyOf(branch), () => {
            nodes ??= runNodes(store);
            return nodes;
          });
    found.push({ branch, head, verdict, provable: provable ?? null });
  }
  return found;
};

const unreachedOf = async (marking: Marking, heads: ReadonlyMap<string, ContentId>): Promise<Health['unreached']> => {
  const sum = { objects: 0, bytes: 0 };
  for (;;) {
    const { objects, bytes, done, moved } = await marking.count(heads);
    if (moved) return null;
    sum.objects += objects;
    sum.bytes += bytes;
    if (done) return sum;
  }
};

const once = async (store: FullStore, tell: Tell): Promise<Health> => {
  tell({ stage: 'file', done: 0, of: null });
  const file = await store.examineFile();
  const examined: Examination = await examineObjects(store, ({ objects }) =>
    tell({ stage: 'objects', done: objects, of: null }),
  );
  const objects = patient(store);
  const branches = await branchesOf(store, objects, tell);
  const marking = await store.marking();
  const ailing = await dependents(store, marking, examined.damaged, branches, (done) =>
    tell({ stage: 'links', done, of: examined.objects }),
  );
  const isWhole = ailing.length === 0 && branches.every(({ verdict }) => verdict?.verified === true);
  const logs = await store.examineLogs();
  const sound =
    isWhole && logs.every(({ fault }) => fault === null) && file.faults.length === 0 && file.texts === 'sound';
  const heads = new Map(branches.flatMap(({ branch, head }) => (head === null ? [] : [[branch, head] as const])));
  const unreached = isWhole ? await unreachedOf(marking, heads) : null;
  return { sound, file, objects: examined.objects, bytes: examined.bytes, ailing, branches, logs, unreached };
};

/**
 * Re-computes a store: the pages of its file, the bytes of every object, whether a branch reaches it or not, every branch by
 * `verifyRun`, and every link. Reads only; a store that others write is examined as it is when each part is read, and again
 * where objects were removed meanwhile. Takes as long as reading everything a few times; memory grows by a bit an object, and by the damage.
 *
 * Throws StoreError where the store cannot be read at all.
 */
export const examineStore = async (store: FullStore, tell: Tell = () => undefined): Promise<Health> => {
  for (;;) {
    const before = await store.collections();
    const health = await once(store, tell);
    if (health.sound || (await store.collections()) === before) return health;
  }
};

import { type Ailing, type BranchHealth, type Health, sentenceOf } from '@ken/session';
import type { Terminal } from '../terminal.ts';
import { many, neutralLine, size, wrap } from './text.ts';

/** One object that is damaged or missing, as documents hold it. */
interface AilingDocument {
  /** The whole id, its beginning where no more is known, or null. */
  readonly id: string | null;
  readonly kind: string | null;
  readonly state: 'damaged' | 'missing';
  readonly code: string;
  readonly message: string;
  /** The branches that depend on it. */
  readonly branches: readonly string[];
}

interface BranchDocument {
  readonly branch: string;
  readonly head: string | null;
  readonly verified: boolean;
  readonly checked: NonNullable<BranchHealth['verdict']>['checked'] | null;
  readonly roots: NonNullable<BranchHealth['verdict']>['roots'] | null;
  readonly failures: readonly {
    readonly id: string;
    readonly kind: string;
    readonly code: string;
    readonly message: string;
  }[];
  /** The greatest earlier head that still verifies, of a branch that does not. */
  readonly provable: { readonly head: string; readonly records: number; readonly bytes: number } | null;
}

/** What was made again, where that was asked for. */
export interface RepairDocument {
  /** Objects that were taken away because their bytes were others, so that they can be sealed again. */
  readonly discarded: number;
  /** Texts of which the index was made again. */
  readonly texts: number;
}

export interface DoctorDocument {
  readonly sound: boolean;
  readonly checked: { readonly objects: number; readonly bytes: number; readonly branches: number };
  readonly file: { readonly faults: readonly string[]; readonly texts: string };
  readonly objects: readonly AilingDocument[];
  readonly branches: readonly BranchDocument[];
  /** Writer logs; null for one that holds, else what does not. */
  readonly logs: readonly {
    readonly stream: string;
    readonly writer: string;
    readonly entries: number;
    readonly fault: string | null;
  }[];
  readonly unreached: { readonly objects: number; readonly bytes: number } | null;
  readonly repaired: RepairDocument | null;
}

const ailingDocument = ({ id, kind, state, error, branches }: Ailing): AilingDocument => {
  const code = state === 'missing' ? 'run/missing-object' : 'store/corrupt';
  const message =
    error === null ? sentenceOf({ code, facts: { id } }) : sentenceOf({ code, facts: { ...error.facts, id } });
  return { id, kind, state, code, message, branches };
};

const branchDocument = ({ branch, head, verdict, provable }: BranchHealth): BranchDocument => ({
  branch,
  head,
  verified: verdict?.verified === true,
  checked: verdict?.checked ?? null,
  roots: verdict?.roots ?? null,
  failures: (verdict?.failures ?? []).map(({ id, kind, code, facts, path }) => ({
    id,
    kind,
    code,
    message: sentenceOf({ code, facts, ...(path === undefined ? {} : { path }) }),
  })),
  provable: provable === null ? null : { head: provable.id, records: provable.records.count, bytes: provable.bytes },
});

/** What a store was found to be, as documents hold it. */
export const doctorDocument = (health: Health, repaired: RepairDocument | null): DoctorDocument => ({
  sound: health.sound,
  checked: { objects: health.objects, bytes: health.bytes, branches: health.branches.length },
  file: health.file,
  objects: health.ailing.map(ailingDocument),
  branches: health.branches.map(branchDocument),
  logs: health.logs,
  unreached: health.unreached,
  repaired,
});

const textsNote: { readonly [state: string]: string } = {
  absent: 'the index of texts is absent: ken doctor --repair makes it again',
  damaged: 'the index of texts is damaged: ken doctor --repair makes it again, and nothing else depends on it',
};

const branchLines = (one: BranchDocument, { paint, width }: Terminal): string[] => {
  const name = neutralLine(one.branch);
  if (one.verified) return [`  ${paint.green('verified')}  ${name}`, `    head ${one.head}`];
  const provable =
    one.provable === null
      ? 'no earlier head of it verifies'
      : `still verifies: ${one.provable.head}, ${many(one.provable.records, 'record')}, ${size(one.provable.bytes)}`;
  return [
    `  ${paint.red('DAMAGED')}   ${name}`,
    `    ${one.head === null ? 'what stands for its head is no id' : `head ${one.head}`}`,
    ...one.failures.flatMap((failure) => [
      `    ${failure.kind} ${neutralLine(failure.id)}`,
      wrap(neutralLine(failure.message), width, '      '),
    ]),
    `    ${provable}`,
  ];
};

const objectLines = (one: AilingDocument, { paint, width }: Terminal): string[] => {
  const beginning = one.id === null ? 'an object of unknown id' : one.id.length < 59 ? `${one.id}…` : one.id;
  const needed = one.branches.length === 0 ? 'no branch depends on it' : `needed by ${one.branches.join(', ')}`;
  return [
    `  ${paint.red(one.state)}  ${one.kind ?? 'object'} ${neutralLine(beginning)}`,
    wrap(neutralLine(one.message), width, '    '),
    `    ${neutralLine(needed)}`,
  ];
};

/** The same document for people. */
export const doctorText = (document: DoctorDocument, terminal: Terminal): string => {
  const { paint } = terminal;
  const { checked, file, objects, branches, unreached, repaired } = document;
  const lines = [
    document.sound ? paint.green('sound') : paint.red('DAMAGED'),
    `  re-computed  ${many(checked.objects, 'object')} (${size(checked.bytes)}), ${many(checked.branches, 'branch', 'branches')}`,
  ];
  if (repaired !== null)
    lines.push(
      `  repaired     indexes made again, with ${many(repaired.texts, 'text')}; ${many(repaired.discarded, 'damaged object')} taken away`,
    );
  if (unreached !== null && unreached.objects > 0)
    lines.push(`  unreached    ${many(unreached.objects, 'object')} (${size(unreached.bytes)}), which ken gc removes`);
  if (textsNote[file.texts] !== undefined) lines.push(`  ${paint.yellow(textsNote[file.texts] ?? '')}`);
  if (file.faults.length > 0) lines.push('', 'in the file', ...file.faults.map((fault) => `  ${neutralLine(fault)}`));
  if (objects.length > 0) lines.push('', 'objects', ...objects.flatMap((one) => objectLines(one, terminal)));
  if (branches.length > 0) lines.push('', 'branches', ...branches.flatMap((one) => branchLines(one, terminal)));
  const broken = document.logs.filter(({ fault }) => fault !== null);
  if (broken.length > 0)
    lines.push(
      '',
      'writer logs',
      ...broken.flatMap((log) => [
        `  ${paint.red('DAMAGED')}  ${neutralLine(`${log.writer} in ${log.stream}`)}: ${many(log.entries, 'entry', 'entries')} hold`,
        `    ${log.fault}`,
      ]),
    );
  if (objects.some((one) => one.branches.length > 0))
    lines.push(
      '',
      'What is missing comes back when its session is sealed again. What is damaged does so after ken doctor --repair.',
    );
  else if (objects.length > 0) lines.push('', 'What no branch depends on is removed by ken gc.');
  return lines.join('\n');
};

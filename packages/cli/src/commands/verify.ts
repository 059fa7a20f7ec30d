import { readFile } from 'node:fs/promises';
import { Unit } from '@ken/kernel';
import {
  Bundle,
  type Failure,
  nameOf,
  sentenceOf,
  unitFrom,
  type Verdict,
  verifyBundle,
  verifyObject,
  verifyWithSource,
} from '@ken/session';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted, errorOf, fileError } from '../failures.ts';
import { bundleFile, sourceFile } from '../files.ts';
import { looksLikeId, resolveContentId, resolveId, shortest } from '../ids.ts';
import { many, neutralLine, wrap } from '../show/text.ts';
import { withStore } from '../store-place.ts';
import type { Terminal } from '../terminal.ts';

interface FailureDocument {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly declared?: unknown;
  readonly actual?: unknown;
  readonly message: string;
}

interface VerdictDocument {
  readonly subject: string;
  readonly kind: string;
  readonly verified: boolean;
  readonly checked: Verdict['checked'];
  readonly roots: Verdict['roots'];
  readonly failures: readonly FailureDocument[];
  /** For a bundle: whether its head was compared with one that was given. */
  readonly head_compared?: boolean;
}

const failureDocument = (failure: Failure): FailureDocument => {
  const { declared, actual } = failure.facts;
  return {
    id: failure.id,
    kind: failure.kind,
    code: failure.code,
    ...(declared === undefined ? {} : { declared }),
    ...(actual === undefined ? {} : { actual }),
    message: sentenceOf(failure),
  };
};

const documentOf = (subject: string, kind: string, verdict: Verdict): VerdictDocument => ({
  subject,
  kind,
  verified: verdict.verified,
  checked: verdict.checked,
  roots: verdict.roots,
  failures: verdict.failures.map(failureDocument),
});

const textOf = (document: VerdictDocument, { paint, width }: Terminal): string => {
  const { checked, roots, failures } = document;
  const counts = [
    many(checked.sources, 'source'),
    many(checked.units, 'unit'),
    many(checked.packets, 'packet'),
    many(checked.events, 'event'),
  ].join(', ');
  const lines = [
    `${document.verified ? paint.green('verified') : paint.red('NOT VERIFIED')}  ${document.kind} ${document.subject}`,
    `  re-computed  ${counts}`,
    `  roots        ${roots.resolved} resolved, ${roots.unresolved === 0 ? '0 unresolved' : paint.yellow(`${roots.unresolved} unresolved`)}`,
  ];
  if (document.head_compared === false)
    lines.push('  head         not compared: give the one that you expect with --head');
  if (document.head_compared === true) lines.push('  head         is the one that was given');
  for (const failure of failures) {
    lines.push('', `  ${paint.red(failure.kind)} ${failure.id}`, wrap(neutralLine(failure.message), width, '    '));
  }
  return lines.join('\n');
};

/** A unit from a file: its JSON form, or a document of `ken explain --json` that holds it. */
const unitFromFile = async (path: string): Promise<Unit> => {
  const text = await readFile(path, 'utf8').catch((failure: unknown) => {
    throw fileError(path, 'read', failure);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CommandError(
      exitCode.no,
      'unit/shape',
      `${path} holds no JSON: give a unit's JSON form, as ken explain --json prints it.`,
    );
  }
  const held = typeof parsed === 'object' && parsed !== null && 'unit' in parsed ? parsed : undefined;
  const unit = accepted(Unit.admit(held === undefined ? parsed : held.unit));
  if (held !== undefined && 'id' in held && held.id !== unit.id) {
    throw new CommandError(
      exitCode.no,
      'unit/id-mismatch',
      `${path} calls its unit ${neutralLine(String(held.id))}, but what it holds is ${unit.id}.`,
    );
  }
  return unit;
};

const unitFromStore = (option: string | undefined, word: string): Promise<Unit> =>
  withStore(option, 'read', async (store) => {
    const id = await resolveContentId(store, word);
    const bytes = await store.get(id);
    if (bytes === undefined)
      throw new CommandError(exitCode.no, 'id/unknown', `Nothing is held under ${id} in this store.`);
    return accepted(unitFrom(bytes));
  });

const verifyOneBundle = async (path: string, head: string | undefined): Promise<VerdictDocument> => {
  const file = await bundleFile(path);
  try {
    const bundle = accepted(await Bundle.open(file));
    if (head !== undefined && !bundle.head.startsWith(head)) {
      throw new CommandError(
        exitCode.no,
        'bundle/roots',
        `${path} is of the head ${bundle.head}, not of ${neutralLine(head)}.`,
      );
    }
    return { ...documentOf(bundle.head, 'bundle', await verifyBundle(bundle)), head_compared: head !== undefined };
  } finally {
    await file.close();
  }
};

/** The beginning of an id that the person who made the bundle gave. */
const checkedHead = (head: string | undefined): void => {
  if (head === undefined || (looksLikeId(head) && head.length >= shortest)) return;
  throw new CommandError(
    exitCode.usage,
    'id/not-a-cid',
    `--head wants a head's id, or its first ${shortest} characters or more.`,
  );
};

const subjectOf = async (
  word: string,
  options: CommonOptions & { source?: string; head?: string },
): Promise<VerdictDocument> => {
  if (options.source !== undefined) {
    if (options.head !== undefined)
      throw new CommandError(exitCode.usage, 'usage/head', '--head goes with a bundle, not with --source.');
    const unit = looksLikeId(word) ? await unitFromStore(options.store, word) : await unitFromFile(word);
    const source = await sourceFile(options.source);
    return documentOf(unit.id, 'unit', await verifyWithSource(source, unit));
  }
  checkedHead(options.head);
  if (!looksLikeId(word)) return verifyOneBundle(word, options.head);
  if (options.head !== undefined)
    throw new CommandError(exitCode.usage, 'usage/head', '--head goes with a bundle: ken verify FILE.car --head ID.');
  return withStore(options.store, 'read', async (store) => {
    const id = await resolveId(store, word);
    const verified = await verifyObject(store, id);
    if (!verified.ok) throw errorOf(verified.refusal);
    return documentOf(id, nameOf(verified.value.kind), verified.value.verdict);
  });
};

export const verifyCommand: CommandSpec = {
  add(program, run) {
    common(
      program
        .command('verify')
        .description('Re-compute a head, a unit, a packet or an event; or a bundle, with no store.')
        .argument('<id|file>', 'an id (or its first 12 characters or more), or a bundle')
        .option('--source <file>', 'check a unit against this file alone: the record, or the transcript that holds it')
        .option('--head <id>', 'the head that the bundle must be of, as its maker told you'),
      'ken verify bafyr4i…\nken verify session.car --head bafyr4i…\nken explain bafyr4i… --json > unit.json && ken verify --source session.jsonl unit.json',
    ).action((word: string, options: CommonOptions & { source?: string; head?: string }) =>
      run('verify', options, async (terminal) => {
        const document = await subjectOf(word, options);
        return { document, text: textOf(document, terminal), exit: document.verified ? exitCode.yes : exitCode.no };
      }),
    );
  },
};

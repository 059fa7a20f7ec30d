import { type ContentId, parseContentId } from '@ken/address';
import type { Unit } from '@ken/kernel';
import {
  Bundle,
  kindOf,
  nameOf,
  type Objects,
  runAt,
  unitFrom,
  verifyBundle,
  verifyObject,
  verifyReceipts,
  verifyWithSource,
} from '@ken/session';
import { StoreError } from '@ken/store';
import { type CommandSpec, type CommonOptions, common } from '../command.ts';
import { CommandError, exitCode } from '../exit.ts';
import { accepted, errorOf } from '../failures.ts';
import { givenFile } from '../given-file.ts';
import { looksLikeId, meansId, resolveContentId, resolveId, shortest } from '../ids.ts';
import { locationsIfAny, locationsOption } from '../locations.ts';
import { receiptRows } from '../receipt-rows.ts';
import { registerOf } from '../receipts-of.ts';
import { type ReceiptsVerdict, receiptsVerdictText } from '../show/receipts.ts';
import { type Claims, documentOf, textOf, type VerdictDocument } from '../show/verdict.ts';
import { withStore } from '../store-place.ts';
import { unitFromFile } from './unit-file.ts';

interface VerifyOptions extends CommonOptions {
  readonly source?: string;
  readonly head?: string;
  readonly receipt?: string;
  readonly locations?: string;
}

/** Receipts, made again from the store. */
const verifyReceiptsIn = async (path: string, { store, locations }: VerifyOptions): Promise<ReceiptsVerdict> => {
  const rows: unknown[] = [];
  for await (const row of receiptRows(path)) rows.push(row);
  if (rows.length === 0) throw new CommandError(exitCode.no, 'receipt/absent', `${path} holds no receipt.`);
  const map = await locationsIfAny(locations);
  return withStore(store, 'read', async (opened, isOwn) => {
    const receipts = await verifyReceipts(opened, rows, registerOf(map, isOwn));
    return { verified: receipts.every(({ verdict }) => verdict === 'verified'), own_store: isOwn, receipts };
  });
};

/** A unit that a store holds; what is another kind of object is wrong use. */
const unitFromStore = (option: string | undefined, word: string): Promise<Unit> =>
  withStore(option, 'read', async (store) => {
    const id = await resolveContentId(store, word);
    const bytes = await store.get(id);
    if (bytes === undefined)
      throw new CommandError(exitCode.no, 'id/unknown', `Nothing is held under ${id} in this store.`);
    const kind = accepted(kindOf(id, bytes));
    if (kind !== 'unit')
      throw errorOf({ code: 'object/wrong-kind', facts: { id, found: nameOf(kind), wanted: 'a unit' } });
    return accepted(unitFrom(bytes));
  });

/** What the head claims; null where its node cannot be read, which the verdict tells. */
const claimsOf = async (objects: Objects, head: ContentId): Promise<Claims | null> => {
  const node = await runAt(objects, head).catch((failure: unknown) => {
    if (failure instanceof StoreError && failure.code === 'store/corrupt') return undefined;
    throw failure;
  });
  if (node?.ok !== true) return null;
  const { run, label, format, reader } = node.value;
  return { run, label, format, reader };
};

const verifyOneBundle = async (path: string, expected: string | undefined): Promise<VerdictDocument> => {
  const file = await givenFile(path);
  try {
    const bundle = accepted(await Bundle.open(file));
    const { head } = bundle;
    if (expected !== undefined && !head.startsWith(expected))
      throw new CommandError(exitCode.no, 'bundle/roots', `${path} is of the head ${head}, not of ${expected}.`);
    const verdict = await verifyBundle(bundle);
    return {
      ...documentOf(head, 'bundle', verdict),
      claims: await claimsOf(bundle, head),
      head_compared: expected !== undefined,
    };
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

const verifyInStore = (option: string | undefined, word: string): Promise<VerdictDocument> =>
  withStore(option, 'read', async (store) => {
    const id = await resolveId(store, word);
    const { kind, verdict } = accepted(await verifyObject(store, id));
    const document = documentOf(id, nameOf(kind), verdict);
    return kind === 'run' ? { ...document, claims: await claimsOf(store, accepted(parseContentId(id))) } : document;
  });

const verifyUnitIn = async (source: string, word: string, store: string | undefined): Promise<VerdictDocument> => {
  const unit = meansId(word) ? await unitFromStore(store, word) : await unitFromFile(word);
  const file = await givenFile(source);
  try {
    return documentOf(unit.id, 'unit', await verifyWithSource(file, unit));
  } finally {
    await file.close();
  }
};

const subjectOf = async (word: string, { source, head, store }: VerifyOptions): Promise<VerdictDocument> => {
  if (source !== undefined) {
    if (head !== undefined)
      throw new CommandError(exitCode.usage, 'usage/head', '--head goes with a bundle, not with --source.');
    return verifyUnitIn(source, word, store);
  }
  checkedHead(head);
  if (!meansId(word)) return verifyOneBundle(word, head);
  if (head !== undefined)
    throw new CommandError(exitCode.usage, 'usage/head', '--head goes with a bundle: ken verify FILE.car --head ID.');
  return verifyInStore(store, word);
};

export const verifyCommand: CommandSpec = {
  add(program, run) {
    common(
      locationsOption(
        program
          .command('verify')
          .description(
            'Re-compute what an id stands for: a head, unit, packet, event, root or source. Or, with no store, a bundle, or one unit.',
          )
          .argument(
            '[id|file]',
            'an id, or its first 12 characters or more; a bundle; or with --source UNIT.json, which is what ken explain UNIT --json prints',
          )
          .option(
            '--source <file>',
            'check a unit against this file alone: the record, or the transcript that holds it',
          )
          .option('--head <id>', 'the head that the bundle must be of, as its maker told you')
          .option('--receipt <file>', 'make the receipts of this file again from the store'),
      ),
      'ken verify bafyr4i…\nken verify session.car --head bafyr4i…\nken explain UNIT --json > UNIT.json\nken verify --source session.jsonl UNIT.json\nken verify --receipt receipts.jsonl',
    ).action((word: string | undefined, options: VerifyOptions) =>
      run('verify', options, async (terminal) => {
        if (options.receipt !== undefined) {
          if (word !== undefined)
            throw new CommandError(exitCode.usage, 'usage/receipt', '--receipt FILE stands alone: it takes no id.');
          const document = await verifyReceiptsIn(options.receipt, options);
          const text = receiptsVerdictText(document, terminal);
          return { document, text, exit: document.verified ? exitCode.yes : exitCode.no };
        }
        if (word === undefined)
          throw new CommandError(
            exitCode.usage,
            'usage/missing-argument',
            'missing an id or a bundle, or --receipt FILE (ken verify --help tells more).',
          );
        const document = await subjectOf(word, options);
        return { document, text: textOf(document, terminal), exit: document.verified ? exitCode.yes : exitCode.no };
      }),
    );
  },
};

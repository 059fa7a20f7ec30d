import type { JudgedReceipt, NotMinted, ReceiptRow, ReceiptVerdict, Unminted } from '@ken/session';
import type { Terminal } from '../terminal.ts';
import { linesText } from './reads.ts';
import { many, neutralLine } from './text.ts';

const reasons: { readonly [W in Unminted]: (not: NotMinted) => string } = {
  unregistered: () =>
    'nobody says what the revision hashes to: name the map with --locations FILE, and in it its content (ken revisions shows it)',
  'no-bytes': () => 'the bytes of the revision are not at hand to compare with',
  unseen: () => 'no delivery of it was seen',
  'other-bytes': () => 'other bytes were delivered under its name than those that are registered',
  part: ({ lines, total }) => `only lines ${linesText(lines)} of ${total} were delivered`,
  unused: () => 'it left the context before it could be used',
  unanswered: () => 'the model has said nothing since it was delivered',
  text: () => 'its text was delivered, which is that of other bytes too',
  'other-agent': () => 'the session is of another agent',
  'no-time': () => 'the record does not say when',
};

/** Why a revision has no receipt, for people. */
export const whyNotText = (not: NotMinted): string =>
  neutralLine(`${not.material}, revision ${not.revision}: ${reasons[not.why](not)}`);

/** What was minted and what was not, and why, for people. */
export const notMintedText = ({
  receipts,
  not_minted: not,
}: {
  readonly receipts: readonly ReceiptRow[];
  readonly not_minted: readonly NotMinted[];
}): string[] => [
  `${many(receipts.length, 'receipt')}; ${many(not.length, 'revision')} without one`,
  ...not.map((one) => `  ${whyNotText(one)}`),
];

const verdicts: { readonly [V in ReceiptVerdict]: string } = {
  verified: 'the event delivered it whole',
  'not-a-receipt': 'it is no receipt of a delivery that ken mints',
  altered: 'it does not say what was minted',
  'unknown-event': 'its event is not in this store',
  'broken-run': 'the run of its event does not verify',
  unregistered: 'nobody says here what its revision hashes to: name the map with --locations FILE',
  'other-revision': 'its revision is registered with other bytes than it names',
  'no-bytes': 'the bytes of its revision are not at hand to compare with',
  unwitnessed: 'a bundle is the word of whoever made it, and can show a historical delivery at most',
  'not-delivered': 'the run of its event gives no such receipt',
};

export interface ReceiptsVerdict {
  readonly verified: boolean;
  /** Whether the runs are of a store, and not of a bundle that somebody made. */
  readonly own_store: boolean;
  readonly receipts: readonly JudgedReceipt[];
}

/** What became of receipts when they were made again, for people. */
export const receiptsVerdictText = (
  { verified, own_store: isOwn, receipts }: ReceiptsVerdict,
  { paint }: Terminal,
): string =>
  [
    verified ? paint.green('verified') : paint.red('NOT verified'),
    ...(isOwn ? [] : ['  by a bundle: what it tells is the word of whoever made it']),
    ...receipts.flatMap(({ receipt, agent, material, revision, verdict, head }, at) => [
      '',
      `${verdict === 'verified' ? paint.green('yes') : paint.red('no ')}  ${
        receipt === null ? `row ${at + 1}` : neutralLine(`${material}, revision ${revision}, read by ${agent}`)
      }`,
      `     ${verdicts[verdict]}`,
      ...(receipt === null ? [] : [`     receipt ${neutralLine(receipt)}`]),
      ...(head === null ? [] : [`     head ${head}`]),
    ]),
  ].join('\n');

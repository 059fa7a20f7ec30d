import type { SealedSession, Summary } from '@ken/session';
import type { Terminal } from '../terminal.ts';
import { findingDocument, type SessionDocument, sessionDocument, sessionText } from './session.ts';
import { many, neutralLine, size } from './text.ts';

/** A session that was sealed, as documents hold it. */
export interface SealedDocument extends SessionDocument {
  readonly file: string;
  readonly status: string;
  /** The side-chain of the file that this session is; null for the session of the file itself. */
  readonly chain: string | null;
}

/** A file that was not sealed, and why. */
export interface RefusedDocument {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** What came of all files. */
export interface SealDocument {
  readonly sessions: readonly SealedDocument[];
  readonly refused: readonly RefusedDocument[];
  /** Files found in a folder that hold no session. */
  readonly skipped: readonly RefusedDocument[];
}

const statusText: { readonly [status: string]: string } = {
  new: 'sealed',
  continued: 'sealed on from where it was',
  unchanged: 'was sealed before; nothing to add',
  shorter: 'is a beginning of what was sealed; nothing to add, and what follows is of the longer one',
  diverged: 'sealed as another branch of its run',
  reread: 'sealed as another branch, because its beginning is read differently now',
};

/** The document of a sealed session: its figures, and what only the other branches of its run show. */
export const sealedDocument = (file: string, sealed: SealedSession, summary: Summary): SealedDocument => {
  const document = sessionDocument(summary);
  const findings = [...sealed.findings.map(findingDocument), ...document.findings];
  return { file, status: sealed.status, chain: sealed.chain, ...document, findings };
};

// From here on a line says enough of each: a report of every session of a folder is more than a person reads.
const mostReports = 4;

const nameOf = ({ file, chain }: SealedDocument): string =>
  neutralLine(chain === null ? file : `${file}, side-chain ${chain}`);

const lineOf = (one: SealedDocument, { paint }: Terminal): string => {
  const findings = one.findings.length === 0 ? '' : `, ${paint.yellow(many(one.findings.length, 'finding'))}`;
  const what = `${size(one.bytes)}, ${many(one.records, 'record')}, ${many(one.units, 'unit')} left out${findings}`;
  return `${one.head}  ${one.status.padEnd(9)}  ${nameOf(one)}: ${what}`;
};

/** Shows each session as it is sealed: in full where there are few files, else as a line. */
export class SealReport {
  readonly #terminal: Terminal;
  readonly #files: number;

  constructor(files: number, terminal: Terminal) {
    this.#terminal = terminal;
    this.#files = files;
  }

  async show(sessions: readonly SealedDocument[]): Promise<void> {
    const { paint, width } = this.#terminal;
    for (const one of sessions) {
      const isBrief = this.#files > mostReports || (this.#files > 1 && one.status === 'unchanged');
      const text = isBrief
        ? lineOf(one, this.#terminal)
        : `${paint.bold(nameOf(one))} ${statusText[one.status]}\n${sessionText(one, paint, width)}\n`;
      await this.#terminal.text(text);
    }
  }
}

/** What stands under the reports: totals where there were several files, and what one may do next. */
export const sealText = ({ sessions, refused, skipped }: SealDocument, files: number, { paint }: Terminal): string => {
  const [first] = sessions;
  if (first === undefined) return '';
  const departed = sessions.flatMap((one) => one.departures);
  const unit = departed.flatMap((one) => one.said)[0]?.unit ?? departed[0]?.first_unit;
  const units = sessions.reduce((sum, one) => sum + one.units, 0);
  const of = (...statuses: string[]): number => sessions.filter(({ status }) => statuses.includes(status)).length;
  const totals = [
    `${many(sessions.length, 'session')}: ${of('new')} new, ${of('continued')} grown, ${of('diverged', 'reread')} on other branches, ${of('unchanged', 'shorter')} unchanged`,
    `${many(units, 'unit')} left out`,
    `${many(refused.length, 'file')} refused`,
    ...(skipped.length === 0 ? [] : [`${many(skipped.length, 'file')} without a session`]),
  ];
  const steps = [
    ['ken verify', first.head],
    ...(files > mostReports ? [['ken log', first.head]] : []),
    ...(unit === undefined ? [] : [['ken fetch --text', unit]]),
  ];
  return [
    ...(sessions.length + refused.length + skipped.length > 1 ? [paint.bold(totals.join(', ')), ''] : []),
    paint.bold('Next'),
    ...steps.map(([command, id]) => `  ${command} ${id}`),
  ].join('\n');
};

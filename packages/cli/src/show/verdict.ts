import { type Failure, sentenceOf, type Verdict } from '@ken/session';
import type { Terminal } from '../terminal.ts';
import { many, neutralLine, wrap } from './text.ts';

interface FailureDocument {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly declared?: unknown;
  readonly actual?: unknown;
  readonly message: string;
}

/** What the head says of itself: the run that the verdict is about and how its file was read. */
export interface Claims {
  readonly run: string;
  readonly label: string | null;
  readonly format: string;
  readonly reader: string;
}

/** A verdict as documents hold it. */
export interface VerdictDocument {
  readonly subject: string;
  readonly kind: string;
  readonly verified: boolean;
  readonly checked: Verdict['checked'];
  readonly roots: Verdict['roots'];
  readonly failures: readonly FailureDocument[];
  /** For a head or a bundle: what its head claims, null where that cannot be read. */
  readonly claims?: Claims | null;
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

/** The document of a verdict on a subject of some kind, as people call it. */
export const documentOf = (subject: string, kind: string, verdict: Verdict): VerdictDocument => ({
  subject,
  kind,
  verified: verdict.verified,
  checked: verdict.checked,
  roots: verdict.roots,
  failures: verdict.failures.map(failureDocument),
});

/** The same document for people. */
export const textOf = (document: VerdictDocument, { paint, width }: Terminal): string => {
  const { checked, roots, failures } = document;
  const counts = [
    many(checked.sources, 'source'),
    many(checked.units, 'unit'),
    many(checked.packets, 'packet'),
    many(checked.events, 'event'),
  ].join(', ');
  const { claims } = document;
  const lines = [
    `${document.verified ? paint.green('verified') : paint.red('NOT VERIFIED')}  ${document.kind} ${document.subject}`,
    `  re-computed  ${counts}`,
    `  roots        ${roots.resolved} resolved, ${roots.unresolved === 0 ? '0 unresolved' : paint.yellow(`${roots.unresolved} unresolved`)}`,
  ];
  if (claims !== undefined && claims !== null) {
    lines.push(`  claims       session ${neutralLine(claims.label ?? claims.run)}, run ${neutralLine(claims.run)}`);
    lines.push(`               a file of ${neutralLine(claims.format)}, as ${neutralLine(claims.reader)} reads it`);
  }
  if (document.head_compared === false)
    lines.push('  head         not compared: give the one that you expect with --head');
  if (document.head_compared === true) lines.push('  head         is the one that was given');
  for (const failure of failures) {
    lines.push('', `  ${paint.red(failure.kind)} ${failure.id}`, wrap(neutralLine(failure.message), width, '    '));
  }
  return lines.join('\n');
};

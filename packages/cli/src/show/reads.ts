import { isAbsolute } from 'node:path';
import type { ClaimState, Delivery, Judged, Left, Lines, Read, ReadDelivery, Seen } from '@ken/session';
import type { Paint, Terminal } from '../terminal.ts';
import { columns, many, neutralLine, size, wrap } from './text.ts';

/** How the file of today stands to what was delivered; `unknown` where no file was named. */
export type DiskState = 'current' | 'changed' | 'gone' | 'unreadable' | 'unknown';

interface DeliveryDocument {
  readonly event: string;
  readonly record: number;
  readonly tool: string | null;
  readonly lines: Lines;
  readonly at: string | null;
  readonly in_context: boolean;
  readonly left: Left | null;
  readonly used: boolean;
}

export interface ReadDocument {
  readonly path: string | null;
  readonly revision: string | null;
  readonly text_only: boolean;
  readonly total_lines: number;
  readonly lines: readonly Lines[];
  readonly whole: boolean;
  readonly disk: DiskState;
  readonly deliveries: readonly DeliveryDocument[];
}

interface OtherDocument {
  readonly tool: string | null;
  readonly path: string | null;
  readonly event: string;
  readonly record: number;
  readonly bytes: number;
  readonly content: string;
  readonly odd: boolean;
  readonly in_context: boolean;
  readonly used: boolean;
}

export interface ReadsDocument {
  readonly head: string;
  readonly observable: boolean;
  readonly reads: readonly ReadDocument[];
  /** What Ken itself delivered in a live run. */
  readonly delivered: readonly Delivery[];
  readonly unexplained: readonly OtherDocument[];
}

const deliveryDocument = ({ event, record, tool, lines, at, left, used }: ReadDelivery): DeliveryDocument => ({
  event,
  record,
  tool,
  lines,
  at,
  in_context: left === null,
  left,
  used,
});

/** What was delivered of one revision, as documents hold it. */
export const readDocument = (read: Read, disk: DiskState): ReadDocument => ({
  path: read.path,
  revision: read.revision,
  text_only: read.revision !== null && !read.exact,
  total_lines: read.total,
  lines: read.lines,
  whole: read.whole,
  disk,
  deliveries: read.deliveries.map(deliveryDocument),
});

/** A result that no revision explains, as documents hold it. */
export const otherDocument = ({
  tool,
  path,
  event,
  record,
  length,
  content,
  odd,
  left,
  used,
}: Seen): OtherDocument => ({
  tool,
  path,
  event,
  record,
  bytes: length,
  content,
  odd,
  in_context: left === null,
  used,
});

const blind =
  'Not seen here: files that a shell, a search or a tool of another kind showed, and what a sub-agent read, which has a session of its own.';
const noFolder =
  'This session names no folder that a relative path could go out from: claim files by their absolute path.';
const unobservable = 'This format records no results of tools, so that no read can be seen in it.';

export const linesText = (lines: readonly Lines[]): string =>
  lines.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');

const shareOf = ({ whole, lines, total_lines: total, deliveries }: ReadDocument): string => {
  if (whole) return `whole, ${many(total, 'line')}`;
  if (lines.length === 0)
    return `nothing: lines ${linesText(deliveries.map((one) => one.lines))} left the context before the model could use them`;
  return `lines ${linesText(lines)} of ${total}`;
};

const diskPaint: { readonly [D in DiskState]: (paint: Paint) => Paint['red'] } = {
  current: (paint) => paint.green,
  changed: (paint) => paint.yellow,
  gone: (paint) => paint.red,
  unreadable: (paint) => paint.red,
  unknown: (paint) => paint.yellow,
};

const diskSays: { readonly [D in DiskState]: string } = {
  current: 'the file is the same today',
  changed: 'the file is another today',
  gone: 'the file is gone',
  unreadable: 'the file cannot be read today',
  unknown: 'no file was named',
};

const revisionText = ({ revision, text_only: text }: ReadDocument): string =>
  revision === null ? 'of a revision that nothing tells' : `${text ? 'the text of ' : ''}${revision}`;

const stateOf = ({ in_context: held, left, used }: Pick<DeliveryDocument, 'in_context' | 'left' | 'used'>): string => {
  if (held) return 'in the context';
  const when = left === null ? '' : ` at record ${left.record} (${neutralLine(left.cause)})`;
  return used ? `left the context${when}` : `left the context${when} before it could be used`;
};

const readText = (read: ReadDocument, { paint }: Terminal): string[] => [
  `${paint.bold(neutralLine(read.path ?? 'no file named'))}  ${shareOf(read)}`,
  `  ${revisionText(read)}`,
  `  ${diskPaint[read.disk](paint)(diskSays[read.disk])}`,
  ...read.deliveries.map(
    (one) => `  ${one.event}  record ${one.record}, lines ${linesText([one.lines])}, ${stateOf(one)}`,
  ),
];

const deliveredText = ({ material, revision, content, agent, todo, event, at }: Delivery): string[] => [
  '',
  neutralLine(
    `${material}, revision ${revision}: delivered whole to ${agent}${todo === null ? '' : ` for ${todo}`}, ${at}`,
  ),
  `  ${content}`,
  `  ${event}`,
];

const othersText = (others: readonly OtherDocument[]): string[] => {
  if (others.length === 0) return [];
  const byCall = new Map<string, { tool: string; path: string; results: number; bytes: number }>();
  for (const one of others) {
    const [tool, path] = [neutralLine(one.tool ?? 'a tool that is not named'), neutralLine(one.path ?? '')];
    const key = JSON.stringify([tool, path]);
    const sum = byCall.get(key) ?? { tool, path, results: 0, bytes: 0 };
    byCall.set(key, { ...sum, results: sum.results + 1, bytes: sum.bytes + one.bytes });
  }
  const rows = [...byCall.values()].map(({ tool, path, results, bytes }) => [
    tool,
    many(results, 'result'),
    size(bytes),
    path,
  ]);
  return ['', `Delivered, and tied to no revision: ${many(others.length, 'result')}`, columns(rows, '  ')];
};

/** What an agent was given, for people. */
export const readsText = (document: ReadsDocument, terminal: Terminal): string => {
  const { reads, delivered, unexplained, observable } = document;
  if (!observable) return unobservable;
  const whole = reads.filter((read) => read.whole).length;
  const title = `${many(reads.length, 'revision')} of files delivered, ${whole} whole, ${reads.length - whole} in part`;
  return [
    title,
    ...reads.flatMap((read) => ['', ...readText(read, terminal)]),
    ...delivered.flatMap(deliveredText),
    ...othersText(unexplained),
    '',
    wrap(blind, terminal.width, ''),
  ].join('\n');
};

interface ClaimDocument {
  readonly path: string;
  readonly revision: string | null;
  readonly lines: Lines | null;
  readonly state: ClaimState;
  readonly missing: readonly Lines[];
  /** The events of results of calls that named the file, which no revision explains. */
  readonly untied: readonly string[];
  readonly delivered: readonly {
    readonly revision: string | null;
    readonly lines: readonly Lines[];
    readonly events: readonly string[];
  }[];
}

export interface ClaimsDocument {
  readonly head: string;
  readonly observable: boolean;
  /** The folders that relative paths go out from. */
  readonly folders: readonly string[];
  readonly claims: readonly ClaimDocument[];
}

/** A claim that was judged, as documents hold it. */
export const claimDocument = ({ claim, state, missing, reads, untied }: Judged): ClaimDocument => ({
  ...claim,
  state,
  missing,
  untied: untied.map(({ event }) => event),
  delivered: reads.map(({ revision, lines, deliveries }) => ({
    revision,
    lines,
    events: deliveries.filter(({ used }) => used).map(({ event }) => event),
  })),
});

const claimSays: { readonly [S in ClaimState]: string } = {
  delivered: 'delivered',
  part: 'delivered in part',
  text: 'its text alone',
  'another-revision': 'another revision',
  unseen: 'no delivery seen',
};

const claimLines = (
  { path, revision, lines, state, missing, untied, delivered }: ClaimDocument,
  { paint }: Terminal,
): string[] => {
  const colour = state === 'delivered' ? paint.green : state === 'unseen' ? paint.red : paint.yellow;
  const what = [lines === null ? 'whole' : `lines ${linesText([lines])}`, ...(revision === null ? [] : [revision])];
  return [
    `${colour(claimSays[state])}  ${paint.bold(neutralLine(path))}  ${what.join(', ')}`,
    ...(missing.length === 0 ? [] : [`  not delivered: lines ${linesText(missing)}`]),
    ...(state === 'text'
      ? ['  what was shown is also the text of other bytes: line ends or a byte-order mark may differ']
      : []),
    ...(state === 'delivered' || untied.length === 0
      ? []
      : [
          `  ${many(untied.length, 'result')} of calls that named it, which no revision explains: by ${untied.join(', ')}`,
        ]),
    ...delivered.map(
      (one) =>
        `  delivered: lines ${linesText(one.lines)} of ${one.revision ?? 'a revision that nothing tells'}, by ${one.events.join(', ')}`,
    ),
  ];
};

/** How claims stand to what was delivered, for people. */
export const claimsText = (document: ClaimsDocument, terminal: Terminal): string => {
  const { claims, observable, folders } = document;
  const isLost = folders.length === 0 && claims.some(({ path, state }) => state === 'unseen' && !isAbsolute(path));
  const held = claims.filter(({ state }) => state === 'delivered').length;
  return [
    `${many(claims.length, 'claim')}: ${held} delivered, ${claims.length - held} not`,
    '',
    ...claims.flatMap((claim) => claimLines(claim, terminal)),
    '',
    ...(isLost ? [wrap(noFolder, terminal.width, ''), ''] : []),
    wrap(observable ? blind : unobservable, terminal.width, ''),
  ].join('\n');
};

import type { LocationFault, RevisionRow, RevisionState } from '@ken/session';
import type { Paint, Terminal } from '../terminal.ts';
import { columns, many, neutralLine } from './text.ts';

const faults: { readonly [F in LocationFault]: string } = {
  gone: 'there is no file',
  outside: 'its path leads out of its root',
  'not-a-file': 'it is no regular file',
  'not-permitted': 'reading it is not permitted',
  unreadable: 'the system could not read it',
  changed: 'it was changed while it was read',
};

/** What kept the bytes of a location from being read, for people. */
export const faultText = (fault: LocationFault): string => faults[fault];

const paints: { readonly [S in RevisionState]: (paint: Paint) => Paint['red'] } = {
  current: (paint) => paint.green,
  changed: (paint) => paint.yellow,
  gone: (paint) => paint.red,
  unreadable: (paint) => paint.red,
  unregistered: (paint) => paint.yellow,
  unlocated: (paint) => paint.yellow,
};

const todayOf = ({ state, today, fault }: RevisionRow): string => {
  if (fault !== null) return faultText(fault);
  if (today === null) return 'the map does not say where it is';
  const other = state === 'current' || today.revision === null ? '' : ` (revision ${today.revision})`;
  return `${today.content}${other}`;
};

const hashesOf = (row: RevisionRow): string[] =>
  [
    ...(row.state === 'current'
      ? []
      : [`registered ${row.content ?? 'nowhere: nobody says what the revision hashes to'}`]),
    `today      ${todayOf(row)}`,
  ].map((line) => `  ${neutralLine(line)}`);

/** The materials of a goal for people: each with its registered revision, and its bytes of today. */
export const revisionsText = (
  { materials }: { readonly materials: readonly RevisionRow[] },
  { paint }: Terminal,
): string => {
  if (materials.length === 0) return 'The authority of the goal registers no material.';
  const current = materials.filter(({ state }) => state === 'current').length;
  const rows = materials.map((row) => [row.state, row.material, row.revision ?? 'none'].map(neutralLine));
  const [head = '', ...lines] = columns([['STATE', 'MATERIAL', 'REVISION'], ...rows]).split('\n');
  const painted = materials.flatMap((row, at) => [
    `${paints[row.state](paint)(row.state)}${(lines[at] ?? '').slice(row.state.length)}`,
    ...hashesOf(row),
  ]);
  return [
    `${many(materials.length, 'material')}: ${current} as registered, ${materials.length - current} not`,
    '',
    paint.bold(head),
    ...painted,
  ].join('\n');
};

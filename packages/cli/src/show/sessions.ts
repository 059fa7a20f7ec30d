import type { Terminal } from '../terminal.ts';
import { beginning, many, neutralLine, size, wrap } from './text.ts';

/** One branch of the store whose head could be read, as documents hold it: counts, and bytes of the file. */
export interface ListedDocument {
  readonly branch: string;
  readonly run: string;
  readonly label: string | null;
  readonly format: string;
  readonly head: string;
  readonly bytes: number;
  readonly records: number;
  readonly units: number;
  readonly findings: number;
  /** When its first and its last record that says so were made, as the file claims; in ISO 8601 and UTC. */
  readonly first_at: string | null;
  readonly last_at: string | null;
  /** The beginning of the first thing that the operator said, or null where there is none or it cannot be read. */
  readonly first_prompt: string | null;
}

/** One branch of the store of which something could not be read. */
export interface DamagedDocument {
  readonly branch: string;
  readonly head: string;
  readonly code: string;
  readonly message: string;
}

export interface SessionsDocument {
  readonly sessions: readonly ListedDocument[];
  readonly damaged: readonly DamagedDocument[];
}

/** The run of a branch and what follows it in the name, `#2`. */
const partsOf = (branch: string): readonly [run: string, number: string] => {
  const at = branch.lastIndexOf('#');
  return at === -1 ? [branch, ''] : [branch.slice(0, at), branch.slice(at)];
};

/** A time for people: to the minute. */
const minuteOf = (time: string): string => time.replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2');

/** The list for people: each branch with how its session begins, what is in it and its head; then what is damaged. Times are in UTC. */
export const sessionsText = ({ sessions, damaged }: SessionsDocument, { paint, width }: Terminal): string => {
  if (sessions.length + damaged.length === 0) return 'No session is sealed here yet. Seal one: ken seal FILE';
  const branches = new Map<string, number>();
  for (const { branch } of [
    ...sessions,
    ...damaged.filter((one) => sessions.every((other) => other.branch !== one.branch)),
  ]) {
    const [run] = partsOf(branch);
    branches.set(run, (branches.get(run) ?? 0) + 1);
  }
  const numbered = (name: string, branch: string): string => {
    const [run, number] = partsOf(branch);
    return neutralLine((branches.get(run) ?? 0) > 1 ? `${name} ${number}` : name);
  };
  const listed = sessions.flatMap((one) => {
    const about = [
      neutralLine(one.format),
      ...(one.last_at === null ? [] : [`last ${minuteOf(one.last_at)} UTC`]),
      many(one.records, 'record'),
      size(one.bytes),
      `${many(one.units, 'unit')} left out`,
      many(one.findings, 'finding'),
    ];
    const prompt = one.first_prompt === null ? [] : [`  ${beginning(neutralLine(one.first_prompt), width - 2)}`];
    const name = paint.bold(numbered(one.label ?? one.run, one.branch));
    return [name, ...prompt, wrap(about.join(', '), width, '  '), `  ${one.head}`];
  });
  const broken = damaged.flatMap((one) => [
    `${numbered(partsOf(one.branch)[0], one.branch)}  ${paint.red(`DAMAGED ${neutralLine(one.code)}`)}  ${one.head}`,
    `  ${neutralLine(one.message)}`,
  ]);
  return [...listed, ...broken].join('\n');
};

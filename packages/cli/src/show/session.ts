import { type Departed, type FindingRow, findingSentence, type Summary } from '@ken/session';
import type { Paint } from '../terminal.ts';
import { columns, many, neutralLine, size, wrap } from './text.ts';

/** One thing that was found, as documents hold it. */
export interface FindingDocument {
  readonly code: string;
  readonly record: number | null;
  /** In bytes of the file. */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly message: string;
}

/** One packet, as documents hold it. */
export interface DepartureDocument {
  readonly packet: string;
  /** Why it left, as the reader says; null where that is not known. */
  readonly cause: string | null;
  /** Of what kind the root is that it goes back to; null where it is not held. */
  readonly root_kind: 'operator_prompt' | 'user_action' | 'harness_event' | null;
  readonly record: number | null;
  readonly units: number;
  readonly bytes: number;
  readonly first_unit: string;
  /** The record that stands in its place. */
  readonly summary: { readonly record: number; readonly preview: string } | null;
  /** What the operator had said. */
  readonly said: readonly { readonly unit: string; readonly record: number; readonly preview: string }[];
}

/** The figures of a sealed session, as documents hold them: counts of records, spans and bytes. */
export interface SessionDocument {
  readonly format: string;
  readonly reader: string;
  readonly head: string;
  readonly run: string;
  readonly label: string | null;
  readonly seals: number;
  readonly bytes: number;
  readonly tail_bytes: number;
  readonly records: number;
  readonly context: number;
  readonly beside: number;
  readonly units: number;
  readonly packets: number;
  readonly context_bytes: number;
  readonly kept_spans: number;
  readonly kept_bytes: number;
  /** What is in the context now, by who produced it. */
  readonly kept: readonly { readonly producer: string | null; readonly records: number; readonly bytes: number }[];
  /** The last thing that the operator said of what is in the context now. */
  readonly last_said: { readonly record: number; readonly preview: string } | null;
  readonly elided_bytes: number;
  readonly departures: readonly DepartureDocument[];
  readonly findings: readonly FindingDocument[];
}

/** The sentence for a finding is made here, where it is shown. */
export const findingDocument = (finding: FindingRow): FindingDocument => ({
  code: finding.code,
  record: finding.record,
  span: finding.span,
  message: findingSentence(finding),
});

const departureDocument = (one: Departed): DepartureDocument => ({
  packet: one.packet,
  cause: one.cause,
  root_kind: one.kind,
  record: one.record,
  units: one.units,
  bytes: one.bytes,
  first_unit: one.first,
  summary: one.summary,
  said: one.said.map(({ unit, record, preview }) => ({ unit, record, preview })),
});

export const sessionDocument = (summary: Summary): SessionDocument => ({
  format: summary.format,
  reader: summary.reader,
  head: summary.head,
  run: summary.run,
  label: summary.label,
  seals: summary.seals,
  bytes: summary.bytes,
  tail_bytes: summary.tailBytes,
  records: summary.records,
  context: summary.context,
  beside: summary.beside,
  units: summary.units,
  packets: summary.packets,
  context_bytes: summary.contextBytes,
  kept_spans: summary.keptSpans,
  kept_bytes: summary.keptBytes,
  kept: summary.kept.map(({ producer, records, bytes }) => ({ producer, records, bytes })),
  last_said: summary.lastSaid,
  elided_bytes: summary.elidedBytes,
  departures: summary.departures.map(departureDocument),
  findings: summary.findings.map(findingDocument),
});

/** Why something left, in words, by the cause and then by whether a person asked for it. */
const causes: { readonly [cause: string]: { readonly asked: string; readonly made: string } | undefined } = {
  compaction: {
    asked: 'a person had the context compacted',
    made: 'the harness compacted the context by itself',
  },
  'micro-compaction': {
    asked: 'a person had results of tools cleared',
    made: 'the harness cleared results of tools',
  },
  clearing: { asked: 'the operator began again with an empty context', made: 'the context was cleared' },
  rewind: { asked: 'the operator went back and took another way', made: 'the session went back and took another way' },
  branch: { asked: 'a branch was abandoned', made: 'a branch was abandoned' },
};

const causeText = ({ cause, root_kind: kind }: DepartureDocument): string => {
  const words = cause !== null && Object.hasOwn(causes, cause) ? causes[cause] : undefined;
  if (words === undefined) return cause === null ? 'cause not held' : neutralLine(cause);
  return kind === 'user_action' ? words.asked : words.made;
};

const departureText = (one: DepartureDocument, paint: Paint, width: number): string[] => [
  `  at record ${one.record ?? '?'}: ${many(one.units, 'unit')}, ${size(one.bytes)}, ${causeText(one)}`,
  `    packet      ${one.packet}`,
  `    first unit  ${one.first_unit}`,
  ...(one.summary === null
    ? []
    : [
        paint.bold(`    in its place, the summary in record ${one.summary.record}`),
        wrap(neutralLine(one.summary.preview), width, '      '),
      ]),
  ...(one.said.length === 0 ? [] : [paint.bold('    with it, what the operator had said')]),
  ...one.said.flatMap(({ unit, record, preview }) => [
    `    record ${record}  ${unit}`,
    wrap(neutralLine(preview), width, '      '),
  ]),
];

/** Numbers in ascending order as ranges: `21 to 23, 25`. */
const ranges = (numbers: readonly number[]): string => {
  const found: { first: number; last: number }[] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const open = found.at(-1);
    if (open?.last === number - 1) open.last = number;
    else found.push({ first: number, last: number });
  }
  return found.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
};

/** The findings in the order in which each was first made; those that say the same of several records stand together. */
const findingsText = (findings: readonly FindingDocument[], paint: Paint, width: number): string[] => {
  const groups = new Map<string, FindingDocument[]>();
  for (const one of findings) {
    const key = `${one.code} ${one.message}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    if (one === undefined) return [];
    const records = group.flatMap(({ record }) => record ?? []);
    const where = records.length === 0 ? '' : ` at record${records.length === 1 ? '' : 's'} ${ranges(records)}`;
    return [
      wrap(`${neutralLine(one.code)}${where}`, width, '  ').replace(one.code, paint.yellow(one.code)),
      wrap(neutralLine(one.message), width, '    '),
    ];
  });
};

/** Whose words are still in the context, the most first. */
const keptText = ({ kept }: SessionDocument): string => {
  const parts = [...kept]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ producer, bytes }) => `${producer ?? 'unknown'} ${size(bytes)}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
};

/** The report of one session: what the context holds, what left it when and why, what was found. */
export const sessionText = (session: SessionDocument, paint: Paint, width: number): string => {
  const percent = session.context_bytes === 0 ? 0 : (100 * session.elided_bytes) / session.context_bytes;
  const share = percent > 0 && percent < 1 ? 'under 1' : String(Math.round(percent));
  const figures = columns(
    [
      ['session', neutralLine(session.label ?? session.run)],
      ['head', session.head],
      [
        'file',
        `${size(session.bytes)}, ${many(session.records, 'record')}: ${session.context} in the context, ${session.beside} beside it`,
      ],
      // A new line at the end is what most files have.
      ...(session.tail_bytes > 1 ? [['not read', `${size(session.tail_bytes)} after the last record`]] : []),
      ['still in it', `${size(session.kept_bytes)}, in ${many(session.kept_spans, 'span')}${keptText(session)}`],
      [
        'left out',
        session.units === 0
          ? 'nothing'
          : `${size(session.elided_bytes)} (${share} % of all that was in it), in ${many(session.units, 'unit')}`,
      ],
    ],
    '  ',
  );
  const parts = [figures];
  if (session.last_said === null && session.departures.some(({ said }) => said.length > 0))
    parts.push(paint.bold('Nothing that the operator said is still in it.'));
  if (session.last_said !== null && session.departures.length > 0) {
    const { record, preview } = session.last_said;
    parts.push(
      `${paint.bold('The last that the operator said and that is still in it')}, record ${record}\n${wrap(neutralLine(preview), width, '  ')}`,
    );
  }
  if (session.departures.length > 0) {
    parts.push(
      [
        paint.bold('What left the context'),
        ...session.departures.flatMap((one) => departureText(one, paint, width)),
      ].join('\n'),
    );
  }
  if (session.findings.length > 0) {
    parts.push([paint.bold('What was found'), ...findingsText(session.findings, paint, width)].join('\n'));
  }
  return parts.join('\n\n');
};

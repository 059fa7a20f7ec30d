import type { Frontier, FrontierDiff, Handoff, Item, State } from '@ken/frontier';
import type { Paint, Terminal } from '../terminal.ts';
import { columns, many, neutralLine, wrap } from './text.ts';

/** Each state in words for people, and how good it is. */
const states: { readonly [S in State]: { readonly says: string; readonly paint: (paint: Paint) => Paint['red'] } } = {
  missing: { says: 'missing', paint: (paint) => paint.red },
  inaccessible: { says: 'inaccessible', paint: (paint) => paint.red },
  stale: { says: 'stale', paint: (paint) => paint.yellow },
  required_unread: { says: 'unread', paint: (paint) => paint.yellow },
  current: { says: 'current', paint: (paint) => paint.green },
};

const revisionOf = ({ observed_revision: observed, required_revision: required }: Item): string => {
  if (observed === undefined) return `none → ${required ?? 'unknown'}`;
  return observed === required ? observed : `${observed} → ${required ?? 'unknown'}`;
};

const bindings = ({ bound_by: bound }: Item): string => bound.map(({ kind, ref }) => `${kind} ${ref}`).join(', ');

const summaryText = ({ summary }: Pick<Frontier, 'summary'>): string =>
  [
    `${many(summary.required_count, 'material')} required`,
    `${summary.current_count} current`,
    `${summary.stale_count} stale`,
    `${summary.required_unread_count} unread`,
    `${summary.missing_count} missing`,
    `${summary.inaccessible_count} inaccessible`,
  ].join(', ');

// The state is the first column, so that it can be painted when the columns stand.
const painted = (line: string, state: State, paint: Paint): string => {
  const { says, paint: how } = states[state];
  return line.startsWith(says) ? `${how(paint)(says)}${line.slice(says.length)}` : line;
};

/** The frontier for people: what the agent needs with its state, and what to read first. */
export const frontierText = (frontier: Frontier, { paint, width }: Terminal): string => {
  const { items, required_reads: reads } = frontier;
  const title = `${paint.bold(neutralLine(frontier.agent_id))} on ${neutralLine(frontier.goal_id)}: ${summaryText(frontier)}`;
  if (items.length === 0) return `${title}\nNothing is required of this agent.`;
  const rows = items.map((item) =>
    [states[item.state].says, item.material_id, item.relation, revisionOf(item), bindings(item)].map(neutralLine),
  );
  const [head = '', ...lines] = columns([
    ['STATE', 'MATERIAL', 'RELATION', 'READ → NOW', 'REQUIRED BY'],
    ...rows,
  ]).split('\n');
  const table = [paint.bold(head), ...lines.map((line, at) => painted(line, items[at]?.state ?? 'current', paint))];
  if (reads.length === 0) return [title, '', ...table, '', 'Everything is current.'].join('\n');
  const purposes = new Map(items.map((item) => [item.material_id, item.purpose]));
  const first = reads.flatMap((read, at) => {
    const revision = read.required_revision === null ? '' : `, revision ${read.required_revision}`;
    const purpose = purposes.get(read.material_id);
    return [
      `  ${at + 1}. ${neutralLine(`${read.material_id}${revision}`)}`,
      wrap(neutralLine(purpose === undefined ? read.reason : `${read.reason} For: ${purpose}`), width, '     '),
    ];
  });
  return [title, '', ...table, '', paint.bold('Read first'), ...first].join('\n');
};

const sideText = (state: State | null): string => (state === null ? 'not required' : states[state].says);

/** What became of an agent's materials between two frontiers, for people. */
export const diffText = (diff: FrontierDiff, { paint }: Terminal): string => {
  const title = `${paint.bold(neutralLine(diff.agent_id))} on ${neutralLine(diff.goal_id)} since ${diff.before}: ${many(diff.changes.length, 'change')}, ${diff.unchanged_count} as before`;
  const lines = diff.changes.flatMap(({ material_id: id, from, to, rule, changed }) => [
    `  ${neutralLine(id)}: ${sideText(from)} → ${sideText(to)} (${rule})`,
    ...changed.map(
      ({ field, before, after }) => `    ${field}: ${neutralLine(before ?? 'none')} → ${neutralLine(after ?? 'none')}`,
    ),
  ]);
  return [title, ...lines].join('\n');
};

/** What a successor is handed, for people. */
export const handoffText = (handoff: Handoff, { paint, width }: Terminal): string =>
  [
    summaryText(handoff),
    ...handoff.material_refs.flatMap(({ material_id: id, relation, purpose }) => [
      `  ${paint.bold(neutralLine(id))}, ${relation}`,
      ...(purpose === undefined ? [] : [wrap(neutralLine(purpose), width, '    ')]),
    ]),
    ...(handoff.material_refs_truncated
      ? [`  and ${handoff.material_ref_count - handoff.material_refs.length} more`]
      : []),
    wrap(
      'These are references. Whoever takes over builds a frontier of their own: nothing counts as read because it was handed on.',
      width,
      '',
    ),
  ].join('\n');

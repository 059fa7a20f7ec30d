/**
 * A second builder, written from the contract alone and as plainly as it can be: quadratic, with the clock types of
 * the language, throwing at the first fault. It shares nothing with the sources.
 */
type Dict = { [name: string]: unknown };

export class Refusal extends Error {}

const isWhite = (one: string): boolean => /\p{White_Space}/u.test(one) || (one >= '\u001c' && one <= '\u001f');
const tidy = (text: string): string =>
  [...text]
    .map((one) => (isWhite(one) ? ' ' : one))
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');

// The shapes of the contract that the generators make; the whole table has its own tests.
const UNSAFE = [
  /(?<![A-Za-z0-9:/])\/(users|home|tmp|etc)\//i,
  /(?<![a-z])bearer [A-Za-z0-9._~+/=-]{16}/i,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{10}/i,
  /(?<![\p{L}\p{N}])token ?[=:] ?[A-Za-z0-9]{12}/iu,
];

const isDict = (value: unknown): value is Dict => typeof value === 'object' && value !== null && !Array.isArray(value);
const blank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && tidy(value) === '');
const emptyGroup = (value: unknown): boolean =>
  blank(value) || (typeof value === 'object' && Object.keys(value as object).length === 0);

function text(value: unknown, limit: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new Refusal('not-text');
  const collapsed = tidy(value);
  if ([...collapsed].length > limit) throw new Refusal('too-long');
  if (UNSAFE.some((shape) => shape.test(collapsed))) throw new Refusal('unsafe-text');
  return collapsed;
}

function need(value: unknown, limit: number): string {
  const got = text(value, limit);
  if (got === '') throw new Refusal('missing');
  return got;
}

const first = (dict: Dict, names: readonly string[]): string => {
  for (const name of names) {
    const got = text(dict[name], 180);
    if (got !== '') return got;
  }
  return '';
};

/** Microseconds since 1970, or null. */
function instant(value: string): bigint | null {
  const hit = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?)?(?:[Zz]|([+-])(\d\d):(\d\d))?$/.exec(
    value,
  );
  if (hit === null) return null;
  const [, date = '', time = '00:00', second = '00', fraction = '', sign, hours = '0', minutes = '0'] = hit;
  if (Number(time.slice(0, 2)) > 23 || Number(time.slice(3)) > 59 || Number(second) > 59) return null;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const millis = Date.parse(`${date}T${time}:${second}Z`);
  if (Number.isNaN(millis) || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return BigInt(millis - offset) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

const points = (a: string, b: string): number => {
  const left = [...a].map((one) => one.codePointAt(0) ?? 0);
  const right = [...b].map((one) => one.codePointAt(0) ?? 0);
  for (let at = 0; ; at += 1) {
    const x = left[at];
    const y = right[at];
    if (x === undefined || y === undefined) return left.length - right.length;
    if (x !== y) return x - y;
  }
};

interface Requirement {
  id: string;
  kind: string;
  ref: string;
  relation: string;
  purpose: string;
  todo: string;
  hint: string;
}

const IDS: { [kind: string]: readonly string[] } = {
  profile: ['agent_id', 'todo_id'],
  vision: ['agent_id', 'vision_id', 'state', 'todo_id'],
  todo: ['todo_id', 'claimed_by', 'agent_id'],
  handoff: ['handoff_id', 'todo_id', 'to_agent'],
};
const RANK: Dict = { profile: 1, vision: 2, todo: 3, handoff: 3 };
const RELATIONS = ['required', 'producer', 'reviewer', 'maintainer', 'watcher'];
const STATES = ['missing', 'inaccessible', 'stale', 'required_unread', 'current'];
const GATES =
  'blocked denied forbidden missing_authority owner_gate owner_review_required private_read_required unavailable user_gate';

export function oracle(inputs: Dict): unknown {
  const goal = need(inputs['goal_id'], 180);
  const agent = need(inputs['agent_id'], 180);
  const at = need(inputs['generated_at'], 180);
  if (instant(at) === null) throw new Refusal('bad-timestamp');

  const registry = inputs['authority_registry'];
  if (blank(registry)) throw new Refusal('missing');
  if (!isDict(registry)) throw new Refusal('not-an-object');
  const given = registry['project_materials'];
  if (given === undefined) throw new Refusal('compact-authority');
  if (typeof given !== 'object' || given === null) throw new Refusal('not-an-object');
  const materials: [string, Dict][] = [];
  for (const [key, entry] of Object.entries(given)) {
    if (!isDict(entry)) throw new Refusal('not-an-object');
    const id = first(entry, ['id', 'source_id']) || need(Array.isArray(given) ? '' : key, 180);
    if (materials.some(([known]) => known === id)) throw new Refusal('duplicate');
    materials.push([id, entry]);
  }
  const topics: [string, string[]][] = [];
  const registered = emptyGroup(registry['topic_authority']) ? {} : registry['topic_authority'];
  if (!isDict(registered)) throw new Refusal('not-an-object');
  for (const [key, value] of Object.entries(registered)) {
    const name = need(key, 120);
    const ids: string[] = [];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (blank(one)) continue;
      const id = isDict(one) ? first(one, ['material_id', 'id', 'source_id']) : text(one, 180);
      if (id === '' && Array.isArray(value)) throw new Refusal('missing');
      if (id !== '' && !ids.includes(id)) ids.push(id);
    }
    if (ids.length === 0) throw new Refusal('empty-topic');
    if (topics.some(([known]) => known === name)) throw new Refusal('duplicate');
    topics.push([name, ids]);
  }

  const all: Requirement[] = [];
  const owners: [string, string][] = [
    ['profile', 'agent_profile'],
    ['vision', 'vision'],
    ['todo', 'todos'],
    ['handoff', 'handoffs'],
  ];
  for (const [kind, group] of owners) {
    if (emptyGroup(inputs[group])) continue;
    const many = (kind === 'todo' || kind === 'handoff') && Array.isArray(inputs[group]);
    for (const owner of many ? (inputs[group] as unknown[]) : [inputs[group]]) {
      if (!isDict(owner)) throw new Refusal('not-an-object');
      const ids: { [name: string]: string } = {};
      for (const name of IDS[kind] ?? []) ids[name] = text(owner[name], 180);
      const id = (name: string): string => ids[name] ?? '';
      let whose = '';
      let ref = '';
      if (kind === 'profile') [whose, ref] = [id('agent_id'), id('agent_id') || agent];
      if (kind === 'vision') [whose, ref] = [id('agent_id'), id('vision_id') || id('state') || agent];
      if (kind === 'todo') [whose, ref] = [id('claimed_by') || id('agent_id'), id('todo_id') || `todo:${agent}`];
      if (kind === 'handoff') [whose, ref] = [id('to_agent'), id('handoff_id') || id('todo_id') || `handoff:${agent}`];
      const own = id('todo_id');
      if (whose !== '' && whose !== agent) {
        if (kind === 'todo' || kind === 'handoff') continue;
        throw new Refusal('wrong-owner');
      }
      const standard = kind === 'profile' ? 'watcher' : 'required';
      const add = (id: string, relation = standard, purpose = '', todo = own, hint = ''): void => {
        all.push({ id, kind, ref, relation, purpose, todo, hint });
      };
      const list = (name: string): unknown[] => {
        const value = owner[name];
        return blank(value) ? [] : Array.isArray(value) ? value : [value];
      };
      for (const entry of ['material_refs', 'required_material_refs', 'required_materials'].flatMap(list)) {
        if (emptyGroup(entry)) throw new Refusal('missing');
        if (!isDict(entry)) {
          add(need(entry, 180));
          continue;
        }
        const id = first(entry, ['material_id', 'id', 'source_id']);
        if (id === '') throw new Refusal('missing');
        const relation = blank(entry['relation']) ? standard : tidy(String(entry['relation'])).toLowerCase();
        if (!RELATIONS.includes(relation)) throw new Refusal('bad-relation');
        const purpose = text(entry['purpose'], 220);
        add(id, relation, purpose, text(entry['todo_id'], 180) || own, text(entry['required_revision'], 180));
      }
      for (const entry of ['material_topics', 'required_material_topics', 'topic_defaults'].flatMap(list)) {
        const name = text(entry, 120);
        if (name === '') continue;
        const topic = topics.find(([known]) => known === name);
        if (topic === undefined) throw new Refusal('unregistered-topic');
        for (const id of topic[1]) add(id);
      }
    }
  }
  const boundaries = emptyGroup(inputs['available_boundaries']) ? [] : [inputs['available_boundaries']].flat();
  const readable = ['public', 'public_safe', ...boundaries.map((one) => text(one, 80).toLowerCase())].filter(Boolean);

  const rows = emptyGroup(inputs['receipts']) ? [] : [inputs['receipts']].flat();
  const items = [...new Set(all.map(({ id }) => id))].map((id) => {
    const mine = all.filter((one) => one.id === id);
    const stated = (name: 'purpose' | 'todo' | 'hint'): string =>
      mine
        .map((one) => one[name])
        .filter((one) => one !== '')
        .at(-1) ?? '';
    const top = Math.max(...mine.map(({ kind }) => RANK[kind] as number));
    const todo = stated('todo');
    const entry = materials.find(([known]) => known === id)?.[1];
    const field = (name: string, limit: number): string => (entry === undefined ? '' : text(entry[name], limit));
    const revision = field('revision', 180) || stated('hint');
    const boundary = field('boundary', 80);
    const gate = field('gate_status', 80);
    const status = field('status', 10_000);
    const freshness = field('freshness', 10_000) || status;
    const matching = rows
      .filter(isDict)
      .filter(
        (row) =>
          row['schema_version'] === 'material_usage_receipt_v0' &&
          row['goal_id'] === goal &&
          row['agent_id'] === agent &&
          row['material_id'] === id &&
          (todo === '' || row['todo_id'] === todo) &&
          !blank(row['receipt_id']) &&
          ['read', 'used', 'verified', 'unavailable'].includes(tidy(String(row['outcome'])).toLowerCase()) &&
          typeof row['recorded_at'] === 'string' &&
          instant(tidy(row['recorded_at'])) !== null,
      )
      .map((row) => ({
        row,
        name: text(row['receipt_id'], 180),
        when: instant(tidy(String(row['recorded_at']))) ?? 0n,
      }));
    matching.sort((a, b) => (a.when === b.when ? -points(a.name, b.name) : a.when > b.when ? -1 : 1));
    const chosen = matching[0];
    const seen = chosen === undefined ? '' : text(chosen.row['observed_revision'], 180);
    const when = chosen === undefined ? '' : text(chosen.row['recorded_at'], 180);
    let state = 'current';
    if (revision === '' || seen !== revision) state = 'stale';
    if (['needs_refresh', 'outdated', 'stale', 'unknown'].includes(freshness.toLowerCase())) state = 'stale';
    if (chosen === undefined) state = 'required_unread';
    if (chosen !== undefined && tidy(String(chosen.row['outcome'])).toLowerCase() === 'unavailable')
      state = 'inaccessible';
    if (GATES.split(' ').includes(gate.toLowerCase())) state = 'inaccessible';
    if (!readable.includes(boundary.toLowerCase())) state = 'inaccessible';
    if (entry === undefined) state = 'missing';
    const refs = mine.map(({ kind, ref }) => ({ kind, ref }));
    const item: Dict = {
      material_id: id,
      topics: topics.filter(([, ids]) => ids.includes(id)).map(([name]) => name),
      relation: mine.filter(({ kind }) => RANK[kind] === top).at(-1)?.relation,
      bound_by: refs.filter((one, at) => refs.findIndex((two) => two.kind === one.kind && two.ref === one.ref) === at),
      purpose: stated('purpose'),
      todo_id: todo,
      required_revision: revision,
      observed_revision: seen,
      state,
      boundary,
      gate_status: gate,
      receipt_ref: chosen === undefined ? '' : `material_receipt:${chosen.name}`,
      last_verified_at: when,
    };
    const empty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);
    return {
      top,
      id,
      state,
      revision,
      item: Object.fromEntries(Object.entries(item).filter(([, one]) => !empty(one))),
    };
  });
  items.sort((a, b) => b.top - a.top || STATES.indexOf(a.state) - STATES.indexOf(b.state) || points(a.id, b.id));
  const count = (state: string): number => items.filter((one) => one.state === state).length;
  return {
    schema_version: 'agent_material_frontier_v0',
    goal_id: goal,
    agent_id: agent,
    generated_at: at,
    summary: {
      required_count: items.length,
      current_count: count('current'),
      stale_count: count('stale'),
      missing_count: count('missing'),
      inaccessible_count: count('inaccessible'),
      required_unread_count: count('required_unread'),
    },
    items: items.map(({ item }) => item),
    required_reads: items
      .filter(({ state }) => state !== 'current')
      .map(({ id, revision, state }) => ({
        kind: 'material_frontier_item',
        material_id: id,
        required_revision: revision === '' ? null : revision,
        state,
      })),
    truth_contract: {
      authority_is_goal_owned: true,
      projection_is_read_only: true,
      introduces_task_runtime: false,
      grants_cross_agent_authority: false,
      evidence_log_implies_material_read: false,
      raw_source_body_recorded: false,
    },
  };
}

/** The oracle's answer: the packet, or the kind of its first refusal. */
export function oracleAnswer(inputs: Dict): unknown {
  try {
    return { expected: oracle(inputs) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

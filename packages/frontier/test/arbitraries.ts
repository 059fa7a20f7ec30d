import fc from 'fast-check';

export const AGENT = 'agent-a';
export const GOAL = 'goal-1';

type Dict = { [name: string]: unknown };

const IDS = ['m1', 'm2', 'm 3', 'é-4', '\ue000p', '\u{1f600}x', '7', '__proto__', 'constructor'];
const TODOS = ['t1', 't2', 't3'];
const REVISIONS = ['r1', 'r2', '7'];

const pick = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list);

/** The same text with other white space, which is the same text. */
const spaced = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(texts, pick(['', '', '', ' ', '\t', '\u3000', '\u001d ']), pick([' ', '  ', '\u2028']))
    .map(([text, edge, inner]) => edge + text.replaceAll(' ', inner) + edge);

const id = spaced(pick(IDS));
const revision: fc.Arbitrary<unknown> = fc.oneof(pick([...REVISIONS, '', null]), fc.constant(7));

/** A record of which each value may be left out. */
const partly = (model: { [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<Dict> =>
  fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Dict>;

export const materialFields: fc.Arbitrary<Dict> = partly({
  revision,
  boundary: pick(['public', 'public', ' Public_Safe', 'team', 'Owner only', '', null]),
  gate_status: pick(['open', '', 'DENIED', 'user_gate ', null]),
  freshness: pick(['current', '', 'Stale', ' unknown', null]),
  status: pick(['ok', '', 'OUTDATED', null]),
});

const purpose = pick<unknown>(['to know', '', null, 'see docs/home/readme', 7]);

const requirement: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: id as fc.Arbitrary<unknown> },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        pick(['material_id', 'id', 'source_id']),
        id,
        partly({
          relation: pick(['watcher', ' REVIEWER', 'producer', 'maintainer', 'required', '', null]),
          purpose,
          todo_id: spaced(pick(TODOS)),
          required_revision: revision,
        }),
      )
      .map(([name, value, rest]) => ({ ...rest, [name]: value })),
  },
);

const oneOrMany = (entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(entry, fc.array(entry, { maxLength: 3 }));

const requirements = {
  material_refs: oneOrMany(requirement),
  required_material_refs: oneOrMany(requirement),
  required_materials: oneOrMany(requirement),
  material_topics: oneOrMany(pick<unknown>(['ops', ' qa ', '', null])),
  topic_defaults: oneOrMany(pick<unknown>(['ops', 'qa'])),
};

const other = pick([AGENT, AGENT, ` ${AGENT} `, 'agent-b', '', null]);

const profile = partly({ agent_id: pick([AGENT, ` ${AGENT}`, null]), ...requirements });
const vision = partly({
  agent_id: pick([AGENT, '']),
  vision_id: pick(['v1', '']),
  state: pick(['active']),
  ...requirements,
});
const todo = partly({ todo_id: pick(TODOS), claimed_by: other, agent_id: other, ...requirements });
const handoff = partly({ handoff_id: pick(['h1', '']), todo_id: pick(TODOS), to_agent: other, ...requirements });

export const receiptRow = (agents: readonly string[] = [AGENT, AGENT, AGENT, 'agent-b']): fc.Arbitrary<Dict> =>
  fc.record({
    schema_version: pick(['material_usage_receipt_v0', 'material_usage_receipt_v0', 'material_usage_receipt_v1']),
    receipt_id: fc.oneof(
      fc.nat(99).map((one) => `r${one}`),
      pick(['\ue000r', '\u{1f600}r', '']),
    ),
    goal_id: pick([GOAL, GOAL, GOAL, 'goal-2']),
    agent_id: pick(agents),
    todo_id: pick<unknown>([...TODOS, undefined]),
    material_id: pick(IDS),
    observed_revision: pick<unknown>([...REVISIONS, '', null]),
    outcome: pick(['read', ' Used', 'VERIFIED', 'unavailable', 'skipped']),
    recorded_at: pick([
      '2026-07-19',
      '2026-07-19T00:00:00.000001Z',
      '2026-07-19 02:00+02:00',
      ' 2026-07-18t23:59:59.9999999z',
      '2026-02-29',
      '2024-02-29T12:00:00-05:30',
      '',
    ]),
  });

const authorityRows = fc
  .uniqueArray(fc.tuple(pick(IDS), materialFields), { selector: ([one]) => one, maxLength: IDS.length })
  .chain((rows) => fc.boolean().map((asList) => ({ rows, asList })));

const topicAuthority = fc.record({
  ops: oneOrManyIds(),
  qa: oneOrManyIds(),
  Ops: oneOrManyIds(),
});

function oneOrManyIds(): fc.Arbitrary<unknown> {
  return fc.oneof(
    id,
    fc.array(
      fc.oneof(
        id,
        id.map((one) => ({ source_id: one })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  );
}

/** Inputs that are admissible but for what the same material may say twice. */
export const inputs: fc.Arbitrary<Dict> = fc
  .record({
    authority: authorityRows,
    topic_authority: topicAuthority,
    agent_profile: fc.oneof(profile, fc.constant(null)),
    vision: fc.oneof(vision, fc.constant('')),
    todos: fc.oneof(todo, fc.array(todo, { maxLength: 3 })),
    handoffs: fc.oneof(handoff, fc.array(handoff, { maxLength: 2 })),
    receipts: fc.array(fc.oneof(receiptRow(), pick<unknown>([null, 4, 'x', []])), { maxLength: 12 }),
    available_boundaries: oneOrMany(pick(['team', 'OWNER  only', ''])),
  })
  .map(({ authority: { rows, asList }, topic_authority, ...groups }) => ({
    goal_id: GOAL,
    agent_id: AGENT,
    generated_at: '2026-07-19T00:00:00Z',
    authority_registry: {
      project_materials: asList
        ? rows.map(([key, fields]) => ({ ...fields, id: key }))
        : Object.fromEntries(rows.map(([key, fields], at) => [`row${at}`, { ...fields, source_id: key }])),
      topic_authority,
    },
    ...groups,
  }));

/** Inputs of which one value is replaced by something that may not stand there. */
export const damaged: fc.Arbitrary<Dict> = fc
  .tuple(
    inputs,
    fc.nat(),
    pick<unknown>([null, '', true, [], {}, 3, 'see /home/a/b', 'sk-abcdefghijkl', 'x'.repeat(300), ['x'], { id: 'q' }]),
  )
  .map(([given, seed, value]) => {
    const copy = structuredClone(given);
    const places: { readonly holder: Dict; readonly name: string }[] = [];
    const walk = (holder: Dict): void => {
      for (const [name, inner] of Object.entries(holder)) {
        places.push({ holder, name });
        if (typeof inner === 'object' && inner !== null) walk(inner as Dict);
      }
    };
    walk(copy);
    const place = places[seed % places.length];
    if (place !== undefined) {
      Object.defineProperty(place.holder, place.name, { value, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  });

import { readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session } from '../../session/test/claude.ts';
import { shell } from './ken.ts';
import { idOf, Place, rules } from './materials.ts';

const sealed = (place: Place, session: Session): string => {
  writeFileSync(join(place.cwd, 'session.jsonl'), session.text());
  return JSON.parse(place.ken(['seal', 'session.jsonl', '--json']).out).sessions[0].head;
};

const whole = (place: Place, text = rules): Session =>
  new Session().prompt('Read the rules.').read(place.at('rules.md'), text).reply('Read.');

/** The words that ask for the builder's frontier with what a session tells. */
const frontierBy = (head: string, ...rest: string[]): string[] => [
  ...['frontier', '--goal', 'goal.json', '--agent', 'builder', '--session', head],
  ...rest,
];

const told = (place: Place, head: string, agent = 'builder') =>
  JSON.parse(place.ken(['receipts', head, '--goal', 'goal.json', '--agent', agent, '--json']).out);

describe('what a finished file tells', () => {
  test('is a historical delivery, and no receipt', () => {
    const place = new Place();
    const head = sealed(place, whole(place));
    const { receipts, not_minted: not } = told(place, head);
    expect(not).toEqual([]);
    expect(receipts).toMatchObject([
      {
        schema_version: 'ken_historical_delivery_v0',
        goal_id: 'pages',
        agent_id: 'builder',
        material_id: 'rules',
        observed_revision: 'r1',
        outcome: 'read',
        recorded_at: '2026-02-03T04:05:06.000Z',
        content: idOf(rules),
      },
    ]);
    const reads = JSON.parse(place.ken(['reads', head, '--json']).out).reads;
    expect(receipts[0].evidence_ref).toBe(reads[0].deliveries[0].event);
  });

  test('counts in a frontier only where a person says so, which is told', () => {
    const place = new Place();
    const head = sealed(place, whole(place));
    const frontier = (...rest: string[]) => place.ken(frontierBy(head, '--check', ...rest));
    const without = frontier();
    expect(without.exit).toBe(1);
    expect(without.err).toContain('1 historical delivery NOT counted');
    const accepted = frontier('--accept-historical');
    expect(accepted.exit, accepted.err).toBe(0);
    expect(accepted.err).toContain('1 historical delivery accepted');
    writeFileSync(join(place.cwd, 'rows.json'), JSON.stringify(told(place, head).receipts));
    const rows = ['frontier', '--goal', 'goal.json', '--agent', 'builder', '--receipts', 'rows.json', '--check'];
    const given = place.ken(rows);
    expect(given.exit).toBe(1);
    expect(given.err).toContain(
      '1 historical delivery among the receipts NOT counted: name the session of each with --session',
    );
  });

  test.each([
    [
      'a part',
      (place: Place) => new Session().prompt('Read.').read(place.at('rules.md'), rules, { to: 4 }).reply('Read.'),
      'part',
    ],
    [
      'what left before it could be used',
      (place: Place) => new Session().prompt('Read.').read(place.at('rules.md'), rules).compact('auto', 'Read.'),
      'unused',
    ],
    ['another revision', (place: Place) => whole(place, rules.replace('entry 4', 'entry 5')), 'unseen'],
    ['no read', () => new Session().prompt('Read.').reply('I have read the rules.'), 'unseen'],
  ])('%s mints nothing and says why; control: above', (_, session, why) => {
    const place = new Place();
    expect(told(place, sealed(place, session(place)))).toMatchObject({
      receipts: [],
      not_minted: [{ material: 'rules', why }],
    });
  });

  test('of a revision that nobody registered mints nothing', () => {
    const place = new Place();
    const head = sealed(place, whole(place));
    place.register({ revision: 'r1' });
    expect(told(place, head)).toMatchObject({ receipts: [], not_minted: [{ why: 'unregistered' }] });
  });

  test('of an older revision is of that one, and stale where authority moved', () => {
    const place = new Place();
    const head = sealed(place, whole(place));
    const next = rules.replace('entry 4', 'entry 5');
    place.register({ revision: 'r2', content: idOf(next) }, { revision: 'r1', content: idOf(rules) });
    expect(told(place, head).receipts).toMatchObject([{ observed_revision: 'r1' }]);
    const words = frontierBy(head, '--accept-historical', '--json');
    expect(JSON.parse(place.ken(words).out).items[0].state).toBe('stale');
  });
});

test('a delivery for no todo says which todo it could count for, and counts for it when that is said', () => {
  const place = new Place();
  const head = sealed(place, whole(place));
  const path = join(place.cwd, 'goal.json');
  const { agent_profiles: _, ...goal } = JSON.parse(readFileSync(path, 'utf8'));
  const todos = [{ todo_id: 'break-pages', claimed_by: 'builder', required_materials: ['rules'] }];
  writeFileSync(path, JSON.stringify({ ...goal, todos }));
  const words = frontierBy(head, '--accept-historical', '--check');
  const without = place.ken(words);
  expect(without.exit).toBe(1);
  expect(without.err).toContain('rules was delivered, and for no todo: --todo break-pages counts it for that one');
  expect(place.ken([...words, '--todo', 'break-pages']).exit).toBe(0);
});

describe('says why nothing is minted', () => {
  test('of a revision that no map gives the hash of, also where every run is looked at', () => {
    const place = new Place();
    place.deliver();
    const asked = (...rest: string[]) => place.ken(['receipts', '--goal', 'goal.json', '--agent', 'builder', ...rest]);
    expect(asked().err).toContain('1 receipt; 0 revisions without one');
    writeFileSync(join(place.cwd, 'none.json'), '{"schema_version":"ken_locations_v0","roots":{},"materials":[]}');
    const without = asked('--locations', 'none.json');
    expect(without.out).toBe('');
    expect(without.err).toContain('rules, revision r1: nobody says what the revision hashes to: name the map');
  });

  test('of a session of another agent, and of one without the map, beside the frontier', () => {
    const place = new Place();
    const { head } = JSON.parse(place.deliver('builder', '--output', 'got', '--json').out);
    const asked = (agent: string, ...rest: string[]) =>
      place.ken(['frontier', '--goal', 'goal.json', '--agent', agent, '--session', head, ...rest]).err;
    expect(asked('builder')).toContain('1 receipt accepted');
    expect(asked('reviewer')).toContain('rules, revision r1: the session is of another agent');
  });

  test('of a requirement that a key does not quite name; control: the key that names one', () => {
    const place = new Place();
    const path = join(place.cwd, 'goal.json');
    const goal = JSON.parse(readFileSync(path, 'utf8'));
    const keys = ['required_material', 'requiredMaterials', 'materials', 'Required_materials', 'material_topic'];
    const known = ['required_materials', 'material_refs', 'text'];
    const todos = [...keys, ...known].map((key, at) => ({
      todo_id: `t${at}`,
      claimed_by: 'builder',
      [key]: ['rules'],
    }));
    writeFileSync(path, JSON.stringify({ ...goal, todos }));
    const { err } = place.ken(['frontier', '--goal', 'goal.json', '--agent', 'builder']);
    const named = [...err.matchAll(/todos\[(\d)\] has a key that looks like a requirement and is none/g)];
    expect(named.map(([, at]) => Number(at))).toEqual([...keys.keys()]);
  });

  test('of a receipt for no todo where a todo requires it', () => {
    const place = new Place();
    const path = join(place.cwd, 'goal.json');
    const { agent_profiles: _, ...goal } = JSON.parse(readFileSync(path, 'utf8'));
    const todos = [{ todo_id: 'break-pages', claimed_by: 'builder', required_materials: ['rules'] }];
    writeFileSync(path, JSON.stringify({ ...goal, todos }));
    writeFileSync(join(place.cwd, 'rows.json'), place.deliver('builder', '--output', 'got').out);
    const asked = place.ken(['frontier', '--goal', 'goal.json', '--agent', 'builder', '--receipts', 'rows.json']);
    expect(asked.err).toContain('rules has a receipt for no todo, and is required by break-pages');
  });
});

describe('a bundle', () => {
  test('is the word of whoever made it: what it calls witnessed counts only for whoever says so', () => {
    const place = new Place();
    const { head } = JSON.parse(place.deliver('builder', '--output', 'got.md', '--json').out);
    expect(place.ken(['bundle', head, '--output', 'run.car']).exit).toBe(0);
    const frontier = (...rest: string[]) => place.ken(frontierBy(head, '--check', ...rest));
    const bundled = frontier('--store', 'run.car');
    expect(bundled.exit).toBe(1);
    expect(bundled.err).toContain('1 historical delivery NOT counted, since a bundle is the word of whoever made it');
    expect(frontier('--store', 'run.car', '--accept-historical').exit).toBe(0);
    expect(frontier().exit).toBe(0);
    const rows = place.ken(['receipts', head, '--goal', 'goal.json', '--agent', 'builder', '--store', 'run.car']);
    expect(JSON.parse(rows.out).schema_version).toBe('ken_historical_delivery_v0');
    writeFileSync(join(place.cwd, 'rows.json'), rows.out);
    const verified = place.ken(['verify', '--receipt', 'rows.json', '--store', 'run.car']);
    expect(verified.exit).toBe(0);
    expect(verified.out + verified.err).toContain('bundle');
  });
});

describe('ken verify --receipt', () => {
  const minted = (place: Place): { readonly [key: string]: string } => {
    place.deliver();
    return JSON.parse(place.ken(['receipts', '--goal', 'goal.json', '--agent', 'builder']).out);
  };
  const verdict = (place: Place, ...rows: unknown[]): string[] => {
    writeFileSync(join(place.cwd, 'rows.json'), JSON.stringify(rows));
    const done = place.ken(['verify', '--receipt', 'rows.json', '--json']);
    const document = JSON.parse(done.out);
    expect(document.verified).toBe(done.exit === 0);
    return document.receipts.map((row: { verdict: string }) => row.verdict);
  };

  test('makes a receipt again from its event; what was altered in it shows', () => {
    const place = new Place();
    const row = minted(place);
    const changes = {
      agent_id: 'reviewer',
      goal_id: 'other',
      material_id: 'plan',
      observed_revision: 'r2',
      recorded_at: '2030-01-01T00:00:00.000Z',
      todo_id: 'a-todo',
      content: idOf('other'),
      note: 'more',
      schema_version: 'ken_historical_delivery_v0',
    };
    const altered = Object.entries(changes).map(([key, value]) => ({ ...row, [key]: value }));
    const verdicts = verdict(place, row, ...altered, { ...row, evidence_ref: row['receipt_id'] });
    expect([verdicts[0], verdicts.at(-1)]).toEqual(['verified', 'unknown-event']);
    expect(verdicts.filter((one) => one === 'verified')).toHaveLength(1);
    expect(verdict(place, row, { schema_version: 'material_usage_receipt_v0' })).toEqual(['verified', 'not-a-receipt']);
  }, 180_000);

  test('of a finished file too, and not as if it had been witnessed', () => {
    const place = new Place();
    const [row] = told(place, sealed(place, whole(place))).receipts;
    const [made, other] = verdict(place, row, { ...row, schema_version: 'material_usage_receipt_v0' });
    expect([made, other === 'verified']).toEqual(['verified', false]);
  });

  test('in a store without the event it is unknown', () => {
    const place = new Place();
    const row = minted(place);
    const other = new Place();
    other.deliver('reviewer');
    expect(verdict(other, row)).toEqual(['unknown-event']);
  });

  test('a file without a receipt is refused', () => {
    const place = new Place();
    place.deliver();
    writeFileSync(join(place.cwd, 'none.json'), '[]');
    expect(place.ken(['verify', '--receipt', 'none.json']).exit).toBe(1);
  });
});

describe('ken deliver', () => {
  test('gives the bytes, and a receipt that names the event of an operator-free, witnessed run', () => {
    const place = new Place();
    const done = place.deliver('builder', '--output', 'got.md', '--json');
    expect(done.exit, done.err).toBe(0);
    expect(readFileSync(join(place.cwd, 'got.md'), 'utf8')).toBe(rules);
    const document = JSON.parse(done.out);
    const event = JSON.parse(place.ken(['explain', document.receipt.evidence_ref, '--json']).out).event.payload;
    expect(event).toMatchObject({ origin: 'tool', kind: 'observation', payload: idOf(rules) });
    expect(place.ken(['verify', document.head]).exit).toBe(0);
    expect(JSON.parse(place.ken(['log', document.head, '--json']).out)).toMatchObject({ format: 'live', context: 1 });
  });

  test('mints nothing where its reader does not take all of it; control: one that does', () => {
    const long = rules.repeat(40_000);
    const place = new Place(long);
    const call =
      'export KEN_STORE=store.db KEN_LOCATIONS=locations.json; ken deliver rules --to builder --goal goal.json';
    const closed = shell(`${call} | head -c 10; exit \${PIPESTATUS[0]}`, place.cwd);
    expect(closed.exit).toBe(1);
    expect(place.state()).toBe('required_unread');
    expect(shell(`${call} | cat > got`, place.cwd).exit).toBe(0);
    expect(place.state()).toBe('current');
  });

  test.each([
    ['closed', '>&-'],
    ['the null device', '>/dev/null'],
    ['a device that is always full', '>/dev/full'],
  ])('mints nothing where standard output is %s; control: a pipe, and a file', (_, redirection) => {
    const place = new Place();
    const call =
      'export KEN_STORE=store.db KEN_LOCATIONS=locations.json; ken deliver rules --to builder --goal goal.json';
    const refused = shell(`${call} ${redirection}`, place.cwd);
    expect([refused.exit, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('nothing was delivered');
    expect(place.state()).toBe('required_unread');
    expect(shell(`${call} > got`, place.cwd).exit).toBe(0);
    expect(readFileSync(join(place.cwd, 'got'), 'utf8')).toBe(rules);
    expect(place.state()).toBe('current');
  });

  test('mints nothing where the output is a device, or what it reads, or the store and what belongs to it', () => {
    const place = new Place();
    place.deliver('reviewer', '--output', 'got.md');
    const [lock] = readdirSync(join(place.cwd, 'store.db-locks'));
    symlinkSync('/dev/null', join(place.cwd, 'link'));
    for (const output of ['/dev/null', 'link', '/dev/zero'])
      expect(place.deliver('builder', '--output', output), output).toMatchObject({ exit: 1, out: '' });
    for (const output of [
      'store.db',
      `store.db-locks/${lock}`,
      'store.db-locks/new',
      'locations.json',
      'goal.json',
      'repo/rules.md',
    ])
      expect(place.deliver('builder', '--output', output), output).toMatchObject({ exit: 2, out: '' });
    expect(place.text()).toBe(rules);
    expect(place.state()).toBe('required_unread');
  }, 180_000);

  test('of a goal without an id that is text hands nothing out', () => {
    const place = new Place();
    const path = join(place.cwd, 'goal.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"pages"', '"pages\\ud800"'));
    expect(place.deliver()).toMatchObject({ exit: 1, out: '' });
  });

  test('into a file gives the row, and nothing else, on standard output', () => {
    const place = new Place();
    const done = place.deliver('builder', '--output', 'got.md');
    expect(done.exit, done.err).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({ schema_version: 'material_usage_receipt_v0', material_id: 'rules' });
    expect(done.err).toContain('delivered to builder');
  });

  test('of a file that is larger than can be read at once is refused in a sentence', () => {
    const place = new Place();
    truncateSync(place.at('rules.md'), 3 * 2 ** 30);
    const refused = place.deliver();
    expect([refused.exit, refused.out]).toEqual([1, '']);
    expect(refused.err).not.toMatch(/at .*\.js|ERR_|rules\.md/);
    expect(place.today()).toMatchObject({ state: 'unreadable', exit: 1 });
  });

  test.each([
    ['an agent that the goal does not know', ['rules', '--to', 'stranger'], 1],
    ['a material that authority does not register', ['other', '--to', 'builder'], 1],
    ['a todo that the goal does not have', ['rules', '--to', 'builder', '--todo', 't'], 1],
    ['JSON without a file for the bytes', ['rules', '--to', 'builder', '--json'], 2],
  ])('refuses %s', (_, words, exit) => {
    const place = new Place();
    const refused = place.ken(['deliver', ...words, '--goal', 'goal.json']);
    expect(refused.exit, refused.err).toBe(exit);
    expect(refused.out.includes('Rule')).toBe(false);
  });

  test.each([
    ['a boundary that cannot be read here', { boundary: 'office' }],
    ['no boundary', {}],
    ['a gate that blocks', { boundary: 'public', gate_status: 'owner_gate' }],
  ])('refuses %s', (_, fields) => {
    const place = new Place();
    const path = join(place.cwd, 'goal.json');
    const goal = JSON.parse(readFileSync(path, 'utf8'));
    goal.authority_registry.project_materials.rules = { revision: 'r1', ...fields };
    writeFileSync(path, JSON.stringify(goal));
    expect(place.deliver()).toMatchObject({ exit: 1, out: '' });
    if ('boundary' in fields && fields.boundary === 'office')
      expect(place.deliver('builder', '--boundary', 'office').exit).toBe(0);
  });

  test('no output tells where a material is', () => {
    const place = new Place();
    place.register({ revision: 'r1', content: idOf(rules), path: 'rules.md' });
    const outputs = [
      place.ken(['revisions', '--goal', 'goal.json', '--json']),
      place.ken(['revisions', '--goal', 'goal.json']),
      place.deliver('builder', '--output', 'got', '--json'),
      place.deliver(),
      place.ken(['receipts', '--goal', 'goal.json', '--agent', 'builder', '--json']),
      place.ken(['frontier', '--goal', 'goal.json', '--agent', 'builder', '--json']),
    ];
    for (const { out, err } of outputs) {
      expect(out).not.toMatch(/rules\.md|\brepo\b/);
      expect(err).not.toMatch(/rules\.md|\brepo\b/);
    }
  }, 180_000);
});

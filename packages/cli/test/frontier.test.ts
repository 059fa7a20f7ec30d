import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ken, scratch, shell } from './ken.ts';

const goal = fileURLToPath(new URL('../../../examples/goal.yaml', import.meta.url));
const receipts = fileURLToPath(new URL('../../../examples/receipts.jsonl', import.meta.url));
const call = ['frontier', '--goal', goal, '--agent', 'builder', '--at', '2026-02-03T10:00:00Z'];

const statesOf = (out: string): Record<string, string> =>
  Object.fromEntries(
    JSON.parse(out).items.map(({ material_id: id, state }: { material_id: string; state: string }) => [id, state]),
  );

describe('ken frontier', () => {
  test('prints the exact packet, and the same for people', () => {
    const printed = ken([...call, '--receipts', receipts, '--json']);
    expect(printed.exit, printed.err).toBe(0);
    const packet = JSON.parse(printed.out);
    expect(Object.keys(packet).sort()).toEqual([
      'agent_id',
      'generated_at',
      'goal_id',
      'items',
      'required_reads',
      'schema_version',
      'summary',
      'truth_contract',
    ]);
    expect(packet.schema_version).toBe('agent_material_frontier_v0');
    expect(statesOf(printed.out)).toEqual({
      'page-samples': 'missing',
      'printer-manual': 'inaccessible',
      'statement-rules': 'stale',
      'test-plan': 'required_unread',
      'entry-format': 'current',
    });
    const shown = ken([...call, '--receipts', receipts]);
    for (const { material_id: id } of packet.items) expect(shown.out).toContain(id);
    expect(shown.out).toContain('Read first');
  });

  test('a boundary that can be read here makes its material readable; control: without it is inaccessible', () => {
    const open = ken([...call, '--receipts', receipts, '--boundary', 'office', '--json']);
    expect(statesOf(open.out)['printer-manual']).toBe('required_unread');
  });

  test('--check says no unless everything is current', () => {
    const cwd = scratch();
    expect(ken([...call, '--receipts', receipts, '--check']).exit).toBe(1);
    expect(ken([...call, '--receipts', receipts]).exit).toBe(0);
    const small = {
      goal_id: 'g',
      authority_registry: { project_materials: { m: { revision: 'r1', boundary: 'public' } } },
    };
    writeFileSync(
      join(cwd, 'goal.json'),
      JSON.stringify({ ...small, todos: [{ todo_id: 't', material_refs: ['m'] }] }),
    );
    const row = {
      schema_version: 'material_usage_receipt_v0',
      receipt_id: '1',
      goal_id: 'g',
      agent_id: 'a',
      todo_id: 't',
    };
    const receipt = { ...row, material_id: 'm', observed_revision: 'r1', outcome: 'read', recorded_at: '2026-01-01' };
    writeFileSync(join(cwd, 'receipts.json'), JSON.stringify([receipt]));
    const words = ['frontier', '--goal', 'goal.json', '--agent', 'a', '--check', '--receipts', 'receipts.json'];
    expect(ken(words, { cwd }).exit).toBe(0);
    expect(ken(words.slice(0, -2), { cwd }).exit).toBe(1);
  });

  test('an agent that the goal does not know is refused, and never passes for informed', () => {
    const refused = ken(['frontier', '--goal', goal, '--agent', 'bilder', '--check', '--json']);
    expect(refused.exit).toBe(1);
    expect(JSON.parse(refused.out).error.code).toBe('goal/unknown-agent');
    expect(ken([...call, '--todo', 'none', '--json']).exit).toBe(1);
    expect(Object.keys(statesOf(ken([...call, '--todo', 'break-pages', '--json']).out))).toHaveLength(5);
  });

  test('JSON and YAML say the same, whatever the file is called, and so do receipts in each form', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'goal.yaml'), JSON.stringify(parse(readFileSync(goal, 'utf8')), null, 2));
    const rows = readFileSync(receipts, 'utf8').trimEnd().split('\n');
    writeFileSync(join(cwd, 'list.json'), `[\n${rows.join(',\n')}\n]`);
    writeFileSync(join(cwd, 'object.json'), `{"receipts":[${rows.join(',')}]}`);
    writeFileSync(join(cwd, 'lines.txt'), rows.join('\r\n'));
    const wanted = ken([...call, '--receipts', receipts, '--json']).out;
    const other = ['frontier', '--goal', 'goal.yaml', '--agent', 'builder', '--at', '2026-02-03T10:00:00Z', '--json'];
    for (const file of ['list.json', 'object.json', 'lines.txt'])
      expect(ken([...other, '--receipts', file], { cwd }).out, file).toBe(wanted);
    const piped = shell(`ken ${other.join(' ')} --receipts - < '${receipts}'`, cwd);
    expect(piped.out).toBe(wanted);
  });

  test('--since says what changed, and by which rule', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'before.json'), ken([...call, '--json']).out);
    const since = ken([...call, '--receipts', receipts, '--since', 'before.json', '--json'], { cwd });
    expect(since.exit, since.err).toBe(0);
    const { changes, schema_version: schema } = JSON.parse(since.out);
    expect(schema).toBe('agent_material_frontier_diff_v0');
    expect(changes.map(({ material_id: id, to }: { material_id: string; to: string }) => [id, to]).sort()).toEqual([
      ['entry-format', 'current'],
      ['statement-rules', 'stale'],
    ]);
    expect(ken([...call, '--receipts', receipts, '--since', 'before.json'], { cwd }).out).toContain('unread → stale');
  });
});

describe('a goal that is no goal', () => {
  const refusals: readonly (readonly [what: string, text: string | Uint8Array, code: string])[] = [
    ['prose', 'Dear reader,', 'document/malformed'],
    ['a list', '[]', 'document/malformed'],
    ['nothing', '', 'document/malformed'],
    ['a key twice', '{"goal_id":"g","goal_id":"h"}', 'document/malformed'],
    ['a key twice in YAML', 'goal_id: g\ngoal_id: h\n', 'document/malformed'],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replace(
        /./g,
        (one, at, all) =>
          `${one}: &${one} [${Array(9)
            .fill(`*${at === 0 ? 'a' : all[at - 1]}`)
            .join(',')}]\n`,
      )}`,
      'document/malformed',
    ],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 'document/not-text'],
    [
      'a summary of its materials',
      '{"goal_id":"g","authority_registry":{"project_material_count":4}}',
      'frontier/compact-authority',
    ],
  ];

  test.each(refusals)('%s: one sentence, exit 1', (_, text, code) => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'goal'), text);
    const refused = ken(['frontier', '--goal', 'goal', '--agent', 'a', '--json'], { cwd });
    expect(refused.exit).toBe(1);
    expect(JSON.parse(refused.out).error.code).toBe(code);
    expect(refused.err).toMatch(/^ken frontier: [^\n]+\.\n/);
  });

  test('tells every fault by its path and never what it says', () => {
    const cwd = scratch();
    const text = JSON.stringify({
      goal_id: 'g',
      authority_registry: { project_materials: {} },
      todos: [5, { required_materials: [{ id: 'm', purpose: 'in /home/somebody/notes' }] }],
    });
    writeFileSync(join(cwd, 'goal.json'), text);
    const refused = ken(['frontier', '--goal', 'goal.json', '--agent', 'a', '--json'], { cwd });
    const { faults } = JSON.parse(refused.out).error;
    expect(faults.map(({ path }: { path: string }) => path)).toEqual([
      'todos[0]',
      'todos[1].required_materials[0].purpose',
    ]);
    expect(refused.out + refused.err).not.toContain('somebody');
  });

  test('a torn line among receipts is refused by its number; control: the whole file is taken', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'torn.jsonl'), `${readFileSync(receipts, 'utf8')}{"schema_ver`);
    const refused = ken([...call, '--receipts', 'torn.jsonl', '--json'], { cwd });
    expect(refused.exit).toBe(1);
    expect(JSON.parse(refused.out).error).toMatchObject({ code: 'document/malformed' });
    expect(refused.err).toContain('line 4');
    expect(ken([...call, '--receipts', receipts], { cwd }).exit).toBe(0);
  });
});

describe('ken handoff', () => {
  test('gives counts and at most four references, and nothing else', () => {
    const printed = ken(['handoff', ...call.slice(1), '--receipts', receipts, '--json']);
    const handoff = JSON.parse(printed.out);
    expect(handoff).toMatchObject({ schema_version: 'agent_material_handoff_projection_v0', material_ref_count: 5 });
    expect(handoff.material_refs).toHaveLength(4);
    expect(printed.out).not.toContain('r-1');
    expect(printed.out).not.toContain('ledger-pages');
  });

  test('puts them into a note, out of which a successor has nothing current', () => {
    const cwd = scratch();
    const note = {
      schema_version: 'handoff_note_v0',
      handoff_id: 'h-1',
      to_agent: 'reviewer',
      summary: 'Half of it is done.',
    };
    writeFileSync(join(cwd, 'note.json'), JSON.stringify(note));
    const printed = ken(['handoff', ...call.slice(1), '--receipts', receipts, '--note', 'note.json', '--json'], {
      cwd,
    });
    expect(JSON.parse(printed.out)).toMatchObject({ schema_version: 'handoff_note_v1', summary: note.summary });
    const mine = parse(readFileSync(goal, 'utf8'));
    writeFileSync(join(cwd, 'goal.json'), JSON.stringify({ ...mine, handoffs: [JSON.parse(printed.out)] }));
    const words = [
      'frontier',
      '--goal',
      'goal.json',
      '--agent',
      'reviewer',
      '--receipts',
      receipts,
      '--boundary',
      'office',
    ];
    const states = statesOf(ken([...words, '--json'], { cwd }).out);
    expect(states['statement-rules']).toBe('required_unread');
    expect(states['page-samples']).toBe('missing');
  });
});

test('ken agents shows materials only where the capability is declared', () => {
  const cwd = scratch();
  const packet = JSON.parse(ken([...call, '--receipts', receipts, '--json']).out);
  const status = {
    generated_at: '2026-02-03T10:00:00Z',
    run_history: { goals: [{ id: 'ledger-pages', coordination: { registered_agents: ['builder'] } }] },
    agent_material_frontiers: [packet],
  };
  writeFileSync(join(cwd, 'status.json'), JSON.stringify(status));
  const words = ['agents', '--status', 'status.json'];
  const closed = JSON.parse(ken([...words, '--json'], { cwd }).out);
  expect(closed.agents).toEqual([{ agent_id: 'builder', goal_ids: ['ledger-pages'] }]);
  const open = ken([...words, '--capability', 'Material-Lifecycle', '--json'], { cwd });
  expect(JSON.parse(open.out).agents[0].material_frontier.summary.required_count).toBe(5);
  expect(ken([...words, '--capability', 'material_lifecycle'], { cwd }).out).toContain('1 of 5 current');
});

describe('an agent passes for informed only when it is', () => {
  const registry = 'goal_id: g\nauthority_registry: { project_materials: { a: { revision: r1, boundary: public } } }\n';
  const row = (more: object = {}): string =>
    JSON.stringify({
      schema_version: 'material_usage_receipt_v0',
      receipt_id: '1',
      goal_id: 'g',
      agent_id: 'builder',
      material_id: 'a',
      observed_revision: 'r1',
      outcome: 'read',
      recorded_at: '2026-01-01',
      ...more,
    });
  const check = (goalText: string, receiptText: string, words: readonly string[] = []) => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'goal'), goalText);
    writeFileSync(join(cwd, 'receipts'), receiptText);
    const call = ['frontier', '--goal', 'goal', '--agent', 'builder', '--receipts', 'receipts', '--check', ...words];
    return ken(call, { cwd });
  };
  const required = `${registry}agent_profile: { agent_id: builder, material_refs: [a] }\n`;

  test('control: with a receipt of the revision it does', () => {
    expect(check(required, row()).exit).toBe(0);
    expect(check(`${registry}agent_profiles: [{ agent_id: ' builder ', material_refs: [a] }]\n`, row()).exit).toBe(0);
  });

  test.each([
    ['a second document', `${required}...\ntodos: [x]\n`],
    ['profiles as a map', `${registry}agent_profiles: { builder: { material_refs: [b] } }\n`],
    [
      'two profiles of one agent',
      `${registry}agent_profiles: [{ agent_id: builder }, { agent_id: builder, material_refs: [b] }]\n`,
    ],
    ['one profile and several', `${required}agent_profiles: [{ agent_id: builder, material_refs: [b] }]\n`],
    [
      'a profile without an agent among several',
      `${required.replace('agent_profile:', 'agent_profiles: [{ material_refs: [b] }]\nx:')}`,
    ],
    [
      'a profile that is no object among several',
      `${registry}agent_profiles: [builder, { agent_id: builder, material_refs: [a] }]\n`,
    ],
    ['nothing required', `${registry}agent_profile: { agent_id: builder }\n`],
    [
      'a todo claimed by another',
      `${registry}todos: [{ todo_id: x, claimed_by: reviewer, agent_id: builder, material_refs: [b] }]\n`,
    ],
    [
      'requirements by a merge key',
      `${registry}base: &base { material_refs: [b] }\ntodos: [{ <<: *base, todo_id: x, claimed_by: builder }]\n`,
    ],
    [
      'keys that are the same as text',
      `${required.replace('a: {', '7: { revision: r2 }, "7": { revision: r1 }, a: {')}`,
    ],
  ])('%s does not', (_, goalText) => {
    expect(check(goalText, row()).exit).toBe(1);
  });

  test('a todo of another agent, or named twice, does not', () => {
    const todos = `${registry}todos: [{ todo_id: x, claimed_by: reviewer, material_refs: [b] }, { todo_id: y, claimed_by: builder, material_refs: [a] }]\n`;
    expect(check(todos, row({ todo_id: 'y' }), ['--todo', 'y']).exit).toBe(0);
    expect(check(todos, row({ todo_id: 'y' }), ['--todo', 'x']).exit).toBe(1);
    expect(check(todos, row({ todo_id: 'y' }), ['--todo', 'x', '--todo', 'y']).exit).toBe(2);
    const secret = check(todos, row(), ['--todo', 'ghp_abcdefghijklmnopqrstuvwx', '--json']);
    expect(secret.out + secret.err).not.toContain('ghp_');
  });

  test.each([
    ['1.10', '"1.1"'],
    ['12345678901234567891', '12345678901234567890'],
    ['9007199254740993', '"9007199254740992"'],
    ['5678e10', '56780000000000'],
    ['0x1F', '31'],
    ['007', '7'],
  ])('revision %s is not revision %s; control: written alike it is', (now, seen) => {
    const goalText = required.replace('revision: r1', `revision: ${now}`);
    const receipt = (revision: string): string => row().replace('"r1"', revision);
    expect(check(goalText, receipt(seen)).exit).toBe(1);
    expect(check(goalText, receipt(`"${now}"`)).exit).toBe(0);
  });

  test('a receipt with a key twice is refused', () => {
    const twice = row().replace('"agent_id":"builder"', '"agent_id":"reviewer","agent_id":"builder"');
    expect(check(required, twice).exit).toBe(1);
  });
});

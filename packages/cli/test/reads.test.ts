import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Session } from '../../session/test/claude.ts';
import type { Outcome } from './ken.ts';
import { idOf, Place, rules } from './materials.ts';

const sealed = (place: Place, text = rules): string => {
  const session = new Session().prompt('Read.').read(place.at('rules.md'), text).reply('Read.');
  writeFileSync(join(place.cwd, 'session.jsonl'), session.text());
  return JSON.parse(place.ken(['seal', 'session.jsonl', '--json']).out).sessions[0].head;
};

const claiming = (place: Place, head: string, claims: unknown): Outcome => {
  writeFileSync(join(place.cwd, 'claims.json'), JSON.stringify(claims));
  return place.ken(['reads', head, '--claims', 'claims.json']);
};

test('claims are judged, and what could have been one is not passed over', () => {
  const place = new Place();
  const head = sealed(place);
  const path = place.at('rules.md');
  expect(claiming(place, head, [{ path, revision: idOf(rules), lines: [1, 9] }, path]).exit).toBe(0);
  for (const wrong of [{ path, revision: idOf('other') }, { path, lines: [1, 10] }, { path: '/elsewhere.md' }])
    expect(claiming(place, head, [wrong]).exit).toBe(1);
  for (const odd of [
    { path, revison: idOf('other') },
    { path, line: 3 },
    { path, revision: 'r1' },
    { path, lines: [3, 2] },
    { path: '' },
    {},
    7,
  ]) {
    const refused = claiming(place, head, [path, odd]);
    expect([refused.exit, refused.out], JSON.stringify(odd)).toEqual([1, '']);
    expect(refused.err).not.toContain('revison');
  }
}, 120_000);

test('a file that stands as it was read is current, in whatever form it was shown', () => {
  for (const text of [rules, rules.replaceAll('\n', '\r\n'), `\ufeff${rules}`]) {
    const place = new Place(text);
    const shown = text.replaceAll('\r\n', '\n').replace('\ufeff', '');
    const { reads } = JSON.parse(place.ken(['reads', sealed(place, shown), '--json']).out);
    const read = reads.find(({ revision }: { revision: string }) => revision === idOf(text));
    expect(read).toMatchObject({ whole: true, text_only: text !== shown, disk: 'current' });
    place.write('rules.md', `${text}more\n`);
    const later = JSON.parse(place.ken(['reads', sealed(place, shown), '--json']).out).reads;
    expect(later.map(({ disk }: { disk: string }) => disk)).toEqual(['changed']);
  }
}, 120_000);

test('what Ken delivered is named by its material, and is no result that nothing explains', () => {
  const place = new Place();
  const { head, receipt } = JSON.parse(place.deliver('builder', '--output', 'got', '--json').out);
  const words = ['reads', head];
  const { delivered, unexplained } = JSON.parse(place.ken([...words, '--json']).out);
  expect(delivered).toMatchObject([
    { material: 'rules', revision: 'r1', agent: 'builder', event: receipt.evidence_ref },
  ]);
  expect(unexplained).toEqual([]);
  expect(place.ken(words).out).toContain('rules, revision r1: delivered whole to builder');
  const { sessions } = JSON.parse(place.ken(['sessions', '--json']).out);
  expect(sessions).toMatchObject([{ label: 'rules to builder', last_at: receipt.recorded_at }]);
});

test('results that no revision explains are listed by the file that was asked for, and a claim of it says so', () => {
  const place = new Place();
  const read = (path: string) => ({
    parts: [
      { type: 'tool', tool: 'read', state: { status: 'completed', input: { filePath: path }, output: 'a part' } },
    ],
  });
  const message = (role: string, at: number, more: object) => ({
    info: {
      id: `msg_${at}`,
      sessionID: 'ses',
      role,
      time: { created: at },
      ...(cwd === null ? {} : { path: { cwd } }),
    },
    ...more,
  });
  let cwd: string | null = null;
  const session = (id: string): { readonly head: string } => {
    const messages = [
      message('user', 1, { parts: [{ type: 'text', text: 'Read.' }] }),
      message('assistant', 2, read('/elsewhere/notes.md')),
      message('assistant', 3, read('/elsewhere/notes.md')),
    ];
    writeFileSync(join(place.cwd, 'session.json'), JSON.stringify({ info: { id, directory: '/p' }, messages }));
    return JSON.parse(place.ken(['seal', 'session.json', '--json']).out).sessions[0];
  };
  const { head } = session('ses');
  expect(place.ken(['reads', head]).out).toMatch(/read +2 results +12 B +\/elsewhere\/notes\.md/);
  const claimed = claiming(place, head, ['/elsewhere/notes.md', '/elsewhere/other.md']);
  expect(claimed.exit).toBe(1);
  expect(claimed.out.match(/2 results of calls that named it, which no revision explains/g)).toHaveLength(1);
  expect(claiming(place, head, ['notes.md']).out).toContain('This session names no folder');
  cwd = '/elsewhere';
  const placed = claiming(place, session('other').head, ['notes.md']);
  expect(placed.out).not.toContain('names no folder');
  expect(placed.out).toContain('2 results of calls that named it');
});

test('a relative path of a session that names no folder is not looked for where ken runs', () => {
  const place = new Place();
  const session = new Session().prompt('Read.').read('rules.md', rules).reply('Read.');
  writeFileSync(join(place.cwd, 'session.jsonl'), session.text());
  writeFileSync(join(place.cwd, 'rules.md'), rules);
  const [{ head }] = JSON.parse(place.ken(['seal', 'session.jsonl', '--json']).out).sessions;
  const { reads } = JSON.parse(place.ken(['reads', head, '--json']).out);
  expect(reads).toMatchObject([{ path: 'rules.md', disk: 'unknown' }]);
});

test('a claimed file is compared with what tools showed without naming one; control: another text', () => {
  const place = new Place();
  const item = (payload: object) =>
    `${JSON.stringify({ timestamp: '2026-02-03T04:05:06Z', type: 'response_item', payload })}\n`;
  const text = [
    `${JSON.stringify({ type: 'session_meta', payload: { id: 's' } })}\n`,
    item({ type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["cat","rules.md"]}' }),
    item({ type: 'function_call_output', call_id: 'c', output: rules }),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Read.' }] }),
  ];
  writeFileSync(join(place.cwd, 'session.jsonl'), text.join(''));
  const [{ head }] = JSON.parse(place.ken(['seal', 'session.jsonl', '--json']).out).sessions;
  expect(claiming(place, head, [{ path: place.at('rules.md'), revision: idOf(rules) }]).exit).toBe(0);
  place.write('other.md', `${rules}more\n`);
  expect(claiming(place, head, [place.at('other.md')]).exit).toBe(1);
});

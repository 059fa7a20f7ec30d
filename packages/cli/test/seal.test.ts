import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { example, ken, scratch } from './ken.ts';

const store = ['--store', 'store.db'];
const lines = readFileSync(example, 'utf8').trimEnd().split('\n');

/** The example as another session: every identifier in it is another one. */
const renamed = (number: number): string =>
  lines.join('\n').replaceAll(/"(uuid|parentUuid|sessionId|logicalParentUuid)":"([0-9a-f]{8})/g, (_, key, begins) => {
    const other = (Number.parseInt(begins, 16) ^ number).toString(16).padStart(8, '0');
    return `"${key}":"${other}`;
  });

/** A folder as an agent keeps it: two projects, and things in it that are no sessions. */
const projects = () => {
  const cwd = scratch();
  for (const folder of ['all/one', 'all/two/deep']) mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, 'all/one/a.jsonl'), renamed(1));
  writeFileSync(join(cwd, 'all/one/b.jsonl'), renamed(2));
  writeFileSync(join(cwd, 'all/two/deep/c.jsonl'), renamed(3));
  writeFileSync(join(cwd, 'all/one/notes.md'), '# Notes\n');
  writeFileSync(join(cwd, 'all/one/empty.jsonl'), '');
  return cwd;
};

const filesOf = (out: string): string[] => JSON.parse(out).sessions.map(({ file }: { file: string }) => file);

describe('a folder', () => {
  test('stands for every session under it; a file without one is told and changes nothing', () => {
    const cwd = projects();
    const sealed = ken(['seal', 'all', ...store, '--json'], { cwd });
    expect(sealed.exit, sealed.err).toBe(0);
    expect(filesOf(sealed.out)).toEqual(['all/one/a.jsonl', 'all/one/b.jsonl', 'all/two/deep/c.jsonl']);
    expect(JSON.parse(sealed.out)).toMatchObject({
      refused: [],
      skipped: [{ file: 'all/one/empty.jsonl', code: 'transcript/empty' }],
    });
    const again = JSON.parse(ken(['seal', 'all', ...store, '--json'], { cwd }).out);
    expect(again.sessions.map(({ status }: { status: string }) => status)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
  });

  test('goes on behind a file that is refused and a folder that cannot be read, and says no', () => {
    const cwd = projects();
    writeFileSync(join(cwd, 'all/one/aa.jsonl'), 'no session at all\n');
    writeFileSync(join(cwd, 'all/one/index.json'), '{"version":1,"entries":[]}\n');
    mkdirSync(join(cwd, 'all/shut'));
    chmodSync(join(cwd, 'all/shut'), 0o000);
    const isRoot = process.getuid?.() === 0;
    const sealed = ken(['seal', 'all', ...store, '--json'], { cwd });
    chmodSync(join(cwd, 'all/shut'), 0o700);
    expect(filesOf(sealed.out)).toEqual(['all/one/a.jsonl', 'all/one/b.jsonl', 'all/two/deep/c.jsonl']);
    const refused = JSON.parse(sealed.out).refused.map(({ file }: { file: string }) => file);
    expect(refused).toEqual(isRoot ? ['all/one/aa.jsonl'] : ['all/shut', 'all/one/aa.jsonl']);
    expect(sealed.exit).toBe(isRoot ? 1 : 3);
    expect(sealed.err).toContain('all/one/aa.jsonl');
  });

  test('with links in a circle ends, and a file that is linked to is sealed once more under its other name', () => {
    const cwd = projects();
    symlinkSync(join(cwd, 'all'), join(cwd, 'all/one/circle'));
    symlinkSync(join(cwd, 'all/one/a.jsonl'), join(cwd, 'all/two/linked.jsonl'));
    const { sessions } = JSON.parse(ken(['seal', 'all', ...store, '--json'], { cwd }).out);
    expect(sessions).toHaveLength(4);
    expect(sessions.at(-1)).toMatchObject({ file: 'all/two/linked.jsonl', status: 'unchanged' });
  });

  test('shows a line for each session where there are many, with the head of each', () => {
    const cwd = projects();
    for (const name of ['d', 'e']) writeFileSync(join(cwd, `all/one/${name}.jsonl`), renamed(name.charCodeAt(0)));
    const shown = ken(['seal', 'all', ...store], { cwd });
    const listed = JSON.parse(ken(['sessions', ...store, '--json'], { cwd }).out).sessions;
    for (const { head } of listed) expect(shown.out).toContain(head);
    expect(shown.out).toContain('5 sessions: 5 new, 0 grown');
    expect(shown.out).not.toContain('What left the context');
  });
});

describe('--latest', () => {
  test('seals the session that changed last, of a folder or of all that Claude Code keeps', () => {
    const cwd = projects();
    mkdirSync(join(cwd, '.claude'));
    symlinkSync(join(cwd, 'all'), join(cwd, '.claude/projects'));
    utimesSync(join(cwd, 'all/one/b.jsonl'), 2_000_000_000, 2_000_000_000);
    utimesSync(join(cwd, 'all/one/empty.jsonl'), 2_000_000_100, 2_000_000_100);
    expect(filesOf(ken(['seal', '--latest', 'all', ...store, '--json'], { cwd }).out)).toEqual(['all/one/b.jsonl']);
    const kept = ken(['seal', '--latest', ...store, '--json'], { cwd });
    expect(filesOf(kept.out)).toEqual([join(cwd, '.claude/projects/one/b.jsonl')]);
  });

  test('where there is none says so; without it and without a file is wrong use', () => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'none'));
    expect(ken(['seal', '--latest', 'none', ...store], { cwd }).exit).toBe(1);
    expect(ken(['seal', ...store], { cwd }).exit).toBe(2);
    expect(existsSync(join(cwd, 'store.db'))).toBe(false);
  });
});

describe('--dry-run', () => {
  test('says what would be sealed and about how much room it needs, and writes nothing', () => {
    const cwd = projects();
    const foreseen = ken(['seal', '--dry-run', 'all', ...store, '--json'], { cwd });
    expect(foreseen.exit).toBe(0);
    const document = JSON.parse(foreseen.out);
    expect(document.files.map(({ file }: { file: string }) => file)).toHaveLength(3);
    expect(document.bytes).toBe(3 * Buffer.byteLength(renamed(1)));
    expect(document.estimated_growth_bytes).toBeGreaterThan(document.bytes);
    expect(existsSync(join(cwd, 'store.db'))).toBe(false);
  });

  test('counts only what is not sealed yet; control: sealing it in truth changes the answer', () => {
    const cwd = projects();
    const before = JSON.parse(ken(['seal', '--dry-run', 'all', ...store, '--json'], { cwd }).out);
    ken(['seal', 'all/one/a.jsonl', ...store], { cwd });
    const after = JSON.parse(ken(['seal', '--dry-run', 'all', ...store, '--json'], { cwd }).out);
    expect(after.files[0].held_bytes).toBe(after.files[0].bytes);
    expect(after.estimated_growth_bytes).toBeLessThan(before.estimated_growth_bytes);
  });
});

describe('--strict', () => {
  const cut = `${lines.slice(3).join('\n')}\n`;

  test('fails the command for a finding that is among those named; control: without it, and for another', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'cut.jsonl'), cut);
    expect(ken(['seal', 'cut.jsonl', ...store], { cwd }).exit).toBe(0);
    expect(ken(['seal', 'cut.jsonl', ...store, '--strict', 'nul-run'], { cwd }).exit).toBe(0);
    const failed = ken(['seal', 'cut.jsonl', ...store, '--json', '--strict', 'nul-run', 'starts-mid-session'], { cwd });
    expect(failed.exit).toBe(1);
    expect(JSON.parse(failed.out)).toMatchObject({ strict: ['starts-mid-session'], sessions: [{ file: 'cut.jsonl' }] });
    expect(failed.err).toContain('starts-mid-session');
    expect(ken(['seal', '--strict', 'all', 'cut.jsonl', ...store], { cwd }).exit).toBe(1);
    expect(ken(['seal', '--strict', 'nul-run,starts-mid-session', 'cut.jsonl', ...store], { cwd }).exit).toBe(1);
  });

  test('with a word that is no finding is wrong use', () => {
    const cwd = scratch();
    const refused = ken(['seal', '--strict', 'starts-mid-sesion', example, ...store], { cwd });
    expect(refused.exit).toBe(2);
    expect(refused.err).toContain('starts-mid-session');
    expect(existsSync(join(cwd, 'store.db'))).toBe(false);
  });
});

describe('a session that went on in another file', () => {
  test.each([1, 20, 33, 50])('after %i records is continued, and sealed again adds nothing', (cut) => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'first.jsonl'), `${lines.slice(0, cut).join('\n')}\n`);
    writeFileSync(join(cwd, 'rest.jsonl'), `${lines.slice(cut).join('\n')}\n`);
    const [first] = JSON.parse(ken(['seal', 'first.jsonl', ...store, '--json'], { cwd }).out).sessions;
    const rest = ken(['seal', 'rest.jsonl', ...store, '--json'], { cwd });
    expect(rest.exit, rest.err).toBe(0);
    const [session] = JSON.parse(rest.out).sessions;
    // A compaction begins without a parent, so that nothing says what it goes on from.
    const parent = JSON.parse(lines[cut] ?? '').parentUuid;
    expect(session).toMatchObject(
      parent === null ? { status: 'new' } : { status: 'continued', run: first.run, records: lines.length },
    );
    if (parent === null) return;
    expect(ken(['export', session.head, ...store], { cwd }).out).toBe(`${lines.join('\n')}\n`);
    const again = JSON.parse(ken(['seal', 'rest.jsonl', ...store, '--json'], { cwd }).out);
    expect(again.sessions).toMatchObject([{ status: 'unchanged', head: session.head }]);
  });

  test('at a compaction says that it starts in the middle', () => {
    const cwd = scratch();
    const boundary = lines.findIndex((line) => line.includes('"compact_boundary"'));
    writeFileSync(join(cwd, 'rest.jsonl'), `${lines.slice(boundary).join('\n')}\n`);
    const [session] = JSON.parse(ken(['seal', 'rest.jsonl', ...store, '--json'], { cwd }).out).sessions;
    expect(session.findings.map(({ code }: { code: string }) => code)).toContain('starts-mid-session');
  });
});

test('what shows only beside another branch is told by log too, first of all', () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'a.jsonl'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(cwd, 'b.jsonl'),
    `${lines.map((line, at) => (at === 5 ? `${line.slice(0, -1)} }` : line)).join('\n')}\n`,
  );
  ken(['seal', 'a.jsonl', ...store], { cwd });
  const [session] = JSON.parse(ken(['seal', 'b.jsonl', ...store, '--json'], { cwd }).out).sessions;
  expect(session.findings[0]).toMatchObject({ code: 'record-rewritten', record: 5 });
  const { findings } = JSON.parse(ken(['log', session.head, ...store, '--json'], { cwd }).out);
  expect(findings).toEqual(session.findings);
});

test('sealed again among others, a session that did not change takes one line', () => {
  const cwd = projects();
  ken(['seal', 'all', ...store], { cwd });
  const again = ken(['seal', 'all', ...store], { cwd });
  expect(again.out).not.toContain('What left the context');
  expect(again.out).toContain('3 sessions: 0 new, 0 grown, 0 on other branches, 3 unchanged');
});

describe('sessions of other agents', () => {
  const plain =
    '{"session":"S","role":"operator","text":"What do we owe?"}\n{"session":"S","role":"model","text":"1 240"}\n';

  test('--format takes a file for what it is said to be; an unknown name is wrong use', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'notes.txt'), plain);
    const sealed = ken(['seal', 'notes.txt', '--format', 'plain', ...store, '--json'], { cwd });
    expect(JSON.parse(sealed.out).sessions).toMatchObject([{ format: 'plain', context: 2 }]);
    expect(ken(['seal', 'notes.txt', '--format', 'claude-code', ...store], { cwd }).exit).toBe(1);
    const wrong = ken(['seal', 'notes.txt', '--format', 'claude', ...store], { cwd });
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain('claude-code');
  });

  test('--latest looks where Codex and Gemini keep theirs too, and says where it looked when there is nothing', () => {
    const cwd = scratch();
    const none = ken(['seal', '--latest', ...store], { cwd });
    expect(none.exit).toBe(1);
    for (const folder of ['.claude', '.codex', '.gemini']) expect(none.err).toContain(folder);
    mkdirSync(join(cwd, '.codex/sessions/2025'), { recursive: true });
    writeFileSync(join(cwd, '.codex/sessions/2025/rollout.jsonl'), plain);
    expect(filesOf(ken(['seal', '--latest', ...store, '--json'], { cwd }).out)).toEqual([
      join(cwd, '.codex/sessions/2025/rollout.jsonl'),
    ]);
  });
});

import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { example, ken, scratch } from './ken.ts';

const store = ['--store', 'store.db'];

const schema = `
  CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL, directory text NOT NULL,
    title text NOT NULL, version text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL);
  CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
    data text NOT NULL);
  CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);`;

/** The data folder of an OpenCode that runs: its database is open, and its last changes stand in the log. */
const running = () => {
  const home = scratch();
  const folder = join(home, 'data/opencode');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'opencode.db');
  const db = new Database(path);
  onTestFinished(() => void db.close());
  db.pragma('journal_mode = WAL');
  db.exec(schema);
  const begin = (session: string, at: number): void =>
    void db
      .prepare("INSERT INTO session VALUES (?, 'p', NULL, 'slug', '/d', 'title', '1.18', ?, ?)")
      .run(session, at, at);
  const say = (session: string, number: number, text: string, at: number): void => {
    const role = number % 2 === 0 ? 'user' : 'assistant';
    const id = `msg_${session}_${number}`;
    const data = JSON.stringify({ role, time: { created: at } });
    db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, at, at, data);
    const part = JSON.stringify({ type: 'text', text });
    db.prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)').run(`prt_${id}`, id, session, at, at, part);
    db.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(at, session);
  };
  const env = { XDG_DATA_HOME: join(home, 'data') };
  return { home, folder, path, db, begin, say, env };
};

const sealed = (out: string): { status: string; run: string; head: string; file: string; findings: unknown[] }[] =>
  (JSON.parse(out) as { sessions: ReturnType<typeof sealed> }).sessions;

describe('the database of an OpenCode that is running', () => {
  test('gives each of its sessions; one that grew is sealed on; nothing beside it or of it changes', () => {
    const { home: cwd, folder, path, begin, say } = running();
    begin('ses_a', 1_000);
    begin('ses_b', 2_000);
    say('ses_a', 0, 'The limit is 47.', 3_000);
    say('ses_b', 0, 'Another.', 4_000);
    const files = (): string[] =>
      readdirSync(folder).map((name) => `${name} ${readFileSync(join(folder, name)).toString('base64')}`);
    const before = files();
    const first = ken(['seal', path, ...store, '--json'], { cwd });
    expect(first.exit).toBe(0);
    expect(sealed(first.out).map(({ status, run, file }) => [status, run, file])).toEqual([
      ['new', 'opencode:ses_a', path],
      ['new', 'opencode:ses_b', path],
    ]);
    expect(files()).toEqual(before);
    say('ses_a', 1, 'Noted: 47.', 5_000);
    const [grown, same] = sealed(ken(['seal', folder, ...store, '--json'], { cwd }).out);
    expect([grown?.status, grown?.findings, same?.status]).toEqual(['continued', [], 'unchanged']);
    const head = grown?.head ?? '';
    expect(ken(['verify', head, ...store], { cwd }).exit).toBe(0);
    const exported = JSON.parse(ken(['export', head, ...store], { cwd }).out) as {
      messages: { parts: { text: string }[] }[];
    };
    expect(exported.messages.flatMap(({ parts }) => parts.map(({ text }) => text))).toEqual([
      'The limit is 47.',
      'Noted: 47.',
    ]);
    expect(ken(['bundle', head, '--output', 'a.car', ...store], { cwd }).exit).toBe(0);
    expect(ken(['verify', 'a.car'], { cwd }).exit).toBe(0);
  });

  test('is one of the homes of --latest, where the session that changed last wins, of whatever agent', () => {
    const { home: cwd, begin, say, env } = running();
    begin('ses_old', 1_000);
    begin('ses_new', 2_000);
    say('ses_old', 0, 'old', 3_000);
    say('ses_new', 0, 'new', Date.now());
    mkdirSync(join(cwd, '.claude/projects'), { recursive: true });
    const claude = join(cwd, '.claude/projects/s.jsonl');
    writeFileSync(claude, readFileSync(example));
    utimesSync(claude, 1_000_000_000, 1_000_000_000);
    const latest = () => sealed(ken(['seal', '--latest', ...store, '--json'], { cwd, env }).out).map(({ run }) => run);
    expect(latest()).toEqual(['opencode:ses_new']);
    utimesSync(claude, 4_000_000_000, 4_000_000_000);
    expect(latest()[0]).toMatch(/^claude-code:/);
    const foreseen = JSON.parse(ken(['seal', '--latest', '--dry-run', ...store, '--json'], { cwd, env }).out);
    expect(foreseen.files[0].run).toMatch(/^claude-code:/);
    const listed = JSON.parse(ken(['sessions', ...store, '--json'], { cwd }).out).sessions as { format: string }[];
    expect(new Set(listed.map(({ format }) => format))).toEqual(new Set(['opencode', 'claude-code']));
  });

  test('is found by its own variable too, in its folder or elsewhere', () => {
    const { home: cwd, path, begin, say, env } = running();
    begin('ses_a', 1_000);
    say('ses_a', 0, 'a', 2_000);
    for (const own of [{ OPENCODE_DB: path }, { ...env, OPENCODE_DB: 'opencode.db' }]) {
      const [one] = sealed(ken(['seal', '--latest', ...store, '--json'], { cwd, env: own }).out);
      expect(one).toMatchObject({ run: 'opencode:ses_a', file: path });
    }
  });
});

describe('a database that is none of OpenCode, or damaged', () => {
  test('is refused where it was named, and passed over in a folder that was', () => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'in'));
    const other = new Database(join(cwd, 'in/opencode.db'));
    other.exec('CREATE TABLE session (id, name)');
    other.close();
    new Database(join(cwd, 'in/unasked.db')).exec('CREATE TABLE a (b)').close();
    writeFileSync(join(cwd, 'in/session.jsonl'), readFileSync(example));
    const named = ken(['seal', 'in/opencode.db', ...store, '--json'], { cwd });
    expect(named.exit).toBe(1);
    expect(JSON.parse(named.out).refused).toMatchObject([{ code: 'transcript/unrecognised' }]);
    const within = ken(['seal', 'in', ...store, '--json'], { cwd });
    expect(within.exit).toBe(0);
    expect(JSON.parse(within.out).skipped).toMatchObject([{ file: 'in/opencode.db', code: 'transcript/unrecognised' }]);
    expect(sealed(within.out).map(({ file }) => file)).toContain('in/session.jsonl');
  });

  test('with damaged pages says so and exits 1, and seals what stands beside it', () => {
    const { home: cwd, path, db, begin, say } = running();
    begin('ses_a', 1_000);
    for (let at = 0; at < 40; at += 1) say('ses_a', at, 'x'.repeat(2_000), at);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(path);
    const hurt = join(cwd, 'hurt.db');
    writeFileSync(hurt, bytes.fill(0x5a, 4096 * 3));
    const told = ken(['seal', hurt, example, ...store, '--json'], { cwd });
    expect(told.exit).toBe(1);
    expect(JSON.parse(told.out).refused).toMatchObject([{ file: hurt, code: 'database/damaged' }]);
    expect(sealed(told.out).length).toBeGreaterThan(0);
    expect(told.err).not.toContain('fault of its own');
  });
});

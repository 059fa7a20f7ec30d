import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { example, ken, type Outcome, scratch } from './ken.ts';

/** One clear sentence and nothing else: no stack, no second line, nothing on standard output. */
const expectSentence = (outcome: Outcome, exit: number): void => {
  expect(outcome.exit, outcome.err).toBe(exit);
  expect(outcome.out).toBe('');
  expect(outcome.err).toMatch(/^ken \w+: .+[.)]\n$/);
  expect(outcome.err).not.toMatch(/\bat .+:\d+:\d+|Error:|node:/);
};

describe('a file that cannot be sealed', () => {
  const setUp = (): string => {
    const cwd = scratch();
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'empty.jsonl'), '');
    writeFileSync(join(cwd, 'prose.txt'), 'Dear reader,\nthis is no transcript.\n');
    writeFileSync(join(cwd, 'other.json'), '{"name":"ken","version":"1"}\n');
    writeFileSync(join(cwd, 'binary'), Buffer.from([0, 1, 2, 255, 254, 10, 0]));
    return cwd;
  };

  test.each([
    ['a missing file', 'missing.jsonl', 3],
    ['a folder without a session', 'folder', 1],
    ['an empty file', 'empty.jsonl', 1],
    ['prose', 'prose.txt', 1],
    ['JSON of another kind', 'other.json', 1],
    ['binary data', 'binary', 1],
  ])('%s: one sentence, its exit code, and no store left behind', (_, file, exit) => {
    const cwd = setUp();
    expectSentence(ken(['seal', file, '--store', 'store.db'], { cwd }), exit);
    expect(existsSync(join(cwd, 'store.db'))).toBe(false);
    const json = ken(['seal', file, '--store', 'store.db', '--json'], { cwd });
    expect(json.exit).toBe(exit);
    expect(JSON.parse(json.out)).toMatchObject({ command: 'seal', sessions: [], refused: [{ file }] });
  });

  test('does not stop the others, and the worst of the exit codes stands', () => {
    const cwd = setUp();
    const sealed = ken(['seal', 'missing.jsonl', example, 'empty.jsonl', '--store', 'store.db', '--json'], { cwd });
    expect(sealed.exit).toBe(3);
    expect(JSON.parse(sealed.out)).toMatchObject({ sessions: [{ file: example }], refused: [{}, {}] });
  });
});

describe('an id that names nothing usable', () => {
  const setUp = () => {
    const cwd = scratch();
    const store = ['--store', 'store.db'];
    const [session] = JSON.parse(ken(['seal', example, '--json', ...store], { cwd }).out).sessions;
    return { cwd, store, session, unit: session.departures[0].first_unit as string };
  };
  const unknown = 'bafyr4iflf7nubka4irxgmva35hado6etfraqfo7xlxm623lfg3gci4gece';

  test('an unknown id, and an unknown beginning of one', () => {
    const { cwd, store } = setUp();
    for (const command of ['verify', 'explain', 'parents', 'fetch', 'export', 'bundle', 'log']) {
      expectSentence(ken([command, unknown, ...store], { cwd }), 1);
      expectSentence(ken([command, unknown.slice(0, 30), ...store], { cwd }), 1);
    }
  });

  test('the wrong kind of id, and what is no id', () => {
    const { cwd, store, session, unit } = setUp();
    const { packet } = session.departures[0];
    for (const call of [
      ['fetch', packet],
      ['fetch', session.head],
      ['export', unit],
      ['export', packet],
      ['bundle', unit],
      ['log', packet],
      ['parents', unit],
      ['explain', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'],
      ['explain', unit.toUpperCase()],
      ['explain', 'bafyr4ia'],
      ['fetch', 'hello'],
    ]) {
      expectSentence(ken([...call, ...store], { cwd }), 2);
    }
    expect(ken(['fetch', unit, ...store], { cwd }).exit).toBe(0);
  });

  test('with --json the refusal is a document with a stable code', () => {
    const { cwd, store, session } = setUp();
    const refused = ken(['fetch', session.head, '--json', ...store], { cwd });
    expect(JSON.parse(refused.out)).toMatchObject({
      schema_version: 'ken_error_v0',
      command: 'fetch',
      error: { code: 'object/wrong-kind' },
    });
  });
});

describe('wrong use', () => {
  test.each([[[]], [['seal']], [['frobnicate']], [['verify', '--nope', 'x']], [['explain']]])(
    'ken %j exits 2',
    (words) => {
      const outcome = ken(words);
      expect(outcome.exit).toBe(2);
      expect(outcome.out).toBe('');
      expect(outcome.err).not.toMatch(/\bat .+:\d+:\d+/);
    },
  );

  test('control: help of every command exits 0 and shows an example', () => {
    const help = ken(['--help']);
    expect(help.exit).toBe(0);
    for (const command of ['seal', 'verify', 'explain', 'parents', 'fetch', 'export', 'bundle', 'log', 'sessions']) {
      expect(help.out).toContain(command);
      const own = ken([command, '--help']);
      expect(own.exit).toBe(0);
      expect(own.out).toContain('Example:');
    }
  });
});

describe('a world that fails', () => {
  test('no store yet', () => {
    expectSentence(ken(['sessions', '--store', 'none.db']), 3);
  });

  test('a store of another program is left as it is', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'notes.txt'), 'my notes, no database');
    for (const call of [['seal', example], ['sessions']])
      expectSentence(ken([...call, '--store', 'notes.txt'], { cwd }), 3);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('my notes, no database');
  });

  test('a folder that cannot be written', () => {
    const cwd = scratch();
    const closed = join(cwd, 'closed');
    mkdirSync(closed);
    writeFileSync(join(closed, 'session.jsonl'), readFileSync(example));
    chmodSync(join(closed, 'session.jsonl'), 0o644);
    chmodSync(cwd, 0o755);
    chmodSync(closed, 0o555);
    // Root may write anywhere, so that the command runs as somebody else then.
    const other = process.getuid?.() === 0 ? { uid: 65534 } : {};
    expectSentence(ken(['seal', 'session.jsonl', '--store', 'store.db'], { cwd: closed, ...other }), 3);
    expectSentence(ken(['seal', 'session.jsonl', '--store', 'deeper/store.db'], { cwd: closed, ...other }), 3);
    expect(readdirSync(closed)).toEqual(['session.jsonl']);
  });

  test('a bundle that is another kind of file', () => {
    expectSentence(ken(['verify', example]), 1);
    expectSentence(ken(['verify', 'missing.car']), 3);
  });

  test('an output that cannot be written leaves nothing half written', () => {
    const cwd = scratch();
    const [session] = JSON.parse(ken(['seal', example, '--json', '--store', 'store.db'], { cwd }).out).sessions;
    expectSentence(ken(['export', session.head, '--store', 'store.db', '--output', 'none/out.jsonl'], { cwd }), 3);
    const good = ken(['export', session.head, '--store', 'store.db', '--output', 'out.jsonl'], { cwd });
    expect(good.exit).toBe(0);
    expect(Buffer.compare(readFileSync(join(cwd, 'out.jsonl')), readFileSync(example))).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual(['out.jsonl', 'store.db']);
  });
});

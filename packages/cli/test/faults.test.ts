import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { example, ken, type Outcome, scratch, sealedExample } from './ken.ts';
import { longSession } from './long-session.ts';

const isRoot = process.getuid?.() === 0;
const stranger = 65534;

/** Failed for a reason of the world, in one sentence and none of what lies below. */
const expectSaid = (done: Outcome, command: string): void => {
  expect(done.exit, done.err).toBe(3);
  expect(done.err).toMatch(new RegExp(`^ken ${command}: .+\\n$`));
  expect(done.err).not.toMatch(/SQLITE_|SqliteError|fault of its own| {4}at /);
};

/** As a user who owns nothing, where the tests run as one who may do everything. */
const asStranger = isRoot ? { uid: stranger } : {};

describe('a folder that cannot be written', () => {
  const closed = () => {
    const { cwd, session } = sealedExample();
    chmodSync(join(cwd, 'store.db'), 0o444);
    chmodSync(cwd, 0o555);
    onTestFinished(() => chmodSync(cwd, 0o755));
    return { cwd, session, path: join(cwd, 'store.db') };
  };

  test('can be read: the store verifies, is exported and examined, and is as it was', () => {
    const { cwd, session, path } = closed();
    const before = readFileSync(path);
    const read = (...words: string[]) => ken([...words, '--store', path], { ...asStranger, cwd: '/' });
    expect(read('verify', session.head).exit).toBe(0);
    expect(read('export', session.head).bytes).toEqual(readFileSync(example));
    expect(read('doctor').exit).toBe(0);
    expect(read('gc', '--dry-run').exit).toBe(0);
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    expect(readdirSync(cwd)).toEqual(['store.db']);
  });

  test('says so to whatever would write, and is as it was', () => {
    const { cwd, session, path } = closed();
    const before = readFileSync(path);
    const other = scratch();
    chmodSync(other, 0o755);
    writeFileSync(join(other, 'session.jsonl'), longSession('other', 3, 100));
    for (const words of [
      ['seal', join(other, 'session.jsonl')],
      ['drop', session.head],
      ['gc'],
      ['doctor', '--repair'],
    ])
      expectSaid(ken([...words, '--store', path], { ...asStranger, cwd: '/' }), words[0] ?? '');
    expectSaid(
      ken(['seal', join(other, 'session.jsonl'), '--store', join(cwd, 'new.db')], { ...asStranger, cwd: '/' }),
      'seal',
    );
    expect(Buffer.compare(readFileSync(path), before)).toBe(0);
    expect(readdirSync(cwd)).toEqual(['store.db']);
  });
});

test.runIf(isRoot)('the folder of another user, closed to others, is told of in one sentence and left alone', () => {
  const cwd = scratch();
  chmodSync(cwd, 0o755);
  const theirs = join(cwd, 'theirs');
  mkdirSync(theirs, { mode: 0o700 });
  chownSync(theirs, stranger, stranger);
  writeFileSync(join(cwd, 'session.jsonl'), longSession('theirs', 3, 100));
  const path = ['--store', join(theirs, 'store.db')];
  const seal = ['seal', join(cwd, 'session.jsonl'), ...path];
  for (const words of [seal, ['doctor', ...path], ['gc', ...path], ['sessions', ...path]])
    expectSaid(ken(words, { cwd, uid: stranger - 1 }), words[0] ?? '');
  expect(readdirSync(theirs)).toEqual([]);
  // Control: its owner may.
  expect(ken(seal, { cwd, uid: stranger }).exit).toBe(0);
  expect(ken(['doctor', ...path], { cwd, uid: stranger }).exit).toBe(0);
});

/** A small file system of its own, gone after the test; undefined where none may be mounted. */
const smallDisk = (size: string): string | undefined => {
  const at = join(scratch(), 'disk');
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', at], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('umount', [at]);
  });
  return at;
};

describe('a medium that cannot be written', () => {
  test('is read through a read-only mount by the superuser too, and nothing is made beside the store', ({ skip }) => {
    const { cwd, session } = sealedExample();
    const at = join(scratch(), 'medium');
    mkdirSync(at);
    try {
      execFileSync('mount', ['--bind', cwd, at], { stdio: 'ignore' });
    } catch {
      return skip('nothing may be mounted here');
    }
    onTestFinished(() => {
      execFileSync('umount', [at]);
    });
    execFileSync('mount', ['-o', 'remount,ro,bind', at]);
    const path = ['--store', join(at, 'store.db')];
    for (const words of [
      ['verify', session.head],
      ['log', session.head],
      ['doctor'],
      ['sessions'],
      ['reads', session.head],
    ]) {
      const done = ken([...words, ...path], { cwd: '/' });
      expect(done.exit, done.err).toBe(0);
    }
    expect(ken(['export', session.head, ...path], { cwd: '/' }).bytes).toEqual(readFileSync(example));
    writeFileSync(join(cwd, 'session.jsonl'), longSession('other', 3, 100));
    expectSaid(ken(['seal', join(cwd, 'session.jsonl'), ...path], { cwd: '/' }), 'seal');
    expect(readdirSync(cwd).sort()).toEqual(['session.jsonl', 'store.db']);
  }, 180_000);
});

describe('a full disk', () => {
  test('keeps what was acknowledged, says so, and goes on once there is room', ({ skip }) => {
    const disk = smallDisk('6m');
    if (disk === undefined) return skip('no file system may be mounted here');
    const cwd = scratch();
    const store = ['--store', join(disk, 'store.db')];
    writeFileSync(join(cwd, 'small.jsonl'), longSession('small', 20, 1000));
    writeFileSync(join(cwd, 'large.jsonl'), longSession('large', 12, 1_000_000));
    const head = JSON.parse(ken(['seal', 'small.jsonl', ...store, '--json'], { cwd }).out).sessions[0].head;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const full = ken(['seal', 'large.jsonl', ...store], { cwd });
      expectSaid(full, 'seal');
      expect(full.err).toContain('no room left');
      expect(ken(['export', head, ...store], { cwd }).bytes).toEqual(readFileSync(join(cwd, 'small.jsonl')));
      expect(JSON.parse(ken(['doctor', ...store, '--json'], { cwd }).out)).toMatchObject({
        sound: true,
        branches: [{ head }],
      });
    }
    const more = longSession('small', 25, 1000);
    writeFileSync(join(cwd, 'small.jsonl'), more);
    const grown = ken(['seal', 'small.jsonl', ...store, '--json'], { cwd });
    expect(grown.exit, grown.err).toBe(0);
    expect(ken(['export', JSON.parse(grown.out).sessions[0].head, ...store], { cwd }).out).toBe(more);
  });

  test('on which nothing is left does not stop the removal of what no session needs', ({ skip }) => {
    const disk = smallDisk('24m');
    if (disk === undefined) return skip('no file system may be mounted here');
    const cwd = scratch();
    const store = ['--store', join(disk, 'store.db')];
    const sealed = (name: string, prompts: number): string => {
      writeFileSync(join(cwd, 'session.jsonl'), longSession(name, prompts, 10_000));
      return JSON.parse(ken(['seal', 'session.jsonl', ...store, '--json'], { cwd }).out).sessions[0].head;
    };
    const kept = sealed('kept', 10);
    const text = readFileSync(join(cwd, 'session.jsonl'));
    expect(ken(['drop', sealed('gone', 130), ...store], { cwd }).exit).toBe(0);
    // All but a little of what is left, so that there is no place for a second store.
    const room = Number(execFileSync('df', ['--output=avail', '-B1', disk]).toString().split('\n')[1]);
    writeFileSync(join(disk, 'other'), Buffer.alloc(Math.max(0, room - 1_200_000)));
    const done = ken(['gc', ...store, '--json'], { cwd });
    const document = JSON.parse(done.out);
    if (done.exit !== 0) expect(document.room_kept ?? document.error).toMatchObject({ code: 'store/full' });
    expect(ken(['export', kept, ...store], { cwd }).bytes).toEqual(text);
    expect(JSON.parse(ken(['doctor', ...store, '--json'], { cwd }).out)).toMatchObject({
      sound: true,
      branches: [{ head: kept }],
    });
  });
});

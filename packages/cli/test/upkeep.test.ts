import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { example, idsIn, ken, sealedExample } from './ken.ts';

const doctor = (cwd: string, ...more: string[]) => {
  const done = ken(['doctor', '--store', 'store.db', '--json', ...more], { cwd });
  return { ...done, document: JSON.parse(done.out) };
};

/** A piece of the first record of the example that a file has exactly once: pages cut a record in pieces. */
const placeOf = (file: Buffer): number => {
  const record = Buffer.from(readFileSync(example, 'utf8').split('\n')[0] ?? '');
  for (let from = 0; from + 24 <= record.length; from += 1) {
    const piece = record.subarray(from, from + 24);
    const at = file.indexOf(piece);
    if (at !== -1 && file.indexOf(piece, at + 1) === -1) return at;
  }
  throw new Error('no piece of the first record stands in the file once');
};

/** Changes a byte of an object in a store, so that it has other bytes than those of its id. */
const harm = (cwd: string, where: (file: Buffer) => number = placeOf): void => {
  const path = join(cwd, 'store.db');
  const file = readFileSync(path);
  const at = where(file);
  file[at] = (file[at] ?? 0) ^ 1;
  writeFileSync(path, file);
};

describe('ken doctor', () => {
  test('of a store that nothing happened to is sound and exits 0', () => {
    const { cwd, session } = sealedExample();
    const { exit, document, err } = doctor(cwd);
    expect(exit).toBe(0);
    expect(err).toBe('');
    expect(document).toMatchObject({
      schema_version: 'ken_doctor_v0',
      command: 'doctor',
      sound: true,
      objects: [],
      branches: [{ head: session.head, verified: true, provable: null }],
      unreached: { objects: 0, bytes: 0 },
      repaired: null,
    });
  });

  test('names a damaged object and what needs it, and exits 1', () => {
    const { cwd } = sealedExample();
    harm(cwd);
    const { exit, document } = doctor(cwd);
    expect(exit).toBe(1);
    expect(document.sound).toBe(false);
    const [branch] = document.branches;
    expect(document.objects).toMatchObject([
      { kind: 'source', state: 'damaged', code: 'store/corrupt', branches: [branch.branch] },
    ]);
    const shown = ken(['doctor', '--store', 'store.db'], { cwd });
    expect(shown.exit).toBe(1);
    expect(idsIn(shown.out)).toEqual(idsIn(JSON.stringify(document)));
  });

  test('takes a damaged object away to repair, and sealing brings it back', () => {
    const { cwd, store } = sealedExample();
    harm(cwd);
    expect(ken(['seal', example, ...store], { cwd }).exit).toBe(3);
    expect(doctor(cwd, '--repair')).toMatchObject({ exit: 1, document: { repaired: { discarded: 1 } } });
    expect(ken(['seal', example, ...store], { cwd }).exit).toBe(0);
    expect(doctor(cwd)).toMatchObject({ exit: 0, document: { sound: true } });
  });

  test('ends in a report where whole pages are lost', () => {
    const { cwd } = sealedExample();
    const path = join(cwd, 'store.db');
    const whole = readFileSync(path);
    const pages = whole.length / 4096;
    for (let page = 1; page < pages; page += 9) {
      const file = Buffer.from(whole);
      file.fill(0xa5, page * 4096, (page + 1) * 4096);
      writeFileSync(path, file);
      const done = ken(['doctor', '--store', 'store.db', '--json'], { cwd });
      expect([0, 1, 3], `page ${page}: ${done.err}`).toContain(done.exit);
      expect(done.err).not.toMatch(/SQLITE|fault of its own|malformed/);
      const document = JSON.parse(done.out);
      if (done.exit === 3) expect(document.error.code).toBe('store/corrupt');
      else expect(document.sound).toBe(done.exit === 0);
    }
  });

  test('of what is no store, or not there, exits 3 and makes nothing', () => {
    const { cwd } = sealedExample();
    writeFileSync(join(cwd, 'text.db'), 'no store');
    for (const more of [[], ['--repair']])
      for (const name of ['text.db', 'none.db']) {
        const done = ken(['doctor', '--store', name, ...more], { cwd });
        expect(done.exit).toBe(3);
        expect(done.err).toMatch(/^ken doctor: .+\n$/);
      }
    expect(readFileSync(join(cwd, 'text.db'), 'utf8')).toBe('no store');
    expect(statSync(join(cwd, 'none.db'), { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('ken drop and ken gc', () => {
  const [run, label] = ['claude-code:6486d3cc-4644-4289-abb2-93b0b15f73bb', 'af331be6-b28b-45eb-a74d-7cca9d3b106d'];

  test.each(['run', 'label', 'branch', 'head', 'beginning'] as const)('a session is dropped by its %s', (by) => {
    const { cwd, store, session } = sealedExample();
    const words = { run, label, branch: `${run}#1`, head: session.head, beginning: session.head.slice(0, 14) };
    const dry = ken(['drop', words[by], '--dry-run', ...store, '--json'], { cwd });
    expect(JSON.parse(dry.out)).toMatchObject({ dry_run: true, dropped: [{ branch: `${run}#1`, head: session.head }] });
    expect(JSON.parse(ken(['sessions', ...store, '--json'], { cwd }).out).sessions.length).toBe(1);
    const done = ken(['drop', words[by], ...store, '--json'], { cwd });
    expect(done.exit).toBe(0);
    expect(JSON.parse(done.out)).toEqual({ ...JSON.parse(dry.out), dry_run: false });
    expect(JSON.parse(ken(['sessions', ...store, '--json'], { cwd }).out).sessions).toEqual([]);
  });

  test('a word that names no session is a no, and changes nothing', () => {
    const { cwd, store } = sealedExample();
    const done = ken(['drop', 'nothing', ...store], { cwd });
    expect(done.exit).toBe(1);
    expect(done.err).toMatch(/^ken drop: No session here .+\n$/);
    expect(doctor(cwd).document.branches.length).toBe(1);
  });

  test('what was dropped is given back to the disk, and what stays is as it was', () => {
    const { cwd, store } = sealedExample();
    const text = readFileSync(example, 'utf8');
    writeFileSync(join(cwd, 'other.jsonl'), text.replaceAll('6486d3cc', '7486d3cc').replaceAll('ledger', 'budget'));
    const other = JSON.parse(ken(['seal', 'other.jsonl', ...store, '--json'], { cwd }).out).sessions[0];
    const before = statSync(join(cwd, 'store.db')).size;
    expect(JSON.parse(ken(['gc', ...store, '--json'], { cwd }).out).removed.objects).toBe(0);
    expect(ken(['drop', label.length > 0 ? run : '', ...store], { cwd }).exit).toBe(0);
    const dry = JSON.parse(ken(['gc', '--dry-run', ...store, '--json'], { cwd }).out);
    expect(dry).toMatchObject({
      schema_version: 'ken_gc_v0',
      dry_run: true,
      branches: 1,
      room: { before: dry.room.after },
    });
    const done = ken(['gc', ...store, '--json'], { cwd });
    expect(done.exit).toBe(0);
    const document = JSON.parse(done.out);
    expect(document).toMatchObject({ dry_run: false, removed: dry.removed, kept: dry.kept, room_kept: null });
    expect(dry.removed.objects).toBeGreaterThan(50);
    expect(document.room.after).toBe(statSync(join(cwd, 'store.db')).size);
    expect(document.room.after).toBeLessThan(before * 0.8);
    expect(ken(['export', other.head, ...store], { cwd }).bytes).toEqual(readFileSync(join(cwd, 'other.jsonl')));
    expect(doctor(cwd)).toMatchObject({ exit: 0, document: { unreached: { objects: 0 } } });
  });

  test('nothing is removed while what a session reaches cannot be told', () => {
    const { cwd, store } = sealedExample();
    copyFileSync(join(cwd, 'store.db'), join(cwd, 'whole.db'));
    harm(cwd, (file) => file.indexOf('ken_records_v0'));
    const refused = ken(['gc', ...store], { cwd });
    expect(refused.exit).toBe(1);
    expect(refused.err).toMatch(/cannot be told.*nothing was removed.*ken doctor/);
    expect(ken(['gc', '--store', 'whole.db'], { cwd }).exit).toBe(0);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storePath } from '../src/store-place.ts';
import { example, ken, scratch, sealedExample } from './ken.ts';

describe('the name of a store', () => {
  const usage = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (thrown) {
      return thrown;
    }
  };

  test('that is empty, or ends in white space, is wrong use', () => {
    const wrong = { exit: 2, code: 'usage/store' };
    for (const name of ['', ' ', 'store.db ', 'store.db\n', 'store.db\u00a0', 'deep/store\t'])
      expect(
        usage(() => storePath(name, '/', {})),
        JSON.stringify(name),
      ).toMatchObject(wrong);
    expect(usage(() => storePath(undefined, '/', { KEN_STORE: 'store.db ' }))).toMatchObject(wrong);
    for (const name of ['store.db', ' store.db', 'two words.db']) expect(storePath(name, '/', {})).toBe(`/${name}`);
  });

  test('an empty KEN_STORE is none', () => {
    expect(storePath(undefined, '/', { KEN_STORE: '', XDG_DATA_HOME: '/data' })).toBe(
      storePath(undefined, '/', { XDG_DATA_HOME: '/data' }),
    );
  });

  test('on the command line: one sentence and exit 2', () => {
    for (const call of [
      ['sessions', '--store', ''],
      ['seal', example, '--store', 'store.db '],
    ]) {
      const refused = ken(call);
      expect(refused.exit).toBe(2);
      expect(refused.err).toMatch(/^ken \w+: --store names .+\.\n$/);
    }
  });
});

describe('what verify is given', () => {
  const whole = 'bafyr4iflf7nubka4irxgmva35hado6etfraqfo7xlxm623lfg3gci4gece';

  test('a word that is neither an id nor a file is wrong use, the missing name of a file is not', () => {
    const cwd = scratch();
    for (const word of [
      whole.replace('2', '1'),
      `${whole}a`,
      `${whole.slice(0, -1)}b`,
      whole.toUpperCase(),
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG',
      'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
      'hello',
    ]) {
      const refused = ken(['verify', word], { cwd });
      expect(refused.exit, word).toBe(2);
      expect(refused.err).toContain('is neither an id nor a file.');
    }
    for (const word of ['missing.car', './missing', 'none/missing'])
      expect(ken(['verify', word], { cwd }).exit).toBe(3);
  });

  test('a file may have any name', () => {
    const { cwd, store, session } = sealedExample();
    for (const name of ['bundle', whole.toUpperCase()]) {
      ken(['bundle', session.head, ...store, '--output', name], { cwd });
      expect(ken(['verify', name], { cwd }).exit, name).toBe(0);
    }
    mkdirSync(join(cwd, 'folder'));
    expect(ken(['verify', 'folder'], { cwd }).exit).toBe(3);
  });

  test('with --source only a unit will do', () => {
    const { cwd, store, session, unit } = sealedExample();
    const { packet } = session.departures[0];
    for (const id of [packet, session.head]) {
      const refused = ken(['verify', '--source', example, id, '--json', ...store], { cwd });
      expect(refused.exit).toBe(2);
      expect(JSON.parse(refused.out).error.code).toBe('object/wrong-kind');
    }
    expect(ken(['verify', '--source', example, unit, ...store], { cwd }).exit).toBe(0);
  });

  test('a damaged or foreign unit file is a no, a missing one a failure, a word that is neither wrong use', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, 'damaged.json'), '{"op":');
    writeFileSync(join(cwd, 'foreign.json'), '{"name":"ken"}');
    for (const [file, exit] of [
      ['damaged.json', 1],
      ['foreign.json', 1],
      ['missing.json', 3],
      [whole.toUpperCase(), 2],
    ] as const)
      expect(ken(['verify', '--source', example, file], { cwd }).exit, file).toBe(exit);
  });
});

describe('a command that lacks something', () => {
  test.each(['seal', 'verify', 'explain', 'parents', 'fetch', 'export', 'bundle'])(
    '%s points to its own help',
    (name) => {
      const refused = ken([name]);
      expect(refused.exit).toBe(2);
      expect(refused.err).toMatch(new RegExp(`^ken ${name}: missing .+\\(ken ${name} --help tells more\\)\\.\n$`));
    },
  );

  test('with --json says so in a document', () => {
    const refused = ken(['seal', '--json']);
    expect(refused.exit).toBe(2);
    expect(JSON.parse(refused.out)).toMatchObject({
      schema_version: 'ken_error_v0',
      command: 'seal',
      error: { code: 'usage/missing-argument' },
    });
  });
});

test('verify --help says what UNIT.json is', () => {
  expect(ken(['verify', '--help']).out.replace(/\s+/g, ' ')).toContain(
    'UNIT.json, which is what ken explain UNIT --json prints',
  );
});

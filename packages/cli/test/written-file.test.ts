import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOfStore, writeWhole } from '../src/written-file.ts';
import { ken, scratch, sealedExample, shell } from './ken.ts';

const words = async (append: (piece: Uint8Array) => Promise<void>): Promise<void> => {
  for (const word of ['one ', 'two']) await append(new TextEncoder().encode(word));
};
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const refusal = (work: Promise<void>): Promise<unknown> => work.catch((thrown: unknown) => thrown);

describe('a file that appears whole or not at all', () => {
  test('a new one is for its owner only; an earlier one is replaced and keeps its mode', async () => {
    const folder = scratch();
    const path = join(folder, 'out');
    await writeWhole(path, words);
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(modeOf(path)).toBe(0o600);
    for (const mode of [0o644, 0o640, 0o755]) {
      writeFileSync(path, 'before');
      chmodSync(path, mode);
      await writeWhole(path, words);
      expect(readFileSync(path, 'utf8')).toBe('one two');
      expect(modeOf(path)).toBe(mode);
    }
    expect(readdirSync(folder)).toEqual(['out']);
  });

  test('its name may be as long as names may be', async () => {
    const folder = scratch();
    await writeWhole(join(folder, 'n'.repeat(250)), words);
    expect(readdirSync(folder)).toEqual(['n'.repeat(250)]);
    expect(await refusal(writeWhole(join(folder, 'n'.repeat(300)), words))).toMatchObject({ exit: 3 });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('what a killed run left behind does not stand in the way', async () => {
    const folder = scratch();
    writeFileSync(join(folder, `.out.${process.pid}.part`), 'left');
    await writeWhole(join(folder, 'out'), words);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('one two');
  });

  test('a failure on the way leaves the earlier file and nothing beside it', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'out'), 'before');
    const fails = writeWhole(join(folder, 'out'), async (append) => {
      await words(append);
      throw new RangeError('no more');
    });
    expect(await refusal(fails)).toBeInstanceOf(RangeError);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('before');
    expect(readdirSync(folder)).toEqual(['out']);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s on the way leaves nothing and ends the process',
    async (signal) => {
      const folder = scratch();
      const built = new URL('../dist/written-file.js', import.meta.url).href;
      const script = `const { writeWhole } = await import(${JSON.stringify(built)});
      await writeWhole('out', async (append) => {
        await append(Buffer.from('half'));
        process.stdout.write('writing');
        await new Promise((done) => setTimeout(done, 60000));
      });`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
      await once(child.stdout, 'data');
      expect(readdirSync(folder)).toHaveLength(1);
      child.kill(signal);
      expect((await once(child, 'exit'))[1]).toBe(signal);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('a folder, a missing folder, an empty name and links in a circle are refused', async () => {
    const folder = scratch();
    symlinkSync('circle', join(folder, 'circle'));
    for (const [path, code] of [
      [folder, 'file/eisdir'],
      [join(folder, 'none', 'out'), 'file/enoent'],
      [join(folder, 'circle'), 'file/eloop'],
      ['', 'usage/output'],
    ] as const)
      expect(await refusal(writeWhole(path, words)), path).toMatchObject({ code });
    expect(readdirSync(folder)).toEqual(['circle']);
  });
});

describe('what is no plain file of the name', () => {
  test.each(['there', 'not there yet'])('a link is followed to a file that is %s', async (state) => {
    const folder = scratch();
    mkdirSync(join(folder, 'deep'));
    if (state === 'there') writeFileSync(join(folder, 'deep', 'real'), 'before');
    symlinkSync('deep/real', join(folder, 'middle'));
    symlinkSync('middle', join(folder, 'out'));
    await writeWhole(join(folder, 'out'), words);
    expect(readlinkSync(join(folder, 'out'))).toBe('middle');
    expect(readFileSync(join(folder, 'deep', 'real'), 'utf8')).toBe('one two');
    expect(readdirSync(join(folder, 'deep'))).toEqual(['real']);
  });

  test('a pipe is written to as it stands', async () => {
    const folder = scratch();
    const { status } = spawnSync('mkfifo', [join(folder, 'pipe')]);
    expect(status).toBe(0);
    const reader = spawn('cat', [join(folder, 'pipe')]);
    const chunks: Buffer[] = [];
    reader.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    await Promise.all([once(reader, 'close'), writeWhole(join(folder, 'pipe'), words)]);
    expect(Buffer.concat(chunks).toString()).toBe('one two');
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  // Not as root, where a mistake here would replace the device.
  test.skipIf(!existsSync('/dev/null'))('a device is written to as it stands', () => {
    const { cwd, session } = sealedExample();
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, 'store.db'), 0o644);
    const other = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const call = ['export', session.head, '--store', join(cwd, 'store.db'), '--output', '/dev/null'];
    const done = ken(call, { cwd, ...other });
    expect(done.exit, done.err).toBe(0);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('the store is never written over', () => {
  test('by any spelling of its name, link to it, or name of what belongs to it', async () => {
    const folder = scratch();
    const store = join(folder, 'store.db');
    writeFileSync(store, 'kept');
    symlinkSync('store.db', join(folder, 'link'));
    symlinkSync('.', join(folder, 'here'));
    linkSync(store, join(folder, 'hard'));
    for (const name of ['store.db', './store.db', 'link', 'hard', 'here/store.db', 'here/../here/link', 'store.db-wal'])
      expect(await isOfStore(`${folder}/${name}`, store), name).toBe(true);
    writeFileSync(join(folder, 'other'), 'kept');
    for (const name of ['other', 'new', 'store.db2', 'none/store.db'])
      expect(await isOfStore(`${folder}/${name}`, store), name).toBe(false);
  });

  test('exit 2, and the store is as it was', () => {
    const { cwd, session } = sealedExample();
    const before = readFileSync(join(cwd, 'store.db'));
    symlinkSync('store.db', join(cwd, 'link'));
    for (const command of ['export', 'bundle'])
      for (const output of ['store.db', `${cwd}/./store.db`, 'link']) {
        const refused = ken([command, session.head, '--store', 'store.db', '--output', output], { cwd });
        expect(refused.exit, refused.err).toBe(2);
        expect(refused.err).toContain('is the store itself');
      }
    expect(shell(`KEN_STORE=store.db ken export ${session.head} -o link`, cwd).exit).toBe(2);
    expect(Buffer.compare(readFileSync(join(cwd, 'store.db')), before)).toBe(0);
    expect(ken(['export', session.head, '--store', 'store.db', '--output', 'out'], { cwd }).exit).toBe(0);
  });
});

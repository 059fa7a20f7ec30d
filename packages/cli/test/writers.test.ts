import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ken, scratch } from './ken.ts';

const program = fileURLToPath(new URL('writer.mjs', import.meta.url));
const isLong = process.env['KEN_LONG'] === '1';

interface Said {
  readonly key?: string;
  readonly head?: string;
  readonly records?: number;
  readonly bytes?: number;
  readonly status?: string;
  readonly done?: true;
  readonly failed?: string;
}

interface Ended {
  readonly said: readonly Said[];
  readonly signal: string | null;
  readonly err: string;
}

/** Starts a writer; where `kill` is given, it is ended by a signal that it cannot notice, so long after its first word. */
const writer = (
  cwd: string,
  role: 'live' | 'seal',
  ms: number,
  { key, kill }: { key?: string; kill?: number } = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const words = [program, join(cwd, 'store.db'), role, String(ms), ...(key === undefined ? [] : [key])];
    const running = spawn(process.execPath, words, { cwd });
    let out = '';
    let err = '';
    running.stdout.on('data', (piece: Buffer) => {
      if (out === '' && kill !== undefined) setTimeout(() => running.kill('SIGKILL'), kill);
      out += piece.toString();
    });
    running.stderr.on('data', (piece: Buffer) => {
      err += piece.toString();
    });
    running.on('error', reject);
    running.on('close', (_, signal) => {
      // A line that was cut off says nothing.
      const lines = out.split('\n').slice(0, -1);
      resolve({ said: lines.map((line) => JSON.parse(line)), signal, err });
    });
  });

const store = ['--store', 'store.db'];
const json = (cwd: string, ...words: string[]) => JSON.parse(ken([...words, ...store, '--json'], { cwd }).out);
const headOf = (cwd: string, run: string): { readonly head: string; readonly records: number } =>
  json(cwd, 'sessions').sessions.find((one: { run: string }) => one.run === run);

describe('a live run', () => {
  const rounds = isLong ? 100 : 4;

  test(
    `whose process is killed ${rounds} times: what was acknowledged is there, nothing is half there, and the next one goes on`,
    async () => {
      const cwd = scratch();
      let key: string | undefined;
      let known = 0;
      let killed = 0;
      for (let round = 0; round < rounds; round += 1) {
        const kill = 5 + ((round * 61) % 180);
        // Restoring takes as long as the run has records, so that another one is begun now and then.
        if (round % 10 === 0) [key, known] = [undefined, 0];
        const { said, signal, err } = await writer(cwd, 'live', 60_000, {
          kill,
          ...(key === undefined ? {} : { key }),
        });
        if (signal === 'SIGKILL') killed += 1;
        const last = said.at(-1);
        expect(last?.failed, err).toBeUndefined();
        // The lock went with the process, and nothing that was acknowledged before is missing.
        expect(said[0]?.records).toBeGreaterThanOrEqual(known);
        key = last?.key;
        known = last?.records ?? 0;
        const now = headOf(cwd, key ?? '');
        expect(now.records).toBeGreaterThanOrEqual(known);
        expect(json(cwd, 'verify', now.head)).toMatchObject({ verified: true });
        expect(json(cwd, 'verify', last?.head ?? '')).toMatchObject({ verified: true });
        expect(json(cwd, 'doctor')).toMatchObject({ sound: true });
      }
      expect(killed).toBe(rounds);
      if (isLong) process.stdout.write(`killed while appending: ${killed} of ${rounds}, ${known} records\n`);
    },
    rounds * 20_000,
  );

  test('has one writer among processes: a second one is refused with a code, and gets it when the first is gone', async () => {
    const cwd = scratch();
    let key = '';
    const first = spawn(process.execPath, [program, join(cwd, 'store.db'), 'live', '60000'], { cwd });
    await new Promise<void>((resolve) => {
      first.stdout.once('data', (piece: Buffer) => {
        key = JSON.parse(piece.toString().split('\n')[0] ?? '').key;
        resolve();
      });
    });
    expect((await writer(cwd, 'live', 100, { key })).said).toEqual([{ failed: 'store/claimed' }]);
    const gone = new Promise((resolve) => first.on('close', resolve));
    first.kill('SIGKILL');
    await gone;
    expect((await writer(cwd, 'live', 100, { key })).said.at(-1)).toEqual({ done: true });
  });
});

describe('a store', () => {
  const ms = isLong ? 60_000 : 4000;

  test(
    `that eight processes write into for ${ms / 1000} s: none is lost, none doubled, and none meets a raw lock`,
    async () => {
      const cwd = scratch();
      const roles = ['live', 'seal', 'live', 'seal', 'live', 'seal', 'live', 'seal'] as const;
      const all = await Promise.all(roles.map((role) => writer(cwd, role, ms)));
      let appends = 0;
      for (const { said, err } of all) {
        expect(said.at(-1), err).toEqual({ done: true });
        expect(err).toBe('');
        appends += said.length - 1;
      }
      const { sessions, damaged } = json(cwd, 'sessions');
      expect(damaged).toEqual([]);
      // One branch a writer: nothing was sealed beside itself.
      expect(sessions).toHaveLength(roles.length);
      const heads = new Map(sessions.map((one: { head: string }) => [one.head, one]));
      for (const { said } of all) {
        const last = said.at(-2);
        expect(heads.get(last?.head ?? '')).toMatchObject(
          last?.bytes === undefined ? { records: last?.records } : { bytes: last.bytes },
        );
        for (const one of said) expect(one.status ?? 'continued').toMatch(/^(?:new|continued)$/);
      }
      expect(json(cwd, 'doctor')).toMatchObject({ sound: true });
      if (isLong) process.stdout.write(`eight processes for ${ms / 1000} s: ${appends} commits acknowledged\n`);
    },
    ms + 240_000,
  );
});

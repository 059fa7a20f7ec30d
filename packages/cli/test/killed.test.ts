import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ken, scratch } from './ken.ts';
import { longSession } from './long-session.ts';

const program = fileURLToPath(new URL('../bin/ken.js', import.meta.url));
const isLong = process.env['KEN_LONG'] === '1';
const rounds = isLong ? 100 : 3;
const timeout = rounds * 60_000;

/** Starts the command, and ends it by a signal that it cannot notice unless it is done by then. */
const killedAfter = (words: readonly string[], cwd: string, ms: number): Promise<{ isKilled: boolean; took: number }> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const running = spawn(process.execPath, [program, ...words], { cwd, stdio: 'ignore', env: { HOME: cwd } });
    const timer = setTimeout(() => running.kill('SIGKILL'), ms);
    running.on('error', reject);
    running.on('exit', (_, signal) => {
      clearTimeout(timer);
      resolve({ isKilled: signal === 'SIGKILL', took: performance.now() - began });
    });
  });

/** A number from 0 to 1 that is the same for the same round. */
const share = (round: number): number => (round * 0.618_033_988_75) % 1;

const store = ['--store', 'store.db'];
const doctored = (cwd: string) => JSON.parse(ken(['doctor', ...store, '--json'], { cwd }).out);
const exported = (cwd: string, head: string): string => ken(['export', head, ...store], { cwd }).bytes.toString();
const sealed = (cwd: string, file: string): string =>
  JSON.parse(ken(['seal', file, ...store, '--json'], { cwd }).out).sessions[0].head;

/** How long the command takes when nobody ends it, in milliseconds. */
const whole = async (words: readonly string[], cwd: string): Promise<number> =>
  (await killedAfter(words, cwd, 600_000)).took;

describe('a command that is killed', () => {
  test(
    `while sealing, at ${rounds} instants: what was acknowledged is there, nothing is half there, and sealing goes on`,
    async () => {
      const cwd = scratch();
      // Several transactions a seal: each step is more than is written at once.
      const step = 5;
      const length = 3_600_000;
      writeFileSync(join(cwd, 'trial.jsonl'), longSession('trial', step, length));
      const full = await whole(['seal', 'trial.jsonl', ...store], cwd);
      let acknowledged: { head: string; text: string } | undefined;
      let killed = 0;
      for (let round = 1; round <= rounds; round += 1) {
        // A session grows a few times, and then another one begins.
        const steps = ((round - 1) % 2) + 1;
        const grown = longSession(`killed ${Math.ceil(round / 2)}`, steps * step, length);
        writeFileSync(join(cwd, 'session.jsonl'), grown);
        const { isKilled } = await killedAfter(
          ['seal', 'session.jsonl', ...store],
          cwd,
          full * steps * (0.2 + 0.8 * share(round)),
        );
        if (isKilled) killed += 1;
        const health = doctored(cwd);
        expect(health, `round ${round}`).toMatchObject({ sound: true });
        if (acknowledged !== undefined) expect(exported(cwd, acknowledged.head) === acknowledged.text).toBe(true);
        const head = sealed(cwd, 'session.jsonl');
        expect(exported(cwd, head) === grown, `round ${round}`).toBe(true);
        expect(doctored(cwd)).toMatchObject({ sound: true });
        acknowledged = { head, text: grown };
      }
      expect(killed).toBeGreaterThan(0);
      if (isLong) process.stdout.write(`killed while sealing: ${killed} of ${rounds}\n`);
    },
    timeout,
  );

  test(
    `while collecting, at ${rounds} instants: what a branch reaches is there, and collecting goes on`,
    async () => {
      const cwd = scratch();
      const kept = longSession('kept', 8, 200_000);
      writeFileSync(join(cwd, 'kept.jsonl'), kept);
      const head = sealed(cwd, 'kept.jsonl');
      const fill = (name: string): void => {
        writeFileSync(join(cwd, 'gone.jsonl'), longSession(name, 1500, 2000));
        const gone = sealed(cwd, 'gone.jsonl');
        expect(ken(['drop', gone, ...store], { cwd }).exit).toBe(0);
      };
      fill('trial');
      const full = await whole(['gc', ...store], cwd);
      let killed = 0;
      for (let round = 1; round <= rounds; round += 1) {
        fill(`gone ${round}`);
        const { isKilled } = await killedAfter(['gc', ...store], cwd, full * (0.2 + 0.8 * share(round)));
        if (isKilled) killed += 1;
        expect(doctored(cwd), `round ${round}`).toMatchObject({ sound: true, branches: [{ head }] });
        expect(exported(cwd, head) === kept).toBe(true);
        expect(ken(['gc', ...store], { cwd }).exit).toBe(0);
        expect(doctored(cwd)).toMatchObject({ sound: true, unreached: { objects: 0 } });
      }
      expect(killed).toBeGreaterThan(0);
      if (isLong) process.stdout.write(`killed while collecting: ${killed} of ${rounds}\n`);
    },
    timeout,
  );
});

import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandError } from '../src/exit.ts';
import { outputOver } from '../src/output.ts';
import { ken, sealedExample, shell } from './ken.ts';

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A good bundle and one with a bit turned, beside each other. */
const bundles = () => {
  const { cwd, store, session } = sealedExample();
  const good = ken(['bundle', session.head, ...store], { cwd }).bytes;
  writeFileSync(join(cwd, 'good.car'), good);
  good[good.length >> 1] = (good[good.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(cwd, 'bad.car'), good);
  return { cwd, session };
};

describe('an output', () => {
  test('ends without a word when its reader closed the pipe, and writes no more', async () => {
    const taken: string[] = [];
    const output = outputOver(async (piece) => {
      if (taken.length === 1) throw systemError('EPIPE');
      taken.push(Buffer.from(piece).toString());
    });
    for (const word of ['one', 'two', 'three']) await output.write(bytes(word));
    expect(taken).toEqual(['one']);
  });

  test('tells another failure once, as one of the world', async () => {
    const output = outputOver(async () => {
      throw systemError('ENOSPC');
    });
    const failure = await output.write(bytes('one')).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(CommandError);
    expect(failure).toMatchObject({ exit: 3, code: 'file/enospc' });
    await expect(output.write(bytes('two'))).resolves.toBe(false);
  });
});

describe('the exit code is that of the verdict', () => {
  test.each([
    ['bad.car', 1],
    ['good.car', 0],
  ])('whoever closes standard output or standard error: %s exits %i', (bundle, exit) => {
    const { cwd } = bundles();
    const calls = [
      `ken verify ${bundle} | :; exit $PIPESTATUS`,
      `ken verify ${bundle} --json | :; exit $PIPESTATUS`,
      `ken verify ${bundle} 2>&1 >/dev/null | :; exit $PIPESTATUS`,
      `ken verify ${bundle} 2>/dev/full`,
      `ken verify ${bundle} 2>&-`,
    ];
    for (const call of calls) expect(shell(call, cwd).exit, call).toBe(exit);
  });

  test('a refusal that cannot be said is still a refusal', () => {
    const { cwd } = sealedExample();
    expect(shell('ken verify none.car 2>/dev/full', cwd).exit).toBe(3);
    expect(shell('ken seal 2>/dev/full', cwd).exit).toBe(2);
    expect(shell('ken fetch hello --json --store store.db 2>/dev/full | :; exit $PIPESTATUS', cwd).exit).toBe(2);
  });
});

describe.skipIf(!existsSync('/dev/full'))('an output that takes nothing', () => {
  test('is a failure of the world, said in one sentence', () => {
    const { cwd, session } = bundles();
    for (const call of ['verify bad.car', 'verify good.car', 'verify good.car --json', 'sessions --store store.db']) {
      const full = shell(`ken ${call} > /dev/full`, cwd);
      expect(full.exit, call).toBe(3);
      expect(full.err).toBe(
        `ken ${call.split(' ')[0]}: Standard output could not be written: there is no room left on the disk.\n`,
      );
    }
    for (const call of [`export ${session.head} --store store.db`, '--help', 'seal --help', '--version']) {
      const full = shell(`ken ${call} > /dev/full`, cwd);
      expect(full.exit, call).toBe(3);
      expect(full.err).toMatch(/^ken.*: Standard output could not be written: .+\.\n$/);
    }
  });

  test('a file that may not grow is not cut short in silence', () => {
    const { cwd, session } = sealedExample();
    const cut = shell(`ulimit -f 8; ken export ${session.head} --store store.db > out.jsonl`, cwd);
    expect(statSync(join(cwd, 'out.jsonl')).size).toBeLessThan(session.bytes);
    expect(cut.exit).toBe(3);
    expect(cut.err).toContain('Standard output could not be written');
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ken, scratch } from '../packages/cli/test/ken.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

test('the README shows what the commands print', () => {
  const store = `${scratch()}/store.db`;
  const blocks = [...readme.matchAll(/^```\n\$ ken.*?^```$/gms)].map(([block]) => block.slice(4, -4));
  const calls = blocks.flatMap((block) => block.split(/^\$ ken /m).slice(1));
  expect(calls).toHaveLength(7);
  expect(ken(['seal', 'examples/reading/session.jsonl', '--store', store], { cwd: root }).exit).toBe(0);
  for (const call of calls) {
    const [words, ...lines] = call.trimEnd().split('\n');
    const printed = ken([...(words ?? '').split(' '), '--store', store], { cwd: root });
    // What the agent of the example claims is not so.
    expect(printed.exit).toBe(words?.includes('--claims') === true ? 1 : 0);
    expect(printed.out.trimEnd()).toBe(lines.join('\n'));
  }
});

test('every command that the README names exists', () => {
  const named = new Set([...readme.matchAll(/^ken (\w+)/gm)].map((match) => match[1]));
  const help = ken(['--help']).out;
  expect(named.size).toBeGreaterThan(8);
  for (const name of named) expect(help).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
});

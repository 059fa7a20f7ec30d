import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { example, ken, scratch } from './ken.ts';

const store = ['--store', 'store.db'];
const array = (...texts: string[]): string =>
  JSON.stringify(texts.map((text) => ({ role: 'user', content: [{ type: 'text', text }] })));

const files = () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'before.json'), array('a', 'b', 'c'));
  writeFileSync(join(cwd, 'after.json'), array('sum', 'c'));
  writeFileSync(join(cwd, 'other.json'), JSON.stringify([{ role: 'system', content: 'a' }]));
  return cwd;
};

test('seals what the later file no longer holds, gives both back, and adds nothing again', () => {
  const cwd = files();
  const words = ['seal', 'before.json', '--then', 'after.json', ...store, '--json'];
  const sealed = ken(words, { cwd });
  expect(sealed.exit, sealed.err).toBe(0);
  const [session] = JSON.parse(sealed.out).sessions;
  expect(session).toMatchObject({ file: 'before.json', status: 'new', units: 2, packets: 1 });
  expect(ken(['verify', session.head, ...store], { cwd }).exit).toBe(0);
  expect(ken(['export', session.head, ...store], { cwd }).out).toBe(`${array('a', 'b', 'c')}\n${array('sum', 'c')}`);
  expect(JSON.parse(ken(words, { cwd }).out).sessions[0]).toMatchObject({ status: 'unchanged', head: session.head });
});

test('no where the files are not such; the same files in order are taken', () => {
  const cwd = files();
  const own = ken(['seal', example, '--then', 'after.json', ...store], { cwd });
  expect([own.exit, own.err]).toEqual([1, expect.stringContaining('says itself what left')]);
  const other = ken(['seal', 'before.json', '--then', 'other.json', ...store], { cwd });
  expect([other.exit, other.err]).toEqual([1, expect.stringContaining('one format')]);
  expect(ken(['seal', 'before.json', '--then', 'absent.json', ...store], { cwd }).exit).toBe(3);
  expect(ken(['seal', 'before.json', '--then', 'after.json', '--then', 'before.json', ...store], { cwd }).exit).toBe(0);
});

test('wrong use: without one named file, or with --dry-run or --latest', () => {
  const cwd = files();
  for (const words of [
    ['before.json', 'after.json', '--then', 'after.json'],
    ['.', '--then', 'after.json'],
    ['before.json', '--then', 'after.json', '--dry-run'],
    ['--latest', '--then', 'after.json'],
  ])
    expect(ken(['seal', ...words, ...store], { cwd }).exit, words.join(' ')).toBe(2);
});

test('a later file that fits both families of message arrays is of that of the first; one that does not is refused', () => {
  const cwd = scratch();
  const blocks = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }];
  writeFileSync(join(cwd, 'before.json'), JSON.stringify(blocks));
  writeFileSync(join(cwd, 'plain.json'), JSON.stringify([{ role: 'user', content: 'Summary.' }]));
  writeFileSync(join(cwd, 'other.json'), JSON.stringify([{ role: 'system', content: 'Summary.' }]));
  const seal = (after: string) =>
    ken(['seal', 'before.json', '--then', after, '--store', 'store.db', '--json'], { cwd });
  const sealed = seal('plain.json');
  expect(sealed.exit).toBe(0);
  expect(JSON.parse(sealed.out).sessions[0]).toMatchObject({ format: 'anthropic-messages', units: 1 });
  expect(JSON.parse(seal('other.json').out).refused).toMatchObject([{ code: 'then/other-format' }]);
});

import { chmodSync, copyFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { idOf, Place, rules } from './materials.ts';

const current = { state: 'current', fault: null, exit: 0 };
const changed = { state: 'changed', fault: null, exit: 1 };

describe('a material in a git repository', () => {
  test('as it was registered is current, and can be delivered; control of what follows', () => {
    const place = new Place();
    expect(place.today()).toEqual(current);
    expect(place.state()).toBe('required_unread');
    expect(place.deliver().bytes.toString()).toBe(rules);
    expect(place.state()).toBe('current');
  });

  test.each([
    ['an edit that is not committed', (place: Place) => place.write('rules.md', rules.replace('entry 4', 'entry 5'))],
    [
      'an edit that is committed',
      (place: Place) => {
        place.write('rules.md', rules.replace('entry 4', 'entry 5'));
        place.commit('edit');
      },
    ],
    ['other line ends and nothing else', (place: Place) => place.write('rules.md', rules.replaceAll('\n', '\r\n'))],
  ])('%s: its bytes are others, and are not delivered', (_, change) => {
    const place = new Place();
    change(place);
    expect(place.today()).toEqual(changed);
    const refused = place.deliver();
    expect(refused.exit).toBe(1);
    expect(refused.out).toBe('');
    expect(place.state()).toBe('required_unread');
  });

  test.each([
    ['deleted', (place: Place) => rmSync(place.at('rules.md'))],
    ['renamed', (place: Place) => place.git('mv', 'rules.md', 'laws.md')],
  ])('%s: it is gone', (_, change) => {
    const place = new Place();
    change(place);
    expect(place.today()).toEqual({ state: 'gone', fault: 'gone', exit: 1 });
    expect(place.deliver().exit).toBe(1);
    expect(place.state()).toBe('required_unread');
  });

  test('touched, it is the same', () => {
    const place = new Place();
    utimesSync(place.at('rules.md'), 1, 1);
    expect(place.today()).toEqual(current);
  });

  test('with the same content after a rebase, it is the same', () => {
    const place = new Place();
    place.git('checkout', '-q', '-b', 'side');
    place.write('rules.md', `${rules}More.\n`);
    place.commit('more');
    place.write('rules.md', rules);
    place.commit('less');
    place.git('checkout', '-q', 'main');
    place.write('other.md', 'other');
    place.git('add', 'other.md');
    place.commit('other');
    place.git('checkout', '-q', 'side');
    place.git('rebase', '-q', 'main');
    expect(place.today()).toEqual(current);
  });

  test('behind a symbolic link it is the same inside the root, and refused outside of it', () => {
    const place = new Place();
    renameSync(place.at('rules.md'), place.at('moved.md'));
    symlinkSync('moved.md', place.at('rules.md'));
    expect(place.today()).toEqual(current);
    copyFileSync(place.at('moved.md'), join(place.cwd, 'outside.md'));
    rmSync(place.at('rules.md'));
    symlinkSync(join(place.cwd, 'outside.md'), place.at('rules.md'));
    expect(place.today()).toEqual({ state: 'unreadable', fault: 'outside', exit: 1 });
    expect(place.deliver().exit).toBe(1);
  });

  test.skipIf(process.getuid?.() !== 0)('that may not be read says so (skipped unless run by the superuser)', () => {
    const place = new Place();
    chmodSync(place.cwd, 0o755);
    chmodSync(place.at('rules.md'), 0o600);
    const told = place.ken(['revisions', '--goal', 'goal.json', '--check', '--json'], { uid: 65534 });
    expect(told.exit, told.err).toBe(1);
    expect(JSON.parse(told.out).materials[0]).toMatchObject({ state: 'unreadable', fault: 'not-permitted' });
    chmodSync(place.at('rules.md'), 0o644);
    const open = place.ken(['revisions', '--goal', 'goal.json', '--check', '--json'], { uid: 65534 });
    expect(JSON.parse(open.out).materials[0]).toMatchObject({ state: 'current' });
  });

  test('read by another agent is unread by this one', () => {
    const place = new Place();
    place.deliver('reviewer');
    expect(place.state('reviewer')).toBe('current');
    expect(place.state('builder')).toBe('required_unread');
  });

  test('an older revision that was read goes stale when authority moves, and a newer delivery makes it current', () => {
    const place = new Place();
    place.deliver();
    const next = rules.replace('entry 4', 'entry 5');
    place.write('rules.md', next);
    place.register({ revision: 'r2', content: idOf(next) }, { revision: 'r1', content: idOf(rules) });
    expect(place.state()).toBe('stale');
    place.deliver();
    expect(place.state()).toBe('current');
  });

  test('whose revision is the id of its bytes needs no other registration', () => {
    const place = new Place();
    place.register({ revision: idOf(rules) });
    expect(place.today()).toEqual(current);
    place.deliver();
    expect(place.state()).toBe('current');
  });

  test('of which nobody registered what it hashes to is not delivered', () => {
    const place = new Place();
    place.register({ revision: 'r1' });
    expect(place.today()).toMatchObject({ state: 'unregistered', exit: 1 });
    expect(place.deliver()).toMatchObject({ exit: 1, out: '' });
  });
});

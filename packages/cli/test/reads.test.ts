import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Session } from '../../session/test/claude.ts';
import type { Outcome } from './ken.ts';
import { idOf, Place, rules } from './materials.ts';

const sealed = (place: Place, text = rules): string => {
  const session = new Session().prompt('Read.').read(place.at('rules.md'), text).reply('Read.');
  writeFileSync(join(place.cwd, 'session.jsonl'), session.text());
  return JSON.parse(place.ken(['seal', 'session.jsonl', '--json']).out).sessions[0].head;
};

const claiming = (place: Place, head: string, claims: unknown): Outcome => {
  writeFileSync(join(place.cwd, 'claims.json'), JSON.stringify(claims));
  return place.ken(['reads', head, '--claims', 'claims.json']);
};

test('claims are judged, and what could have been one is not passed over', () => {
  const place = new Place();
  const head = sealed(place);
  const path = place.at('rules.md');
  expect(claiming(place, head, [{ path, revision: idOf(rules), lines: [1, 9] }, path]).exit).toBe(0);
  for (const wrong of [{ path, revision: idOf('other') }, { path, lines: [1, 10] }, { path: '/elsewhere.md' }])
    expect(claiming(place, head, [wrong]).exit).toBe(1);
  for (const odd of [
    { path, revison: idOf('other') },
    { path, line: 3 },
    { path, revision: 'r1' },
    { path, lines: [3, 2] },
    { path: '' },
    {},
    7,
  ]) {
    const refused = claiming(place, head, [path, odd]);
    expect([refused.exit, refused.out], JSON.stringify(odd)).toEqual([1, '']);
    expect(refused.err).not.toContain('revison');
  }
}, 120_000);

test('a file that stands as it was read is current, in whatever form it was shown', () => {
  for (const text of [rules, rules.replaceAll('\n', '\r\n'), `\ufeff${rules}`]) {
    const place = new Place(text);
    const shown = text.replaceAll('\r\n', '\n').replace('\ufeff', '');
    const { reads } = JSON.parse(place.ken(['reads', sealed(place, shown), '--json']).out);
    const read = reads.find(({ revision }: { revision: string }) => revision === idOf(text));
    expect(read).toMatchObject({ whole: true, text_only: text !== shown, disk: 'current' });
    place.write('rules.md', `${text}more\n`);
    const later = JSON.parse(place.ken(['reads', sealed(place, shown), '--json']).out).reads;
    expect(later.map(({ disk }: { disk: string }) => disk)).toEqual(['changed']);
  }
}, 120_000);

import { findShape, SHAPES } from '@ken/shapes';
import { expect, test } from 'vitest';

/**
 * How often a row looks at a character: its heads are finite, so that the work is in what follows them. The text is
 * handed to `follow` behind a counter.
 */
function looks(text: string): number {
  let count = 0;
  const watched = new Proxy(Object(text), {
    get(target: object, name: string | symbol): unknown {
      if (name === 'length') return text.length;
      if (name === 'charCodeAt') {
        return (at: number): number => {
          count += 1;
          return text.charCodeAt(at);
        };
      }
      if (typeof name === 'string' && /^\d+$/.test(name)) {
        count += 1;
        return text[Number(name)];
      }
      return Reflect.get(target, name);
    },
  }) as string;
  for (const row of SHAPES) {
    row.head.lastIndex = 0;
    for (let hit = row.head.exec(text); hit !== null; hit = row.head.exec(text)) {
      if (row.follow(watched, row.head.lastIndex) >= 0) break;
      row.head.lastIndex = hit.index + 1;
    }
  }
  return count;
}

/** Pieces that, repeated, send a search that goes back over the same text again and again. */
const pieces = [
  'a',
  ' ',
  'bearer ',
  'bearer',
  'token',
  'token =',
  'token   ',
  'eyJ',
  'eyJabcd.',
  'eyJabcd.b.',
  'sk-',
  'ak_',
  'gh',
  'ghp_',
  'ghp_a',
  '\\',
  '\\\\',
  '\\\\a',
  'C:',
  '~/ ',
  '/home',
  '//',
  '://',
  '://a',
  '://a:',
  ':',
  '=',
  'password',
  'password=',
  'password= ',
  'xoxb-',
  'npm_',
  'AKIA',
  'AIza',
  '-----BEGIN ',
  '-----BEGIN A',
  '-',
  'access_key',
  'access-',
  '\u017f',
  '\u3000',
];

test.each(pieces)('twice the text of %j costs at most about twice the looks', (piece) => {
  const of = (length: number): number => looks(piece.repeat(Math.ceil(length / piece.length)));
  const small = of(20_000);
  expect(of(40_000)).toBeLessThanOrEqual(2.1 * small + 200);
});

test('control: the counter sees a search that goes back', () => {
  const quadratic = (text: string): number => {
    let count = 0;
    for (let from = 0; from < text.length; from += 1) for (let at = from; at < text.length; at += 100) count += 1;
    return count;
  };
  expect(quadratic('a'.repeat(4_000))).toBeGreaterThan(3 * quadratic('a'.repeat(2_000)));
});

test.each(['a', ' ', 'token ', 'eyJabcd.', '\\\\', '://a:', 'sk-', '\u3000'])('10 MB of %j are answered', (piece) => {
  const text = piece.repeat(Math.ceil(10_000_000 / piece.length));
  const found = findShape(`${text} ~/x`);
  expect(found).not.toBeNull();
});

test('no head repeats without a bound', () => {
  for (const { head, name } of SHAPES) expect(head.source.replace(/\\./g, ''), name).not.toMatch(/[*+]|\{\d+,\}/);
});

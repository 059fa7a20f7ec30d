import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pc from 'picocolors';
import { describe, expect, test } from 'vitest';
import { beginning, jsonText, neutral, neutralPainted } from '../src/show/text.ts';
import { example, ken, scratch } from './ken.ts';

const esc = String.fromCharCode(0x1b);
// A new line, the start of a colour, a turn of direction, an 8-bit control sequence.
const hostile = `a\nken verify: verified${esc}[32m\u202e\u009b2J.jsonl`;
const bare = new RegExp(`[${esc}\\u202e\\u009b]`);

describe('a hostile name', () => {
  test('makes no line of its own and commands nothing, wherever it is said', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, hostile), '');
    for (const call of [
      ['seal', hostile],
      ['seal', `missing${hostile}`],
      ['verify', hostile],
      ['verify', `--${hostile}`],
      [hostile],
      ['sessions', '--store', hostile],
      ['explain', hostile],
    ]) {
      const refused = ken(call, { cwd });
      expect(refused.exit, refused.err).not.toBe(0);
      expect(refused.err, call.join(' ')).toMatch(/^ken.*: .+\n$/);
      expect(refused.err.trimEnd()).not.toContain('\n');
      expect(refused.err + refused.out).not.toMatch(bare);
    }
  });

  test('is the same name in a document, and safe to show there', () => {
    const cwd = scratch();
    writeFileSync(join(cwd, hostile), '');
    const refused = ken(['seal', hostile, '--json', '--store', 'store.db'], { cwd });
    expect(JSON.parse(refused.out).refused).toMatchObject([{ file: hostile }]);
    expect(refused.out).not.toMatch(bare);
    const control = ken(['seal', example, '--json', '--store', 'store.db'], { cwd });
    expect(JSON.parse(control.out).sessions).toMatchObject([{ file: example }]);
  });
});

test('a document parses to an equal value, and nothing in it commands a terminal', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (document) => {
      const text = jsonText(document);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document)));
      expect(neutral(text)).toBe(text);
    }),
    { seed: 20264 },
  );
});

test('paint is kept where there are colours, and nothing else passes for it', () => {
  const paint = pc.createColors(true);
  const painted = `${paint.green('verified')} ${paint.bold(paint.red('no'))}`;
  expect(neutralPainted(painted, true)).toBe(painted);
  expect(neutralPainted(painted, false)).not.toContain(esc);
  expect(neutralPainted(`${esc}[2J${esc}]0;title`, true)).toBe('\\u001b[2J\\u001b]0;title');
});

test('the beginning of a text is that text, or as many code points with an ellipsis for the last', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, most) => {
      const shown = beginning(text, most);
      expect([...shown].length).toBeLessThanOrEqual(most);
      if ([...text].length <= most) expect(shown).toBe(text);
      else expect(text.startsWith(shown.slice(0, -1)) && shown.endsWith('…')).toBe(true);
    }),
    { seed: 20265 },
  );
});

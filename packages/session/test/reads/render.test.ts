import { linesIn, renders } from '@ken/session';
import { describe, expect, test } from 'vitest';
import { partOf } from '../../src/reads/render.ts';
import { joinedLines, missingLines } from '../../src/reads/spans.ts';

const lines = ['alpha', 'beta', ''];
const padded = '     7→alpha\n     8→beta\n     9→';
const reminder = '\n\n<system-reminder>\nBe careful.\n</system-reminder>\n';

describe('rendering forward', () => {
  test.each([
    ['padded to six, with an arrow', padded],
    ['as reported, with a tab', '7\talpha\n8\tbeta\n9\t'],
    ['with one system-reminder', padded + reminder],
    ['with a tab and a reminder', `7\talpha\n8\tbeta\n9\t${reminder}`],
  ])('equals the text shown: %s', (_, shown) => {
    expect(renders(lines, 7, shown)).toBe(true);
  });

  test.each([
    ['another label', padded, 6],
    ['a line less', padded.slice(0, padded.lastIndexOf('\n')), 7],
    ['a line more', `${padded}\n    10→more`, 7],
    ['another line', padded.replace('beta', 'Beta'), 7],
    ['white space at the end of a line', padded.replace('beta', 'beta '), 7],
    ['the two numberings mixed', '     7→alpha\n8\tbeta\n     9→', 7],
    ['other padding', padded.replace('     7', '    7'), 7],
    ['two reminders', padded + reminder + reminder, 7],
    ['a reminder in the middle', padded.replace('\n     8', `${reminder}\n     8`), 7],
    ['a reminder before', reminder + padded, 7],
    ['a reminder that is not closed', `${padded}\n\n<system-reminder>\nBe careful.`, 7],
    ['a reminder in a reminder', padded + reminder.replace('Be careful.', reminder.trim()), 7],
    ['words behind a reminder', `${padded}${reminder}and more`, 7],
    ['words that are no reminder', `${padded}\n\nNote: be careful`, 7],
    ['a reminder without a new line before it', padded + reminder.trim(), 7],
    ['nothing', '', 7],
  ])('does not equal: %s', (_, shown, label) => {
    expect(renders(lines, label, shown)).toBe(false);
  });

  test('a text that holds what looks like a numbered line or a reminder is rendered as it is', () => {
    const tricky = ['     8→beta', '<system-reminder>', 'x', '</system-reminder>'];
    const shown = tricky.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n');
    expect(renders(tricky, 1, shown)).toBe(true);
    expect(renders(['     8→beta'], 1, shown)).toBe(false);
  });

  test('numbers of seven digits are not cut', () => {
    expect(renders(['x'], 1_234_567, '1234567→x')).toBe(true);
  });
});

describe('the account of a read', () => {
  const account = { start: 1, count: 3, total: 3 };
  test.each([
    ['whole', account, { label: 1, from: 1, to: 3, total: 3 }],
    ['labelled from 0', { ...account, start: 0 }, { label: 0, from: 1, to: 3, total: 3 }],
    ['a part', { ...account, start: 2, count: 2 }, { label: 2, from: 2, to: 3, total: 3 }],
    ['beyond the end', { ...account, start: 2 }, null],
    ['of nothing', { ...account, count: 0 }, null],
  ])('%s', (_, given, part) => {
    expect(partOf(given)).toEqual(part);
  });
});

test('the lines of a text: without a byte-order mark, and without a carriage return before a new line', () => {
  expect(linesIn('\ufeffa\r\nb\rc\n')).toEqual(['a', 'b\rc', '']);
  expect(linesIn('a')).toEqual(['a']);
});

describe('lines', () => {
  test('are joined where they meet or overlap', () => {
    const joined = joinedLines([
      [5, 7],
      [1, 2],
      [3, 3],
      [6, 9],
      [12, 12],
    ]);
    expect(joined).toEqual([
      [1, 3],
      [5, 9],
      [12, 12],
    ]);
    expect(missingLines([1, 13], joined)).toEqual([
      [4, 4],
      [10, 11],
      [13, 13],
    ]);
    expect(missingLines([5, 9], joined)).toEqual([]);
  });
});

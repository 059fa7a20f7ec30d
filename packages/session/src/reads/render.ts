import type { ToolResult } from '@ken/transcript';

/** Which lines of a text a result says that it shows, the first line being 1 (transcripts.md §8). */
export interface Part {
  /** The number that the first of them is labelled with. */
  readonly label: number;
  readonly from: number;
  readonly to: number;
  /** How many lines the text has; the one behind the last new line counts, though nothing is in it. */
  readonly total: number;
}

/** The part that the account of a read names; null where the account is none that can be true. */
export const partOf = ({
  start,
  count,
  total,
}: Pick<NonNullable<ToolResult['lines']>, 'start' | 'count' | 'total'>): Part | null => {
  const from = Math.max(1, start);
  const to = from + count - 1;
  return count > 0 && to <= total ? { label: start, from, to, total } : null;
};

const mark = '\ufeff';

/** The lines of a text: a byte-order mark removed, and a carriage return before a new line. */
export const linesIn = (text: string): readonly string[] =>
  (text.startsWith(mark) ? text.slice(mark.length) : text).replaceAll('\r\n', '\n').split('\n');

/** How lines are numbered when they are shown. */
const numberings: readonly ((number: number) => string)[] = [
  (number) => `${String(number).padStart(6)}→`,
  (number) => `${number}\t`,
];

const opens = '<system-reminder>';
const closes = '</system-reminder>';

/** Whether a text is exactly one reminder, with the new lines that part it from what stands before it. */
const isReminder = (text: string): boolean => {
  const from = text.indexOf(opens);
  const to = text.lastIndexOf(closes);
  if (from < 1 || to < from) return false;
  const inner = text.slice(from + opens.length, to);
  const around = text.slice(0, from) + text.slice(to + closes.length);
  return !inner.includes(opens) && !inner.includes(closes) && /^\n+$/.test(around);
};

/**
 * Whether lines, rendered from a label on, are the text shown, byte for byte: every line with its number, and behind them
 * nothing or exactly one system-reminder (transcripts.md §8). Rendered forward: what was shown is never taken apart.
 */
export const renders = (lines: readonly string[], label: number, shown: string): boolean =>
  numberings.some((numbered) => {
    let at = 0;
    for (const [index, line] of lines.entries()) {
      const piece = `${index === 0 ? '' : '\n'}${numbered(label + index)}${line}`;
      if (!shown.startsWith(piece, at)) return false;
      at += piece.length;
    }
    return at === shown.length || isReminder(shown.slice(at));
  });

// Characters that move the cursor, change colours, hide text or turn its direction. They come from transcripts and file
// names, and what is shown must be what is there.
const unsafe = /[^\P{Cc}\n\t]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const codeOf = (found: string): string => `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Untrusted text made safe to show on a terminal: each unsafe character stands as its code. New lines and tabs stay. */
export const neutral = (text: string): string => text.replace(unsafe, codeOf);

// Exactly the codes that paint is made of, so that nothing else passes for paint.
const paintCode = new RegExp(`(${String.fromCharCode(0x1b)}\\[(?:1|22|31|32|33|39)m)`);

/** A composed text made safe to show: as `neutral`, but where there are colours the codes of `Paint` stay. */
export const neutralPainted = (text: string, coloured: boolean): string =>
  coloured
    ? text
        .split(paintCode)
        .map((part, at) => (at % 2 === 1 ? part : neutral(part)))
        .join('')
    : neutral(text);

/** A document as JSON that is safe to show: unsafe characters stand as escapes, so that it parses to an equal value. */
export const jsonText = (document: object): string => neutral(JSON.stringify(document, null, 2));

/** Untrusted text made safe to show within one line. */
export const neutralLine = (text: string): string => neutral(text).replace(/[\n\t]/g, ' ');

/** The beginning of a text, at most `most` code points of it; where something is left off, the last is an ellipsis. */
export const beginning = (text: string, most: number): string => {
  // A code point is at most two units, so that a long text is not taken apart whole.
  const points = [...text.slice(0, 2 * (most + 1))];
  return points.length > most
    ? `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
};

/** A number of bytes for people: exact below 1000, else three digits and a unit of 1000. */
export const size = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${bytes} B` : `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${units[unit]}`;
};

/** A number with its noun: `1 unit`, `3 units`. */
export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** Lays text out in lines of at most `width` columns, each begun with `indent`. Words longer than a line stand alone. */
export const wrap = (text: string, width: number, indent: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u)) {
    if (line !== '' && line.length + 1 + word.length > width - indent.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((one) => `${indent}${one}`).join('\n');
};

/** Rows as columns: each as wide as its widest cell, two spaces apart, the last one ragged. */
export const columns = (rows: readonly (readonly string[])[], indent = ''): string => {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  return rows
    .map((row) =>
      `${indent}${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ')}`.trimEnd(),
    )
    .join('\n');
};

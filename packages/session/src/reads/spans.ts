/** Lines from the first to the last, counted from 1. */
export type Lines = readonly [first: number, last: number];

/** Lines joined where they meet or overlap, ascending. */
export const joinedLines = (parts: readonly Lines[]): readonly Lines[] => {
  const joined: [number, number][] = [];
  for (const [first, last] of [...parts].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
};

/** What of some lines is not among others, which are joined. */
export const missingLines = ([first, last]: Lines, among: readonly Lines[]): readonly Lines[] => {
  const missing: Lines[] = [];
  let next = first;
  for (const [from, to] of among) {
    if (from > last) break;
    if (from > next) missing.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= last) missing.push([next, last]);
  return missing;
};

/** Whether joined lines are all lines of a text that has so many. */
export const isWhole = (joined: readonly Lines[], total: number): boolean => {
  const [only, another] = joined;
  return another === undefined && only !== undefined && only[0] === 1 && only[1] === total;
};

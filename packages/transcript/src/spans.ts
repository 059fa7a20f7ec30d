import type { Span } from './types.ts';

/**
 * What is left of spans (ascending, apart) when others (ascending, apart, each inside one of them) are taken out of
 * them. Nothing is copied but what is cut.
 */
export function without(spans: readonly Span[], taken: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const span of spans) {
    let start = span.start;
    for (let hole = taken[next]; hole !== undefined && hole.end <= span.end; hole = taken[next]) {
      if (hole.start > start) {
        left.push(Object.freeze({ start, end: hole.start }));
      }
      start = hole.end;
      next += 1;
    }
    if (start === span.start) {
      left.push(span);
    } else if (start < span.end) {
      left.push(Object.freeze({ start, end: span.end }));
    }
  }
  return Object.freeze(left);
}

/** How many bytes spans hold together. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

import type { Span } from './tables.ts';

/**
 * Takes one span out of the spans that are still kept.
 *
 * @param kept - half-open byte spans, ascending and apart
 * @param cut - the span that leaves
 * @returns what is kept afterwards; undefined when `cut` is empty or does not lie whole inside one kept span, because then
 *   bytes would leave that were never there, or leave twice
 */
export const subtract = (kept: readonly Span[], cut: Span): Span[] | undefined => {
  if (cut.start >= cut.end) return undefined;
  const at = kept.findIndex((span) => span.start <= cut.start && cut.end <= span.end);
  const hit = kept[at];
  if (hit === undefined) return undefined;
  const rest = [
    { start: hit.start, end: cut.start },
    { start: cut.end, end: hit.end },
  ].filter((span) => span.start < span.end);
  return [...kept.slice(0, at), ...rest, ...kept.slice(at + 1)];
};

/** How many bytes these spans hold together. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + (span.end - span.start), 0);

export const sameSpans = (left: readonly Span[], right: readonly Span[]): boolean =>
  left.length === right.length &&
  left.every((span, index) => span.start === right[index]?.start && span.end === right[index]?.end);

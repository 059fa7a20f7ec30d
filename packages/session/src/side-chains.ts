import type { TranscriptRecord } from '@ken/transcript';
import type { SourceFile } from './source-file.ts';
import type { Span } from './tables.ts';

/** Some ranges of a file, one after another, as a file of its own. */
const rangesOf = (file: SourceFile, ranges: readonly Span[]): SourceFile => ({
  async *open(start = 0, end = Number.POSITIVE_INFINITY) {
    let at = 0;
    for (const range of ranges) {
      const from = range.start + Math.max(0, start - at);
      at += range.end - range.start;
      const to = range.end - Math.max(0, at - end);
      if (from < to) yield* file.open(from, to);
    }
  },
});

/**
 * Gathers where the records of each side-chain lie in a file. A side-chain is the session of a sub-agent, and a run of its
 * own: its file is made of its records alone, each after the bytes that stand before it, without those before the first.
 * It remembers ranges and no bytes.
 */
export class SideChains {
  readonly #ranges = new Map<string, Span[]>();

  see({ chain, span, gap }: Pick<TranscriptRecord, 'chain' | 'span' | 'gap'>): void {
    if (chain === null) return;
    const ranges = this.#ranges.get(chain);
    if (ranges === undefined) {
      this.#ranges.set(chain, [span]);
      return;
    }
    const start = span.start - gap.length;
    const last = ranges.at(-1);
    if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end: span.end };
    else ranges.push({ start, end: span.end });
  }

  /** The side-chains in the order of their first records, each with its file. */
  files(file: SourceFile): readonly { readonly chain: string; readonly file: SourceFile }[] {
    return [...this.#ranges].map(([chain, ranges]) => ({ chain, file: rangesOf(file, ranges) }));
  }
}

import { LINE_FEED } from './bytes.ts';
import { type Finding, finding } from './findings.ts';
import { loneSurrogatesIn } from './json/units.ts';
import { nulRun } from './nul.ts';
import type { Segment } from './splitter.ts';
import type { Span } from './types.ts';

/** What is damaged about a segment and the gap before it, whatever its format (§9): findings in file order. */
export function damageOf({ gap, bytes, span, object }: Segment, index: number): Finding[] {
  const findings: Finding[] = [];
  note(findings, gap.length > 1 ? nulRun(gap, span.start - gap.length, index) : null);
  if (object === null) {
    findings.push(finding('torn-record', index, span, { bytes: bytes.length }));
    note(findings, nulRun(bytes, span.start, index));
  } else if (index > 0 && !gap.includes(LINE_FEED)) {
    findings.push(finding('welded-records', index, span));
  }
  return findings;
}

/** Half surrogate pairs in what the model saw of a segment (a span of its bytes), as one finding; null if there are none. */
export function surrogatesIn({ bytes, span, object }: Segment, index: number, shown: Span): Finding | null {
  const count = object?.surrogates === true ? loneSurrogatesIn(bytes, shown.start, shown.end) : 0;
  return count === 0 ? null : finding('lone-surrogate', index, span, { count });
}

function note(findings: Finding[], one: Finding | null): void {
  if (one !== null) {
    findings.push(one);
  }
}

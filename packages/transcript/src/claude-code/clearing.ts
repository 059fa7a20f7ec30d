import { finding } from '../findings.ts';
import type { DeparturePart, Span } from '../types.ts';
import type { ResultBlock } from './blocks.ts';
import type { Calls } from './calls.ts';
import type { Active, Context } from './context.ts';
import type { Draft } from './draft.ts';
import type { Clearance } from './micro.ts';

/** The harness's own figure is met when it is as near as this, in tokens (§2, `microcompact_boundary`). */
const NEAR = 2;

/** Takes out of the context what a micro-compaction names, notes what it names in vain, and gives the parts that left. */
export function cleared(
  context: Context,
  calls: Calls,
  { calls: named, attachments, saved, unreadable }: Clearance,
  { index, span, findings }: Pick<Draft, 'index' | 'span' | 'findings'>,
): readonly DeparturePart[] {
  const unverifiable = (facts: Readonly<Record<string, string | number | null>>): void => {
    findings.push(finding('compaction-unverifiable', index, span, facts));
  };
  for (const key of unreadable) {
    unverifiable({ key, count: null });
  }
  const taken = new Map<Active, Span[]>();
  let least = 0;
  let most = 0;
  let isText = true;
  let lostResults = 0;
  let lostAttachments = 0;
  for (const id of named) {
    const found = resultOf(context, calls, id);
    if (found === undefined) {
      lostResults += 1;
      continue;
    }
    const { entry, result, content } = found;
    entry.results = entry.results.filter((one) => one !== result);
    isText &&= result.tokens !== null;
    least += result.tokens?.least ?? 0;
    most += result.tokens?.most ?? 0;
    taken.set(entry, [...(taken.get(entry) ?? []), Object.freeze({ ...content })]);
  }
  for (const record of attachments) {
    const entry = record === undefined ? undefined : context.at(record);
    if (entry?.isAttachment !== true || taken.has(entry)) {
      lostAttachments += 1;
      continue;
    }
    taken.set(entry, [...entry.spans]);
  }
  if (lostResults > 0) {
    unverifiable({ key: 'microcompactMetadata.compactedToolIds', count: lostResults });
  }
  if (lostAttachments > 0) {
    unverifiable({ key: 'microcompactMetadata.clearedAttachmentUUIDs', count: lostAttachments });
  }
  // How the harness counts an attachment, or an image, is not known, and what is not there cannot be counted.
  const isCountable = isText && attachments.length === 0 && lostResults === 0 && unreadable.length === 0;
  if (saved !== null && isCountable && (saved < least - NEAR || saved > most + NEAR)) {
    unverifiable({ key: 'microcompactMetadata.tokensSaved', stated: saved, counted: saved < least ? least : most });
  }
  const parts = [...taken].sort(([one], [other]) => one.record - other.record);
  return Object.freeze(
    parts.map(([entry, unsorted]) => {
      const spans = Object.freeze(unsorted.sort((one, other) => one.start - other.start));
      context.cut(entry, spans);
      return Object.freeze({ record: entry.record, spans });
    }),
  );
}

/** The latest active result of a call that was not cleared, with the value of its content. */
function resultOf(context: Context, calls: Calls, id: string) {
  const { record, isOnly } = calls.latestResult(id);
  const latest = record < 0 ? undefined : context.at(record);
  const holds = (one: Active): boolean => blockOf(one, id) !== undefined;
  const entry = latest !== undefined && holds(latest) ? latest : isOnly ? undefined : context.records.findLast(holds);
  const result = entry && blockOf(entry, id);
  return entry === undefined || result === undefined || result.content === null
    ? undefined
    : { entry, result, content: result.content };
}

function blockOf({ results }: Active, id: string): ResultBlock | undefined {
  return results.findLast(({ call, content }) => call === id && content !== null);
}

import type { Finding, FindingCode } from './findings.ts';

type Facts = Finding['facts'];

/** What each finding says to people. A fact that is not there is passed over, so that an older file's finding has a sentence too. */
export const sentences: Readonly<Record<FindingCode, (facts: Facts) => string>> = {
  'torn-record': ({ bytes }) =>
    `${bytes} bytes are no whole JSON object and could not be read; they are kept as they are.`,
  'welded-records': () => 'The record stands on the same line as the one before it; they were read as two.',
  'nul-run': ({ bytes }) =>
    `${bytes} NUL bytes stand where none belong, as after a write that was cut short; they are kept as they are.`,
  'lone-surrogate': ({ count }) =>
    `What the model saw of the record has ${counted(count, 'half of a surrogate pair', 'halves of surrogate pairs')} without the other, which a provider may refuse.`,
  'duplicate-key': ({ object }) => `A key stands twice in ${object}, so that object was not interpreted.`,
  'unknown-record-type': ({ key, type }) =>
    type === null
      ? `The value of "${key}" is no type that this reader knows.`
      : `The value of "${key}" is "${type}", which this reader does not know.`,
  'record-repeated': ({ first }) => `The record repeats the identifier of record ${first} and was not counted again.`,
  'record-rewritten': ({ count }) =>
    typeof count === 'number' && count > 1
      ? `${count} records from here on have other bytes than when they were sealed before, under the same identifiers; both are kept.`
      : 'The record has other bytes than when it was sealed before, under the same identifier; both are kept.',
  'run-diverged': () =>
    'The file goes on differently from what was sealed before; it is another branch of the same run from here on.',
  'starts-mid-session': () => 'The file starts in the middle of a session; what came before is not in it.',
  'parent-absent': () => 'The record names a parent that is not in the file before it; it was added to what was there.',
  'context-cleared': ({ records }) =>
    `The conversation begins anew here; ${counted(records, 'record', 'records')} left the context without a summary.`,
  'branch-abandoned': ({ records, cause }) =>
    cause === 'rewind'
      ? `The operator went back here; ${counted(records, 'record', 'records')} left the context.`
      : `The session goes on from an earlier record here; ${counted(records, 'record', 'records')} after that left the context.`,
  'queued-message-late': () =>
    'A message that was typed far earlier in the file was delivered here, after it had been counted as not delivered.',
  'result-without-call': () => 'The record has the result of a tool call that does not stand before it in the file.',
  'call-without-result': ({ near }) => `${UNANSWERED} ${inFlight(near)}`.trim(),
  'result-repeated': ({ first }) =>
    `The record has another result of a tool call; the one before is in record ${first}.`,
  'call-id-repeated': ({ first }) =>
    `The record makes a tool call under the identifier of the one in record ${first}; results count for the later.`,
  'context-shrank-unrecorded': ({ from, to, tokens, results }) =>
    typeof results === 'number'
      ? `The session was resumed here, and ${counted(results, 'result of parallel tool calls', 'results of parallel tool calls')} may have been lost to the model; the file does not say.`
      : `The context shrank by ${tokens} tokens (from ${from} to ${to}) before this answer, and no record says what left.`,
  'context-grew-unrecorded': ({ tokens }) =>
    `After the compaction the model was sent about ${tokens} tokens that no record holds, such as files that were attached again.`,
  'compaction-unverifiable': unverifiable,
  'compaction-unobservable': () =>
    'This format does not record what leaves the context; whether anything did cannot be seen.',
  'generated-from-generated': ({ depth, chain }) => {
    const behind = typeof chain === 'string' ? ` The summaries behind it: ${records(chain)}.` : '';
    return depth === 'unknown'
      ? `The summary was made from an earlier summary; how many stand behind it is not known, as the beginning is missing.${behind}`
      : `The summary was made from an earlier summary: generated text ${depth} steps from what was said.${behind}`;
  },
};

type Fact = Facts[string] | undefined;

const UNANSWERED = 'The record makes a tool call of which no result is recorded while it is in the context.';

function inFlight(near: Fact): string {
  switch (near) {
    case 'compaction':
      return 'It was probably at work at the compaction.';
    case 'end':
      return 'It was probably at work when the file ended.';
    default:
      return '';
  }
}

function unverifiable({ key, count, stated, counted: own, encrypted }: Facts): string {
  if (typeof encrypted === 'number') {
    return `The compaction is encrypted in ${counted(encrypted, 'item', 'items')}; what that keeps of what was in the context cannot be read, so nothing is counted as left.`;
  }
  if (key === 'payload.num_turns') {
    return 'Turns were taken back here, but how many cannot be read, so nothing is counted as left.';
  }
  if (key === 'payload.replacement_history') {
    return `The compaction has no "${key}" that can be read, so what left the context is not known.`;
  }
  if (key === 'state.time.compacted') {
    return `By "${key}" the output of ${counted(count, 'a tool', 'tools')} was pruned, but where in the file it left the context, or what it was, cannot be seen.`;
  }
  if (typeof stated === 'number') {
    return `The boundary says that ${stated} tokens were cleared, and what it names comes to ${own} ${stated > Number(own) ? 'at most' : 'at least'}; the texts may have been changed since.`;
  }
  if (typeof key === 'string' && key.startsWith('microcompactMetadata')) {
    return typeof count === 'number'
      ? `The boundary names in "${key}" ${counted(count, 'item that is', 'items that are')} not in the context; what else was cleared is not known.`
      : `The boundary's "${key}" cannot be read, so what was cleared from the context is not known.`;
  }
  return `The compaction says in "${key}" that records were kept, but they are not all among those in the context; what the model kept of them is not known.`;
}

function records(chain: string): string {
  return `${chain.includes(',') ? 'records' : 'record'} ${chain}`;
}

function counted(count: Fact, one: string, many: string): string {
  return count === 1 ? `one ${one}` : `${count} ${many}`;
}

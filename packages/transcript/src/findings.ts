import type { Span } from './types.ts';

export type FindingCode =
  | 'torn-record'
  | 'welded-records'
  | 'record-repeated'
  | 'unknown-record-type'
  | 'starts-mid-session'
  | 'duplicate-key'
  | 'compaction-unverifiable'
  | 'generated-from-generated';

/** Something a reader noticed: damage, what could not be observed, what is generated from generated. Frozen. */
export interface Finding {
  readonly code: FindingCode;
  /** The index of the record it is about, if it is about one. */
  readonly record: number | null;
  /** Bytes of the file. */
  readonly span: Span | null;
  /** Figures and names of the format; never text of the transcript. */
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** Makes a finding about a record; it and its facts are frozen. */
export function finding(code: FindingCode, record: number, span: Span, facts: Finding['facts'] = {}): Finding {
  return Object.freeze({ code, record, span, facts: Object.freeze({ ...facts }) });
}

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/**
 * A name that a file gives, if it is one that may be repeated in a report (a letter, then letters, digits and
 * `_ . -`, 64 at most); else null. What is longer or other may be anything, text and secrets included.
 */
export function nameFrom(text: string | null): string | null {
  return text !== null && NAME.test(text) ? text : null;
}

const sentences: Readonly<Record<FindingCode, (facts: Finding['facts']) => string>> = {
  'torn-record': ({ bytes }) =>
    `${bytes} bytes are no whole JSON object and could not be read; they are kept as they are.`,
  'welded-records': () => 'The record stands on the same line as the one before it; they were read as two.',
  'record-repeated': ({ first }) => `The record repeats the identifier of record ${first} and was not counted again.`,
  'unknown-record-type': ({ key, type }) =>
    type === null
      ? `The value of "${key}" is no type that this reader knows.`
      : `The value of "${key}" is "${type}", which this reader does not know.`,
  'starts-mid-session': () => 'The file starts in the middle of a session; what came before is not in it.',
  'duplicate-key': ({ object }) => `A key stands twice in ${object}, so that object was not interpreted.`,
  'compaction-unverifiable': ({ key }) =>
    key === 'microcompactMetadata'
      ? 'Tool results were cleared from the context here. This reader does not take them out: they count as still in it.'
      : `The compaction says in "${key}" that records were kept, but they are not all among those in the context; what the model kept of them is not known.`,
  'generated-from-generated': ({ depth }) =>
    depth === 'unknown'
      ? 'The summary was made from an earlier summary; how many stand behind it is not known, as the beginning is missing.'
      : `The summary was made from an earlier summary: generated text ${depth} steps from what was said.`,
};

/**
 * One sentence for people about a finding, made from its facts; no text of the transcript, no secret and no path is
 * in it. A finding that was stored by a newer reader has a code that is not known here, and is told by it.
 */
export function messageOf(finding: Pick<Finding, 'facts'> & { readonly code: string }): string {
  const known: { readonly [code: string]: ((facts: Finding['facts']) => string) | undefined } = sentences;
  const sentence = Object.hasOwn(sentences, finding.code) ? known[finding.code] : undefined;
  return sentence?.(finding.facts) ?? `A reader that is newer than this program found "${finding.code}".`;
}

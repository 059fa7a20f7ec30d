import { sentences } from './sentences.ts';
import type { Span } from './types.ts';

export type FindingCode =
  | 'torn-record'
  | 'welded-records'
  | 'nul-run'
  | 'lone-surrogate'
  | 'duplicate-key'
  | 'unknown-record-type'
  | 'record-repeated'
  | 'record-rewritten'
  | 'run-diverged'
  | 'starts-mid-session'
  | 'parent-absent'
  | 'context-cleared'
  | 'branch-abandoned'
  | 'queued-message-late'
  | 'result-without-call'
  | 'call-without-result'
  | 'result-repeated'
  | 'call-id-repeated'
  | 'context-shrank-unrecorded'
  | 'context-grew-unrecorded'
  | 'compaction-unverifiable'
  | 'compaction-unobservable'
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

/** Makes a finding about a record, or about bytes that belong to none; it and its facts are frozen. */
export function finding(code: FindingCode, record: number | null, span: Span, facts: Finding['facts'] = {}): Finding {
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

/**
 * One sentence for people about a finding, made from its facts; no text of the transcript, no secret and no path is
 * in it. A finding that was stored by a newer reader has a code that is not known here, and is told by it.
 */
export function messageOf(finding: Pick<Finding, 'facts'> & { readonly code: string }): string {
  const known: { readonly [code: string]: ((facts: Finding['facts']) => string) | undefined } = sentences;
  const sentence = Object.hasOwn(sentences, finding.code) ? known[finding.code] : undefined;
  return sentence?.(finding.facts) ?? `A reader that is newer than this program found "${finding.code}".`;
}

/** Every code of a finding. */
export const findingCodes: readonly FindingCode[] = Object.freeze(Object.keys(sentences) as FindingCode[]);

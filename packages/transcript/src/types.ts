import type { Finding } from './findings.ts';

/** A half-open range of bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One record of a transcript. The byte arrays are views of the reader's own copy: do not write to them. */
export interface TranscriptRecord {
  /** 0-based position in the file. */
  readonly index: number;
  /** The identifier that the file gives it, as written; null where it gives none. A repeated record has that of the first. */
  readonly id: string | null;
  /** The bytes between the previous record (or the file's beginning) and this one. */
  readonly gap: Uint8Array;
  /** The record's own bytes, exactly as written. */
  readonly bytes: Uint8Array;
  /** Where those bytes lie in the file. */
  readonly span: Span;
  /** Whether the model saw a part of it. */
  readonly place: 'context' | 'beside';
  /** Why it is there: its type and subtype, or the rule that put it beside. */
  readonly reason: string;
  /** What the model saw: a path and a span relative to the record's bytes. Null iff the record is beside. */
  readonly context: { readonly path: string; readonly span: Span } | null;
  /** Who made it, by the file's own claim; null where it makes none. */
  readonly producer: Producer | null;
  /**
   * The side-chain that a record with the reason `side-chain` belongs to: its agent's id; without one, the chain of its
   * parent when that is in a side-chain, else its own uuid (null if it has none of these). Null for every other record.
   */
  readonly chain: string | null;
  /** The tool that delivered generated text (a model's, not a file's or a program's), else null. */
  readonly generated: string | null;
  /** What left the context because of this record. */
  readonly departures: readonly Departure[];
  readonly findings: readonly Finding[];
}

export type Producer = 'operator' | 'model' | 'tool' | 'harness';

/**
 * Why something left the context (§2, resets and branches): a summary took its place; single results were cleared; the
 * conversation began anew; an operator went back; or what was abandoned for another reason.
 */
export type DepartureCause = 'compaction' | 'micro-compaction' | 'clearing' | 'rewind' | 'branch';

/** Something that left the context: the context spans, as parts in file order. */
export interface Departure {
  readonly cause: DepartureCause;
  /** A person asked for it, or the harness decided. */
  readonly by: 'user' | 'harness';
  readonly parts: readonly DeparturePart[];
}

/**
 * The spans of one record that left, relative to that record's bytes, ascending: its context span, or what earlier
 * departures have left of it.
 */
export interface DeparturePart {
  readonly record: number;
  readonly spans: readonly Span[];
}

/** Which run a transcript tells of. */
export interface RunIdentity {
  readonly key: string;
  readonly label: string | null;
  /**
   * The identifier of the record that the first one follows, when that is not in the file, and the side-chain that both are
   * in; null where there is none, or none can be told.
   */
  readonly follows: { readonly record: string; readonly chain: string | null } | null;
}

/** One transcript being read, in one pass and file order. */
export interface Reading {
  /** The format, such as `claude-code`. */
  readonly format: string;
  /** Name and version of the reader, such as `claude-code/2`. */
  readonly reader: string;
  /**
   * Takes the next bytes and gives the records that they complete, in order. A record whose place only a later one decides,
   * and those after it, are given when it is decided.
   *
   * @param own - the bytes are given over: nobody writes over them any more, so that records can be views of them. Else they
   *   are copied
   */
  push(chunk: Uint8Array, own?: boolean): TranscriptRecord[];
  /**
   * Says that the file ends; gives what only that decides: records, the bytes after the last one, and findings that
   * are true of a file that ends here (another may hold when it has grown). Once only.
   *
   * What closes a document is in the tail, as a document that grew has it further on; `closing` says where in the file
   * that is, and is absent or null where nothing closes it.
   */
  finish(): {
    readonly records: TranscriptRecord[];
    readonly tail: Uint8Array;
    readonly findings: readonly Finding[];
    readonly closing?: Span | null;
  };
  /** The run's identity, or null while no record gave one (and for a file without any uuid always). */
  identity(): RunIdentity | null;
}

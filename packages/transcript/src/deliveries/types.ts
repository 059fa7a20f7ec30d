import type { Span } from '../types.ts';

/** What a tool gave back, and what the file says it was a part of. */
export interface ToolResult {
  /** As the call names it; null where the call is not in the file. */
  readonly tool: string | null;
  /** The path that the call named, as it is written there; null where it named none. */
  readonly path: string | null;
  /** The folder that it goes out from, as the record of the call claims; null where that claims none. */
  readonly from: string | null;
  /** The answer of the model that made the call; null where the file does not say. */
  readonly turn: string | null;
  /** Whether the record itself tells of an answer behind it. */
  readonly answered: boolean;
  /** The text that the model was shown, escapes resolved. */
  readonly shown: string;
  /** Where the value that holds it stands in the record's bytes; null for the whole record. */
  readonly span: Span | null;
  /**
   * Whether the text as it is may be the whole of a file: where tools show files as they are, in answer to a call that does not
   * hold that text itself. Elsewhere only the lines of an account can deliver (transcripts.md §8).
   */
  readonly raw: boolean;
  /** What the file says of the part of a file that was read, with its own copy of it; null where it says nothing. */
  readonly lines: {
    /** The file that the account is of, as it is written there. */
    readonly path: string;
    /** The number of the first line as it is labelled; 0 is what some label the first line with. */
    readonly start: number;
    readonly count: number;
    readonly total: number;
    readonly copy: string;
  } | null;
}

/** The whole text of a file that a record holds beside what the model was shown: a revision to compare with, never a delivery. */
export interface FullText {
  readonly path: string;
  readonly text: string;
}

/** The identifier of a record, and that of the one it follows. */
export interface Place {
  readonly id: string | null;
  readonly parent: string | null;
}

/** What a record beside the context tells of those in it. */
export interface Beside {
  readonly tree?: Place;
  /** The folder that paths behind it go out from; null where it claims none. */
  readonly cwd: string | null;
  /** Whether the context was set anew there, or something like it: what still stands unused may be gone as well. */
  readonly resets: boolean;
}

/** What one record tells of deliveries. */
export interface Told {
  readonly results: readonly ToolResult[];
  readonly texts: readonly FullText[];
  /** The answer that a record of the model belongs to; null where it is none, or the file does not say. */
  readonly turn: string | null;
  /** Whether a record of the model says something, so that the model had what stood before it when it began to. */
  readonly speaks: boolean;
  /**
   * Whether the record says that it is of a side-chain, which is another agent's where the session has records that are not;
   * null where it says nothing of that.
   */
  readonly aside: boolean | null;
  /** Where the record stands, where records of the format form a tree; else undefined. */
  readonly tree?: Place;
  /** As of a record beside the context. */
  readonly resets: boolean;
  /** The folder that relative paths go out from, as the record claims. */
  readonly cwd: string | null;
  /** When, as the record claims: ISO 8601; null for what is no such time. */
  readonly at: string | null;
}

/** Reads the records of one run for deliveries, each once and in order: a result whose call does not stand before it is nobody's. */
export interface DeliveryReader {
  /** @param bytes - a record as it is written; what is no JSON tells nothing */
  tell(bytes: Uint8Array): Told;
  /** What a record beside the context tells; nothing where this is not there. */
  beside?(bytes: Uint8Array): Beside;
}

import type { EventId, RawContentId } from '@ken/address';
import type { Part } from './render.ts';

/** When something left the context, and why. */
export interface Left {
  /** The record because of which it left. */
  readonly record: number;
  readonly cause: string;
}

/** A result of a tool that the model was shown. */
export interface Seen {
  readonly event: EventId;
  readonly record: number;
  readonly tool: string | null;
  /** Where the call says the file is, made absolute where the record says from where; null where no file is named. */
  readonly path: string | null;
  /** The lines that it verifiably shows, by the file's own copy of them; null for text as it is. */
  readonly part: Part | null;
  /** Of the text of those lines, or of all that was shown where there are none. */
  readonly content: RawContentId;
  /** In bytes of UTF-8: what was shown. */
  readonly length: number;
  /** In bytes of UTF-8: the text itself. Numbers and a reminder are alike in every result, and tell nothing of it. */
  readonly textLength: number;
  /** When, as the record claims. */
  readonly at: string | null;
  /** Null while it is in the context. */
  readonly left: Left | null;
  /** False where it left before the model said anything that it could have had a part in; true of what the run ends with. */
  readonly used: boolean;
  /** Whether the model has said something since: what the run ends with, the model may never be given. */
  readonly answered: boolean;
  /** Whether the text as it is may be the whole of a file. */
  readonly raw: boolean;
  /** Whether the result is of a read that its own account does not re-compute. */
  readonly odd: boolean;
}

/** The whole text of a file that a record holds: a revision to compare with. */
export interface Recorded {
  readonly path: string;
  readonly text: string;
  /** Of the text in UTF-8. */
  readonly id: RawContentId;
}

/** What a run tells of deliveries. */
export interface SeenInRun {
  readonly seen: readonly Seen[];
  readonly recorded: readonly Recorded[];
  /** The folders that relative paths went out from, each once. */
  readonly folders: readonly string[];
  /** Whether the format of the run records results of tools at all. */
  readonly observable: boolean;
}

import { claudeCode } from './claude-code/format.ts';
import { codex } from './codex/format.ts';
import { gemini } from './gemini/format.ts';
import type { Scanned } from './json/tape.ts';
import { anthropicMessages, openaiMessages } from './messages/format.ts';
import { opencode } from './opencode/format.ts';
import { plain } from './plain/format.ts';
import type { Reading } from './types.ts';

/** A format of transcripts: how one of its records is told, and how it is read. */
export interface Format {
  readonly name: string;
  /** What is looked for, for the report of a file in which it was not found. */
  readonly sign: string;
  /** What an object of the file says for this format; it may be cut off at the end, then its whole members count. */
  signOf(object: Scanned): Sign;
  /**
   * What the beginning of the file says, for a format that is told by no object of its own: all of the file
   * (`complete`), or the same head that `recognise` was given. Asked before any object is.
   */
  signOfHead?(head: Uint8Array, complete: boolean): Sign;
  /** Whether all that the beginning of the file holds is of this format as well as of another; for formats that share records. */
  alsoFits?(head: Uint8Array): boolean;
  open(): Reading;
}

/** An object proves the format, hints at it (enough only while the rest of the file is unseen), or says nothing. */
export type Sign = 'proof' | 'hint' | 'none';

/** Every format that is read; the first that is proved wins. */
export const FORMATS: readonly Format[] = [
  claudeCode,
  codex,
  gemini,
  opencode,
  openaiMessages,
  anthropicMessages,
  plain,
];

/** The names of every format that is read, in the order in which they are looked for. Frozen. */
export const formatNames: readonly string[] = Object.freeze(FORMATS.map(({ name }) => name));

import { type RawContentId, rawContentId } from '@ken/address';
import { linesIn } from './render.ts';
import type { Seen } from './seen.ts';
import type { Lines } from './spans.ts';

/** Bytes that a material or a file has or had: what was delivered is compared with them. */
export interface Candidate {
  /** Where it is, absolute; null where nobody says. */
  readonly path: string | null;
  readonly bytes: Uint8Array;
  /** Whether it counts wherever the call says that the file is, if it is long enough to tell. */
  readonly anywhere?: boolean;
}

/** A revision as it is compared with what was delivered. */
export interface Revision {
  readonly path: string | null;
  readonly anywhere: boolean;
  /** Of its bytes. */
  readonly id: RawContentId;
  /** False where its text alone can be delivered: it has a byte-order mark, carriage returns before new lines, or is no UTF-8. */
  readonly exact: boolean;
  readonly lines: readonly string[];
  /** In bytes. */
  readonly length: number;
}

const utf8 = new TextEncoder();
const replacement = '\ufffd';

export const revisionOf = ({ path, bytes, anywhere = path === null }: Candidate): Revision => {
  const lines = linesIn(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const exact = Buffer.compare(utf8.encode(lines.join('\n')), bytes) === 0;
  return { path, anywhere, id: rawContentId(bytes), exact, lines, length: bytes.length };
};

/** As `revisionOf`, of a text that a record holds. What was no UTF-8 had its bytes replaced before it was written down. */
export const recordedRevision = (path: string, text: string): Revision => {
  const revision = revisionOf({ path, bytes: utf8.encode(text) });
  return text.includes(replacement) ? { ...revision, exact: false } : revision;
};

/** Shorter texts are alike by chance: they count only where the call named the very file. */
const tellingBytes = 64;

const isOf = (seen: Seen, { path, anywhere }: Revision): boolean =>
  (path !== null && seen.path === path) || ((anywhere || seen.path === null) && seen.length >= tellingBytes);

/**
 * The lines of a revision that a result delivered; undefined where it delivered none of it (transcripts.md §8). Lines count
 * where they render from this very revision; text as it is counts where it is the whole of its bytes.
 */
export const deliveredOf = (seen: Seen, revision: Revision): Lines | undefined => {
  if (seen.odd || !isOf(seen, revision)) return undefined;
  const { part, content } = seen;
  if (part === null) return content === revision.id ? [1, revision.lines.length] : undefined;
  if (part.total !== revision.lines.length) return undefined;
  const text = revision.lines.slice(part.from - 1, part.to).join('\n');
  return rawContentId(utf8.encode(text)) === content ? [part.from, part.to] : undefined;
};

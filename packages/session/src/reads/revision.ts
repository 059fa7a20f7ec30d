import { constants } from 'node:buffer';
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
  /** Whether its lines are its bytes, and not their text alone: it has no carriage return and no byte-order mark, and is UTF-8. */
  readonly exact: boolean;
  /** How many lines it has, the one behind its last new line among them. */
  readonly total: number;
  /** As tools show them; empty where they are longer than any text. */
  readonly lines: readonly string[];
  /** What parts hash to, by their lines: of many results most show the same ones. */
  readonly parts: Map<string, RawContentId>;
}

/** What of a revision a result delivered. */
export interface Delivered {
  readonly lines: Lines;
  /** Whether its bytes, and not their text alone. */
  readonly exact: boolean;
}

const utf8 = new TextEncoder();
const replacement = '\ufffd';
const newLine = 0x0a;
const carriageReturn = 0x0d;

/** Some bytes as what was delivered is compared with them. Those that are longer than any text have no lines to compare. */
export const revisionOf = ({ path, bytes, anywhere = path === null }: Candidate): Revision => {
  let total = 1;
  for (let at = bytes.indexOf(newLine); at !== -1; at = bytes.indexOf(newLine, at + 1)) total += 1;
  const isText = bytes.length <= constants.MAX_STRING_LENGTH;
  const lines = isText ? linesIn(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)) : [];
  const exact = !bytes.includes(carriageReturn) && Buffer.compare(utf8.encode(lines.join('\n')), bytes) === 0;
  return { path, anywhere, id: rawContentId(bytes), exact, total, lines, parts: new Map() };
};

/** As `revisionOf`, of a text that a record holds. What was no UTF-8 had its bytes replaced before it was written down. */
export const recordedRevision = (path: string, text: string): Revision => {
  const revision = revisionOf({ path, bytes: utf8.encode(text) });
  return text.includes(replacement) ? { ...revision, exact: false } : revision;
};

/** Shorter texts are alike by chance: they count only where the call named the very file. */
const tellingBytes = 64;

const isOf = (seen: Seen, { path, anywhere }: Revision): boolean =>
  (path !== null && seen.path === path) || ((anywhere || seen.path === null) && seen.textLength >= tellingBytes);

const partOf = ({ lines, parts }: Revision, from: number, to: number): RawContentId => {
  const key = `${from}-${to}`;
  const known = parts.get(key);
  if (known !== undefined) return known;
  const id = rawContentId(utf8.encode(lines.slice(from - 1, to).join('\n')));
  parts.set(key, id);
  return id;
};

/**
 * What of a revision a result delivered; undefined where it delivered none of it (transcripts.md §8). Lines count where they
 * render from this very revision; text as it is counts where tools show it so and it is the whole of its bytes.
 */
export const deliveredOf = (seen: Seen, revision: Revision): Delivered | undefined => {
  if (seen.odd || !isOf(seen, revision)) return undefined;
  const { part, content, raw } = seen;
  if (part === null) return raw && content === revision.id ? { lines: [1, revision.total], exact: true } : undefined;
  if (part.total !== revision.lines.length) return undefined;
  return partOf(revision, part.from, part.to) === content
    ? { lines: [part.from, part.to], exact: revision.exact }
    : undefined;
};

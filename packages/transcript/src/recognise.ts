import { plainBytes } from './bytes.ts';
import { FORMATS, type Format } from './formats.ts';
import type { Scanned } from './json/tape.ts';
import { accepted, type Result, refused } from './result.ts';
import { Splitter } from './splitter.ts';
import type { Reading } from './types.ts';

/** A format that was recognised, and the way to read it. */
export interface Recognised {
  readonly format: string;
  /** Begins a reading; give it the whole file from its first byte. */
  open(): Reading;
}

/** Small, as the first record usually decides. */
const PIECE = 8 * 1024;

/**
 * Says by the content, never by a name, what format a transcript has (§1).
 *
 * `head` holds the first bytes of the file: all of them (`complete`), or at least 1 MiB. Nothing of it is kept.
 * A format is recognised by the first record that proves it. While the rest of the file is unseen, a record that only
 * hints at it is enough, and so are the members of a record that the head cuts off.
 *
 * Refuses with `transcript/empty` when there is nothing but white space, NUL bytes or byte-order marks (fact `bytes`),
 * and with `transcript/unrecognised` (facts `bytes`; `records`, how many JSON objects there were; `lookedFor`).
 * @throws TypeError when given no Uint8Array, or one on shared memory
 */
export function recognise(
  head: Uint8Array,
  complete: boolean,
): Result<Recognised, 'transcript/empty' | 'transcript/unrecognised'> {
  const bytes = plainBytes(head);
  const splitter = new Splitter();
  let proved: Format | undefined;
  let hinted: Format | undefined;
  let records = 0;
  let segments = 0;
  const weigh = (object: Scanned | null): void => {
    segments += 1;
    if (object !== null) {
      records += 1;
      proved ??= FORMATS.find((format) => format.signOf(object) === 'proof');
      hinted ??= FORMATS.find((format) => format.signOf(object) === 'hint');
    }
  };
  for (let at = 0; at < bytes.length && proved === undefined; at += PIECE) {
    splitter.push(bytes.subarray(at, at + PIECE), ({ object }) => weigh(object));
  }
  if (proved === undefined) {
    const cut = complete ? null : splitter.pending();
    if (cut !== null) {
      weigh(cut);
    }
    const tail = splitter.finish(({ object }) => weigh(object));
    segments += tail.some((byte) => !BLANK.has(byte)) ? 1 : 0;
  }
  const format = proved ?? (complete ? undefined : hinted);
  if (format !== undefined) {
    return accepted(Object.freeze({ format: format.name, open: format.open }));
  }
  if (complete && segments === 0) {
    return refused('transcript/empty', { bytes: bytes.length });
  }
  const lookedFor = FORMATS.map(({ name, sign }) => `${name}: ${sign}`).join('; ');
  return refused('transcript/unrecognised', { bytes: bytes.length, records, lookedFor });
}

/** What a gap may consist of, byte by byte. */
const BLANK: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

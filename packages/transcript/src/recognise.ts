import { plainBytes } from './bytes.ts';
import { FORMATS, type Format, type Sign } from './formats.ts';
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
 * `format` is the word of a person, who knows more than the file shows: only that one is looked for, and a hint of it is
 * enough whether or not there is more. `rather` is the format of another file of the same session: it is taken where all that
 * is seen fits it as well as what would be taken.
 *
 * Refuses with `transcript/empty` when there is nothing but white space, NUL bytes or byte-order marks (fact `bytes`),
 * and with `transcript/unrecognised` when nothing speaks for a format, or when no format has the name that was given
 * (facts `bytes`; `records`, how many JSON objects there were, none when none was looked at; `lookedFor`, the one that
 * was named or else all there are).
 * @throws TypeError when given no Uint8Array, or one on shared memory
 */
export function recognise(
  head: Uint8Array,
  complete: boolean,
  format?: string,
  rather?: string,
): Result<Recognised, 'transcript/empty' | 'transcript/unrecognised'> {
  const bytes = plainBytes(head);
  const formats = format === undefined ? FORMATS : FORMATS.filter(({ name }) => name === format);
  if (formats.length === 0) {
    return refused('transcript/unrecognised', { bytes: bytes.length, records: 0, lookedFor: signsOf(FORMATS) });
  }
  const signs = new Signs(formats);
  const { records, segments } = read(bytes, complete, signs);
  const found = signs.proved ?? (complete && format === undefined ? undefined : signs.hinted);
  const other = found?.alsoFits === undefined ? undefined : formats.find(({ name }) => name === rather);
  const recognised = other?.alsoFits?.(bytes) === true ? other : found;
  if (recognised !== undefined) {
    return accepted(Object.freeze({ format: recognised.name, open: recognised.open }));
  }
  if (complete && segments === 0) {
    return refused('transcript/empty', { bytes: bytes.length });
  }
  return refused('transcript/unrecognised', { bytes: bytes.length, records, lookedFor: signsOf(formats) });
}

function signsOf(formats: readonly Format[]): string {
  return formats.map(({ name, sign }) => `${name}: ${sign}`).join('; ');
}

/** What was found of some formats: of several that are told at once, the first in the table. */
class Signs {
  readonly formats: readonly Format[];
  proved: Format | undefined;
  hinted: Format | undefined;

  constructor(formats: readonly Format[]) {
    this.formats = formats;
  }

  weigh(signOf: (format: Format) => Sign | undefined): void {
    for (const format of this.formats) {
      const sign = signOf(format);
      if (sign === 'proof') {
        this.proved ??= format;
      } else if (sign === 'hint') {
        this.hinted ??= format;
      }
    }
  }
}

/** Reads the head until a format is proved; says how many objects and how many segments there were. */
function read(bytes: Uint8Array, complete: boolean, signs: Signs): { records: number; segments: number } {
  const splitter = new Splitter();
  let records = 0;
  let segments = 0;
  const weigh = (object: Scanned | null): void => {
    segments += 1;
    if (object !== null) {
      records += 1;
      if (signs.proved === undefined) {
        signs.weigh((format) => format.signOf(object));
      }
    }
  };
  signs.weigh((format) => format.signOfHead?.(bytes, complete));
  for (let at = 0; at < bytes.length && signs.proved === undefined; at += PIECE) {
    splitter.push(bytes.subarray(at, at + PIECE), ({ object }) => weigh(object));
  }
  if (signs.proved === undefined) {
    const cut = complete ? null : splitter.pending();
    if (cut !== null) {
      weigh(cut);
    }
    const tail = splitter.finish(({ object }) => weigh(object));
    segments += tail.some((byte) => !BLANK.has(byte)) ? 1 : 0;
  }
  return { records, segments };
}

/** What a gap may consist of, byte by byte. */
const BLANK: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

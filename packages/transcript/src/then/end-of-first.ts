import { damageOf } from '../damage.ts';
import { isBetween } from '../document/between.ts';
import type { TranscriptRecord } from '../types.ts';

const MARK = [0xef, 0xbb, 0xbf] as const;
const NOTHING: readonly never[] = Object.freeze([]);

/**
 * What a file ends with, when another one follows: what may stand between records is the beginning of the next gap; what
 * closes a document, or a torn piece, is a record that the model did not see, since a gap holds none.
 *
 * @param start where the tail lies in the file
 * @param closes whether the tail closes a document
 */
export function endOfFirst(
  tail: Uint8Array,
  start: number,
  index: number,
  closes: boolean,
): { readonly last: TranscriptRecord | null; readonly gap: Uint8Array } {
  const from = gapLength(tail);
  if (from === tail.length) {
    return { last: null, gap: tail };
  }
  let end = tail.length;
  while (isBetween(tail[end - 1] as number)) {
    end -= 1;
  }
  const gap = tail.subarray(0, from);
  const bytes = tail.subarray(from, end);
  const span = Object.freeze({ start: start + from, end: start + end });
  const last: TranscriptRecord = Object.freeze({
    index,
    id: null,
    gap,
    bytes,
    span,
    place: 'beside',
    reason: closes ? 'document-end' : 'torn',
    context: null,
    producer: null,
    chain: null,
    generated: null,
    departures: NOTHING,
    findings: closes ? NOTHING : Object.freeze(damageOf({ gap, bytes, span, object: null }, index)),
  });
  return { last, gap: tail.subarray(end) };
}

/** How many bytes at the beginning may stand between records. */
function gapLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    if (isBetween(bytes[at] as number)) {
      at += 1;
    } else if (MARK.every((byte, place) => bytes[at + place] === byte)) {
      at += MARK.length;
    } else {
      break;
    }
  }
  return at;
}
